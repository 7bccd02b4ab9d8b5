#include "analysis/hamming.h"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/pair_model.h"
#include "analysis/perturbation.h"
#include "analysis/spread.h"
#include "core/error.h"
#include "io/document.h"
#include "models/catalogue.h"
#include "runner/standard_observers.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

SourceLocation place_of(const HammingChoice& choice) { return {choice.model.path.string()}; }

// Whether the family has replicas, as every family on a lattice does. This must be known before the whole
// model file is read, since `replica: 2` without `replicas` is an error.
bool takes_replicas(const HammingChoice& choice) {
  io::Document document = io::parse_document(choice.model.text, choice.model.path.string());
  for (const std::string& assignment : choice.overrides) io::apply_override(document, assignment);
  const io::Value* name = document.root.find("model");
  return name && std::ranges::any_of(families(), [&](const Family& family) {
           return family.name == name->text && family.reads("replicas");
         });
}

void check_choice(const HammingChoice& choice, const Spec& spec) {
  std::vector<Problem> problems;
  const auto problem = [&](const char* option, std::string what) {
    problems.push_back({place_of(choice), option, std::move(what)});
  };
  if (spec.until)
    problems.push_back(
        {spec.until->place, spec.until->key, "would end the runs of a pair at different steps; remove it"});
  if (!spec.steps) problem("steps", "is missing; the runs of a pair need a common end");
  if (!spec.lattice)
    problem("model", "has no state on a lattice to compare; choose one that lives on a lattice");
  else if (const Index sites = spec.lattice->global.sites(); choice.sites < 1 || choice.sites > sites)
    problem("--sites", fmt::format("is {}; must be between 1 and the lattice's {}", choice.sites, sites));
  if (choice.from && spec.steps && *choice.from > *spec.steps)
    problem("--from", fmt::format("is {}; must be at most the steps, {}", *choice.from, *spec.steps));
  if (!problems.empty()) throw SpecError(std::move(problems));
}

std::vector<Perturbation> changes_of(const Spec& spec, std::uint64_t sites, unsigned states) {
  const Replicas batch = spec.replicas.value_or(Replicas{});
  std::vector<Perturbation> changes;
  for (std::uint64_t i = 0; i < batch.count; ++i)
    changes.emplace_back(spec.seed, batch.first + i, spec.lattice->global.sites(), sites, states);
  return changes;
}

PairModel make_pair_model(const HammingChoice& choice, const Spec& spec, const Backend& backend) {
  auto first = make_initial_model(spec, backend);
  check_fits(spec, backend);  // the second model, beside the first
  auto second = make_model(spec, backend, Start::Blank);
  const Field state = compared_field(*first, place_of(choice));
  const unsigned states = first->views().front().classes;
  copy_changed(*first, *second, state, changes_of(spec, choice.sites, states));
  return {std::move(first), std::move(second), state, states};
}

// Records the density of every pair at each due step.
class DensityObserver final : public Observer {
 public:
  DensityObserver(Schedule schedule, PairModel& pair, Index sites, Curves& curves)
      : Observer(schedule), pair_(pair), sites_(static_cast<double>(sites)), curves_(curves) {}

  void begin(Model&, std::uint64_t) override {}
  void observe(Model& model) override {
    const std::vector<std::uint64_t> differing = pair_.differing();
    curves_.values.resize(differing.size());
    curves_.steps.push_back(model.time());
    for (std::size_t i = 0; i < differing.size(); ++i)
      curves_.values[i].push_back(static_cast<double>(differing[i]) / sites_);
  }

 private:
  PairModel& pair_;
  double sites_;
  Curves& curves_;
};

FramesSpec frames_of(const Spec& spec) {
  FramesSpec frames = spec.output.frames.value_or(FramesSpec{});
  frames.of.clear();
  frames.palette.reset();  // the view of the difference has its own colours
  frames.colours.clear();
  return frames;
}

std::uint64_t part_of_steps(const Spec& spec, std::uint64_t parts) {
  return std::max<std::uint64_t>(*spec.steps / parts, 1);
}

// Runs the pairs of one batch to the end.
void run_pairs(const HammingChoice& choice, const Spec& spec, const Backend& backend, const Hooks& hooks,
               const std::optional<fs::path>& folder, HammingReport& report) {
  PairModel pair = make_pair_model(choice, spec, backend);
  Curves curves;
  StepSchedule step_schedule{spec.steps, std::nullopt, [](Model&) {}, {}};
  step_schedule.observers.push_back(std::make_unique<DensityObserver>(
      Schedule(report.every, *spec.steps), pair, spec.lattice->global.sites(), curves));
  if (folder)
    step_schedule.observers.push_back(
        observe_frames(*folder, Schedule(choice.frames_every.value_or(part_of_steps(spec, 10)), *spec.steps),
                       frames_of(spec)));
  take_steps(pair, step_schedule, hooks);
  const auto states_left = pair.states_left();
  for (std::size_t i = 0; i < states_left.size(); ++i) {
    report.pairs.push_back({spec.seed, spec.replicas.value_or(Replicas{}).first + i, states_left[i]});
    report.density.values.push_back(std::move(curves.values[i]));
  }
  report.density.steps = std::move(curves.steps);
}

std::optional<Plateau> plateau_of_partly(const HammingReport& report, std::uint64_t from) {
  Curves partly{report.density.steps, {}};
  for (const std::vector<double>& member : report.density.values)
    if (member.back() > 0 && member.back() < 1) partly.values.push_back(member);
  return partly.values.empty() ? std::nullopt : std::optional(plateau_of(partly, from));
}

std::uint64_t ending_at(const Curves& curves, double density) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(curves.values, [&](const auto& member) { return member.back() == density; }));
}

}  // namespace

std::uint64_t HammingReport::alike() const { return ending_at(density, 0); }
std::uint64_t HammingReport::everywhere() const { return ending_at(density, 1); }

double HammingReport::states_left() const {
  std::vector<double> state_counts;
  for (const HammingPair& pair : pairs)
    for (const unsigned states : {pair.states_left.first, pair.states_left.second})
      state_counts.push_back(states);
  return spread_of(state_counts).mean;
}

Spec read_pair_model(const HammingChoice& choice) {
  auto overrides = choice.overrides;
  if (choice.pairs && takes_replicas(choice)) overrides.push_back(fmt::format("replicas={}", *choice.pairs));
  const Spec spec = read_model(choice.model, overrides);
  check_choice(choice, spec);
  return spec;
}

HammingReport analyze_hamming(const HammingChoice& choice, const Backend& backend, const Hooks& hooks,
                              const std::optional<fs::path>& folder) {
  const Spec spec = read_pair_model(choice);
  HammingReport report;
  report.model = choice.model.path.string();
  report.lattice_sites = spec.lattice->global.sites();
  report.changed = choice.sites;
  report.steps = *spec.steps;
  report.every = choice.every.value_or(part_of_steps(spec, 200));
  run_pairs(choice, spec, backend, hooks, folder, report);
  const std::uint64_t from = choice.from.value_or(*spec.steps - *spec.steps / 4);
  report.plateau = plateau_of(report.density, from);
  report.of_partly = plateau_of_partly(report, from);
  return report;
}

}  // namespace morula
