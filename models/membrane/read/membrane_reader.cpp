#include "models/membrane/read/membrane_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/nearest.h"
#include "io/durable_file.h"
#include "models/every_reader.h"
#include "models/input_file.h"
#include "models/lattice_reader.h"
#include "models/membrane/observe/membrane_series.h"
#include "models/membrane/observe/trace_observer.h"
#include "models/membrane/read/check.h"
#include "models/membrane/read/plingua.h"

namespace morula::membrane {
namespace {

namespace fs = std::filesystem;

std::string within_text(const Problem& problem) {
  if (problem.place.line == 0) return problem.what;
  return fmt::format("line {}, column {}: {}", problem.place.line, problem.place.column, problem.what);
}

// `membrane: {file: sat.pli}` or `membrane: {rules: "…"}`: both are P-Lingua, with included files in the same
// folder.
class SystemReader {
 public:
  SystemReader(io::Section& section, const InputFolder& folder, Spec& spec)
      : section_(section), folder_(folder), spec_(spec) {}

  std::optional<System> read() {
    const auto key = section_.exactly_one({"file", "rules"});
    if (!key) return std::nullopt;
    key_ = *key;
    spec_.size = {section_.place_of(key_), section_.path_of(key_)};
    SourceFile source;
    if (key_ == "file") {
      const auto text = read_input_file(section_, "file", folder_, spec_);
      if (!text) return std::nullopt;
      const std::string name = *section_.text("file");
      source = {(folder_ / name).string(), *text};
      folder_ = folder_.beside(name);
    } else {
      const auto text = section_.text("rules");
      if (!text) return std::nullopt;
      source.text = *text;
    }
    return expanded(source);
  }

  void warn_of(const std::vector<Problem>& warnings) {
    for (const Problem& warning : warnings)
      spec_.notes.push_back(warning.place.source.empty()
                                ? fmt::format("{}: {}", section_.path_of(key_), within_text(warning))
                                : to_string(warning));
  }
  const std::string& source() const { return source_; }

 private:
  std::optional<System> expanded(const SourceFile& source) try {
    PLingua read = read_plingua(source, [&](const std::string& name) { return included(name); });
    warn_of(read.warnings);
    source_ = source.name;
    return std::move(read.system);
  } catch (const SpecError& error) {
    for (const Problem& problem : error.problems())
      if (problem.place.source.empty())
        section_.problem(key_, within_text(problem));
      else
        section_.problems().add({problem});
    return std::nullopt;
  }

  std::optional<SourceFile> included(const std::string& name) {
    const fs::path path = folder_ / name;
    if (!fs::is_regular_file(path)) return std::nullopt;
    note_input({section_.place_of(key_), section_.path_of(key_)}, folder_, name, spec_);
    return SourceFile{path.string(), io::read_file(path)};
  }

  io::Section& section_;
  InputFolder folder_;
  Spec& spec_;
  std::string key_, source_;
};

// The system names its objects without blanks, so that "b{1, 2}" and "b{1,2}" are the same object.
std::string without_blanks(std::string name) {
  std::erase(name, ' ');
  return name;
}

void read_observed(io::Section& series, MembraneSpec& membranes) {
  const io::Value* list = series.value("objects");
  if (!list || !membranes.plan) return;
  if (list->kind != io::Value::Kind::List)
    return series.problem(
        "objects", fmt::format("is {}; must be a list of objects, as in [a, \"b{{1}}\"]", describe(*list)));
  const std::vector<std::string>& known = membranes.system().objects;
  for (const io::Value& item : list->items) {
    const std::string name = without_blanks(item.text);
    const auto found = std::ranges::find(known, name);
    const auto wrong = [&](const std::string& what) {
      series.problems().add(item.place(), series.path_of("objects"), what);
    };
    if (item.kind != io::Value::Kind::Scalar || found == known.end()) {
      const auto near = nearest(name, known);
      wrong(fmt::format("names {}, which is not an object of the system{}", describe(item),
                        near ? fmt::format("; did you mean '{}'?", *near) : ""));
      continue;
    }
    const auto object = static_cast<u32>(found - known.begin());
    if (std::ranges::count(membranes.observed, object) > 0)
      wrong(fmt::format("names '{}' twice; remove one", name));
    else
      membranes.observed.push_back(object);
  }
}

// An object may have the same name as a column.
void check_columns(io::Section& series, const MembraneSpec& membranes) {
  std::vector<std::string> columns = membrane_columns(membranes);
  columns.emplace_back("step");
  std::ranges::sort(columns);
  if (const auto twice = std::ranges::adjacent_find(columns); twice != columns.end())
    series.problem("objects", fmt::format("makes two columns called '{}'; leave that object out", *twice));
}

void read_series(io::Section& output, MembraneSpec& membranes) {
  auto series = output.peek("series");
  if (!series) return;
  read_observed(*series, membranes);
  membranes.by_charge = series->choice("by_charge", {"true", "false"}) == "true";
  if (membranes.plan) check_columns(*series, membranes);
}

void read_outputs(io::Section& root, const std::shared_ptr<MembraneSpec>& membranes, Spec& spec) {
  spec.series_keys = {"objects", "by_charge"};
  FamilyOutput trace{"trace"}, tree{"tree"};
  if (auto output = root.peek("output")) {
    if (const auto every = read_every(*output, "trace"))
      trace.observe = [=](const fs::path& run, u64 end) {
        return observe_trace(run, {*every, end}, membranes);
      };
    if (const auto every = read_every(*output, "tree"))
      tree.observe = [=](const fs::path& run, u64 end) {
        return observe_tree(run, {*every, end}, membranes);
      };
  }
  spec.family_outputs = {trace, tree};
}

void read_section(io::Section& section, io::Section& root, const InputFolder& folder, MembraneSpec& membranes,
                  Spec& spec) {
  membranes.once = section.choice("parallelism", {"maximal", "once"}) == "once";
  membranes.random = section.choice("choice", {"random", "first"}) != "first";
  SystemReader reader(section, folder, spec);
  auto system = reader.read();
  section.finish();
  if (system) {
    spec.chosen["objects"] = u64{system->objects.size()};
    spec.chosen["labels"] = u64{system->labels.size()};
    spec.chosen["rules"] = u64{system->rules.size()};
    spec.chosen["initial_membranes"] = u64{system->membranes.size()};
    membranes.plan = std::make_shared<Plan>(std::move(*system));
  }
  if (auto output = root.peek("output")) read_series(*output, membranes);
  if (membranes.plan) spec.figure = membrane_figure(membranes);
  if (membranes.plan) spec.columns = columns_of(membrane_columns(membranes));
  if (membranes.plan) reader.warn_of(warnings_of(membranes.system(), reader.source(), membranes.observed));
}

}  // namespace

void read_membrane(io::Section& root, const InputFolder& folder, Spec& spec) {
  auto membranes = std::make_shared<MembraneSpec>();
  read_steps(root, spec, io::Presence::Optional);
  if (auto section = root.section("membrane", io::Presence::Required))
    read_section(*section, root, folder, *membranes, spec);
  read_outputs(root, membranes, spec);
  spec.section = membranes;
}

}  // namespace morula::membrane
