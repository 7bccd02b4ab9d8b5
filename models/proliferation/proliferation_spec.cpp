#include "models/proliferation/proliferation_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/stream.h"
#include "models/proliferation/engine/branching_process.h"
#include "models/proliferation/expectation/expected_population.h"
#include "models/proliferation/observe/cell_output.h"
#include "models/proliferation/read/cell_type_reader.h"
#include "models/proliferation/read/population_reader.h"

namespace morula {
namespace {

constexpr double brightest = 1e300;
constexpr std::uint64_t most_times = 1 << 16;
constexpr std::uint64_t most_times_of_means = 256;  // each needs a convolution of its own

CycleStart start_named(const std::string& name) {
  if (name == "synchronous") return CycleStart::Synchronous;
  return name == "aged" ? CycleStart::Aged : CycleStart::Asynchronous;
}

void read_dye(io::Section& section, ProliferationSpec& spec) {
  spec.minimum =
      section.real("minimum_fluorescence", 0, brightest, io::Presence::Required).value_or(spec.minimum);
  spec.background = section.real("background", 0, brightest).value_or(0);
  spec.dye_share = section.real("dye_share", 0, 1).value_or(spec.dye_share);
  if (spec.dye_share == 0 || spec.dye_share == 1)
    section.problem(
        "dye_share",
        fmt::format("is {}; must be above 0 and below 1: what one daughter gets of the dye", spec.dye_share));
}

void read_method(io::Section& section, ProliferationSpec& proliferation, Spec& spec) {
  if (section.choice("method", {"simulate", "expectation"}) != "expectation") return;
  proliferation.method = Method::Expectation;
  spec.cpu_only =
      Problem{section.place_of("method"), section.path_of("method"),
              "is expectation, which runs only on the CPU; choose --backend cpu, or method: simulate"};
}

double counters_of(const ProliferationSpec& spec) {
  return static_cast<double>(spec.types.size() * spec.population.size()) * (last_generation(spec) + 1);
}

// The default batch. A run can be stopped between batches, so large trees make a batch of few cells. Every
// batch goes over all counters, so many counters make a batch of many cells.
std::uint64_t default_batch(const ProliferationSpec& spec) {
  constexpr double most_cells_a_step = 1 << 24;
  const double cells_per_tree = expected_population(spec) / static_cast<double>(spec.cells());
  const double usual = std::max(4096.0, counters_of(spec) / 64);
  return static_cast<std::uint64_t>(
      std::clamp(most_cells_a_step / std::max(cells_per_tree, 1.0), 1.0, usual));
}

std::string steps_there_are(const ProliferationSpec& spec) {
  const std::uint64_t steps = spec.steps();
  const std::string there = fmt::format("there {} {} of them", steps == 1 ? "is" : "are", steps);
  return spec.method == Method::Expectation
             ? "a step is one type at one time, and " + there + ": remove it"
             : "a step is a batch of initial cells, and " + there + ": remove it, or make 'batch' smaller";
}

// Reads `steps`, which may be fewer than all steps.
void read_steps(io::Section& root, const ProliferationSpec& proliferation, bool readable, Spec& spec) {
  const auto asked = root.whole("steps", 0, largest_when);
  if (!readable) return;  // the number of steps depends on the section
  const std::uint64_t steps = proliferation.steps();
  spec.steps = asked.value_or(steps);
  spec.whole_steps = steps;
  if (*spec.steps > steps)
    root.problem("steps", fmt::format("is {}; {}", *spec.steps, steps_there_are(proliferation)));
}

// Returns false if the population is too large.
bool check_population(io::Section& section, const ProliferationSpec& proliferation) {
  constexpr double most = 1e12;
  const auto crowd = population_beyond(proliferation, most);
  if (!crowd) return true;
  const std::string when =
      crowd->time < proliferation.until ? fmt::format(" by time {:.4g}", crowd->time) : std::string();
  section.problem("until", fmt::format("makes an expected population of {:.3g} cells{}; at most {:g} can be "
                                       "counted: make it shorter, or the population smaller",
                                       crowd->cells, when, most));
  return false;
}

// Means end with the same last generation as simulated trees; cells beyond it would be left out.
void check_depth(io::Section& section, const ProliferationSpec& proliferation) {
  constexpr double most_births = 1e-3;
  if (proliferation.method != Method::Expectation) return;
  if (const double births = births_beyond_limit(proliferation); births > most_births)
    section.problem("until",
                    fmt::format("makes {:.3g} cells on average after {} divisions, but a lineage may have at "
                                "most {}; make it shorter, or choose a minimum_fluorescence that the dye "
                                "reaches sooner",
                                births, generation_limit + 1, generation_limit));
}

// A cell divides or dies, whichever comes first. If both times are only a few ticks, they are often equal
// after rounding. Such a cell divides, and so too few cells would die.
void check_ticks(io::Section& section, const ProliferationSpec& spec) {
  constexpr double fewest = 256;
  if (spec.method == Method::Expectation) return;
  const double shortest = fewest / scale_of(spec).ticks_per_time;
  for (const CellType& type : spec.types) {
    if (!type.division || !type.death) continue;
    const double longer = std::max(type.division->mean, type.death->mean);
    if (longer < shortest)
      section.problem("types",
                      fmt::format("has '{}', which divides or dies within {:.3g} in the mean; beside "
                                  "an 'until' of {} that must be at least {:.3g}: shorten it",
                                  type.name, longer, spec.until, shortest));
  }
}

void read_generations(io::Section& output, ProliferationSpec& proliferation) {
  auto section = output.section("generations");
  if (!section) return;
  const auto every = section->real("every", 0, longest_time, io::Presence::Required);
  section->finish();
  if (!every) return;
  const bool means = proliferation.method == Method::Expectation;
  const std::uint64_t most = means ? most_times_of_means : most_times;
  const double least = proliferation.until / static_cast<double>(most);
  if (*every > least)
    proliferation.generations_every = every;  // set only here, so that the number of times is limited
  else
    section->problem("every", fmt::format("is {}; must be above {:.3g}: at most {} times can be observed{}",
                                          *every, least, most, means ? " of means" : ""));
}

FamilyOutput cell_output(const char* key, bool asked, const std::shared_ptr<const ProliferationSpec>& cells,
                         MakeCellFiles make) {
  FamilyOutput output{key};
  if (asked)
    output.observe = [=](const std::filesystem::path& run, std::uint64_t end) {
      return observe_cells(run, end, cells, make);
    };
  return output;
}

void read_outputs(io::Section& root, const std::shared_ptr<ProliferationSpec>& cells, Spec& spec) {
  if (auto output = root.peek("output")) {
    cells->writes_histogram = output->choice("histogram", {"true", "false"}) == "true";
    read_generations(*output, *cells);
  }
  spec.family_outputs = {
      cell_output("histogram", cells->writes_histogram, cells, histogram_file),
      cell_output("generations", cells->generations_every.has_value(), cells, generations_file),
      // Score.json is written whenever there is a target.
      cell_output("", cells->target.has_value(), cells, score_files)};
}

// A step is a batch of initial cells, and the series counts their fates. Curves of these counts would look
// like growth, so they are not drawn; generations.svg shows the cells over time.
SeriesFigure cells_figure(const ProliferationSpec& proliferation) {
  SeriesPanel cells{"cells at the end", {{"cells", "all"}}}, fates{"cells by fate", {}};
  for (const CellType& type : proliferation.types) cells.curves.push_back({type.name});
  for (const char* fate : {"divided", "died", "faded"}) fates.curves.push_back({fate});
  const bool means = proliferation.method == Method::Expectation;
  return {means ? "step (type and time)" : "step (batch of initial cells)",
          means ? "types and times" : "batches of initial cells",
          {cells, fates},
          false};
}

// In the order of the models' own columns.
std::vector<SeriesColumn> cell_columns(const ProliferationSpec& proliferation) {
  const bool are_means = proliferation.method == Method::Expectation;
  std::vector<std::string> names = {"cells"};
  if (!are_means) names.insert(names.begin(), "begun");
  for (const CellType& type : proliferation.types) names.push_back(type.name);
  if (!are_means) names.insert(names.end(), {"divided", "died", "faded"});
  return columns_of(names, are_means);
}

std::optional<double> read_until(io::Section& section) {
  const auto until = section.real("until", 0, longest_time, io::Presence::Required);
  if (!until || *until > 0) return until;
  section.problem("until", "is 0; must be above 0");
  return std::nullopt;
}

// Returns false if something that other keys depend on cannot be read.
bool read_section(io::Section& section, const InputFolder& folder, ProliferationSpec& proliferation,
                  Spec& spec) {
  spec.size = {section.place_of("population"), section.path_of("population")};
  const auto population = read_population(section, "population", folder, spec);
  const auto until = read_until(section);
  read_dye(section, proliferation);
  proliferation.start =
      start_named(section.choice("start", {"asynchronous", "synchronous", "aged"}).value_or("asynchronous"));
  const auto types = read_cell_types(section);
  proliferation.siblings = section.real("siblings", 0, 1).value_or(0);
  read_method(section, proliferation, spec);
  const auto batch = section.whole("batch", 1, largest_cell);
  if (population) proliferation.population = *population;
  if (until) proliferation.until = *until;
  if (types) proliferation.types = *types;
  proliferation.target = read_target(section, folder, proliferation, spec);
  if (!population || !until || !types) return false;
  proliferation.batch = batch ? *batch : default_batch(proliferation);
  return true;
}

}  // namespace

std::uint64_t ProliferationSpec::cells() const {
  std::uint64_t cells = 0;
  for (const Bin& bin : population) cells += bin.count;
  return cells;
}

std::uint64_t ProliferationSpec::steps() const {
  if (method == Method::Expectation) return times_of_means(*this).size() * types.size();
  return (cells() + batch - 1) / batch;
}

double fluorescence_after(const ProliferationSpec& spec, double fluorescence, unsigned divisions) {
  if (fluorescence <= spec.background) return fluorescence;
  double dye = fluorescence - spec.background;
  for (unsigned k = 0; k < divisions; ++k) dye *= spec.dye_share;
  return spec.background + dye;
}

// Computed division by division, like fluorescence_after(): the cost must not grow with the square of the
// number of divisions.
unsigned last_generation(const ProliferationSpec& spec, double fluorescence) {
  if (fluorescence <= spec.background) return fluorescence > spec.minimum ? generation_limit : 0;
  double dye = (fluorescence - spec.background) * spec.dye_share;
  unsigned divisions = 0;
  for (; divisions < generation_limit && spec.background + dye > spec.minimum; ++divisions)
    dye *= spec.dye_share;
  return divisions;
}

unsigned last_generation(const ProliferationSpec& spec) {
  unsigned last = 0;
  for (const Bin& bin : spec.population) last = std::max(last, last_generation(spec, bin.fluorescence));
  return last;
}

std::vector<double> times_observed(const ProliferationSpec& spec) {
  std::vector<double> times;
  if (!spec.generations_every) return times;
  for (std::uint64_t i = 0; static_cast<double>(i) * *spec.generations_every < spec.until; ++i)
    times.push_back(static_cast<double>(i) * *spec.generations_every);
  times.push_back(spec.until);
  return times;
}

std::vector<double> times_of_means(const ProliferationSpec& spec) {
  return spec.generations_every ? times_observed(spec) : std::vector<double>{spec.until};
}

void read_proliferation(io::Section& root, const InputFolder& folder, Spec& spec) {
  auto proliferation = std::make_shared<ProliferationSpec>();
  auto section = root.section("proliferation", io::Presence::Required);
  const bool readable = section && read_section(*section, folder, *proliferation, spec);
  if (readable) {
    if (check_population(*section, *proliferation)) check_depth(*section, *proliferation);
    check_ticks(*section, *proliferation);
  }
  if (section) section->finish();
  read_outputs(root, proliferation, spec);
  spec.figure = cells_figure(*proliferation);
  spec.columns = cell_columns(*proliferation);
  read_steps(root, *proliferation, readable, spec);
  spec.section = proliferation;
}

}  // namespace morula
