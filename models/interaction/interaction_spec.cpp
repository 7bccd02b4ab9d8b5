#include "models/interaction/interaction_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/nearest.h"
#include "core/stream.h"
#include "models/engine_reader.h"
#include "models/interaction/observe/species_series.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/read/initial_species_reader.h"
#include "models/interaction/read/rates_reader.h"
#include "models/interaction/read/species_reader.h"
#include "models/lattice_reader.h"
#include "models/replicas_reader.h"

namespace morula {
namespace {

// Largest refinement: a block that acts in one of a thousand phases hardly ever acts beside another.
constexpr std::uint64_t finest = 1024;

// If predators replace their prey, a phase of full length makes neighbours more alike by a fifth; a sixteenth
// of it, by about a hundredth. docs/validation/interaction.md has the figures.
std::uint64_t usual_refinement(const InteractionSpec& interaction) {
  return interaction.order == UpdateOrder::Parallel && interaction.variant.takes_over ? 16 : 1;
}

// `until: {time: T}` is read by read_end().
bool reads_until_extinction(io::Section& section) {
  const io::Value* until = section.value("until");
  if (!until || until->kind == io::Value::Kind::Map) return false;
  if (until->text == "extinction") return true;
  section.problem("until", fmt::format("is {}; must be extinction, or {{time: T}} with a time in the unit of "
                                       "the rates; leave it out to run all steps",
                                       describe(*until)));
  return false;
}

void read_choices(io::Section& section, InteractionSpec& interaction, Spec& spec) {
  RuleVariant& variant = interaction.variant;
  variant.swaps = section.choice("mobility", {"swap", "into-empty"}) != "into-empty";
  variant.needs_kin = section.choice("reproduction", {"free", "with-kin"}) == "with-kin";
  variant.takes_over = section.choice("predation", {"empty", "replaced"}) == "replaced";
  const unsigned dimensions = interaction.lattice.dimensions;
  const auto named = section.choice("neighbourhood", neighbourhood_names(dimensions)).value_or("");
  interaction.neighbourhood = neighbourhood_called(named, dimensions);
  if (section.choice("order", {"parallel", "sequential"}) == "sequential") {
    interaction.order = UpdateOrder::Sequential;
    spec.cpu_only =
        Problem{section.place_of("order"), section.path_of("order"),
                "is sequential, which runs only on the CPU; choose --backend cpu, or order: parallel"};
  }
  interaction.refine = section.whole("refine", 1, finest).value_or(usual_refinement(interaction));
  if (interaction.refine > 1 && interaction.order == UpdateOrder::Sequential)
    section.problem("refine", "is for the parallel order; remove it, or say order: parallel");
  interaction.until_extinction = reads_until_extinction(section);
  if (interaction.until_extinction) spec.until = {section.place_of("until"), section.path_of("until")};
  interaction.plain = chooses_plain_engine(section);
}

bool ends_at_a_time(const io::Section& root) {
  const auto section = root.peek("interaction");
  const auto until = section ? section->peek("until") : std::nullopt;
  return until && until->has("time");
}

// `until: {time: 1000}`, in the unit of the rates: the run ends with the generation that reaches this time,
// or with `steps` if that comes first.
void read_end(io::Section& section, Spec& spec) {
  const io::Value* written = section.value("until");
  if (!written || written->kind != io::Value::Kind::Map) return;
  auto until = *section.section("until");
  const auto time = until.real("time", 0, 1e12, io::Presence::Required);
  until.finish();
  if (!time) return;
  if (!spec.steps_per_time)
    return until.problem("time",
                         "is in the unit of rates that are normalised; say normalise: true, or take 'steps', "
                         "which are generations");
  const double generations = std::ceil(*time * *spec.steps_per_time);
  if (generations > static_cast<double>(largest_when))
    return until.problem("time", fmt::format("is {}, which is {:.3g} generations; must be at most {:.3g}",
                                             *time, generations, static_cast<double>(largest_when)));
  const auto end = static_cast<std::uint64_t>(generations);
  spec.ends_at_a_time = end <= spec.steps.value_or(end);
  spec.steps = std::min(spec.steps.value_or(end), end);
}

Observables read_observables(io::Section& section) {
  Observables observe;
  const io::Value* list = section.value("observe");
  if (!list) return observe;
  const std::vector<std::string> names = {"densities", "entropy", "interface", "correlation", "extinction"};
  const std::vector<bool*> chosen = {&observe.densities, &observe.entropy, &observe.interface,
                                     &observe.correlation, &observe.extinction};
  if (list->kind != io::Value::Kind::List)
    section.problem("observe",
                    fmt::format("is {}; must be a list, as in [densities, entropy]", describe(*list)));
  for (const io::Value& item : list->items) {
    const auto found = std::ranges::find(names, item.text);
    if (item.kind == io::Value::Kind::Scalar && found != names.end())
      *chosen[static_cast<std::size_t>(found - names.begin())] = true;
    else
      section.problems().add(item.place(), section.path_of("observe"),
                             fmt::format("holds {}; {}", describe(item), must_be_one_of(item.text, names)));
  }
  return observe;
}

void read_interaction_section(io::Section& root, InteractionSpec& interaction, Spec& spec) {
  auto section = root.section("interaction", io::Presence::Required);
  if (!section) return;
  interaction.species = read_species(*section);
  read_choices(*section, interaction, spec);
  interaction.observe = read_observables(*section);
  if (!interaction.species.empty())
    read_rates(*section, interaction, spec);
  else  // the meaning of these keys depends on the species
    for (const char* key : {"preys", "rates", "normalise", "feedback"}) section->allow(key);
  if (!interaction.species.empty()) read_end(*section, spec);
  section->finish();
}

void read_batch(io::Section& root, InteractionSpec& interaction, Spec& spec) {
  const Replicas batch = read_replicas(root);
  spec.replicas = batch;
  interaction.replicas = batch.count;
  interaction.first_replica = batch.first;
  if (spec.lattice && batch.count > largest_where / spec.lattice->global.sites())
    root.problem("replicas", "have more than 2^48 sites together; make fewer, or smaller ones");
}

// Blocks have two sites a side. If actors look at all their neighbours, blocks have three.
bool sides_suffice(io::Section& root, const InteractionSpec& interaction, const Spec& spec) {
  const Lattice& lattice = interaction.lattice;
  if (interaction.order != UpdateOrder::Parallel) return true;
  const Index least = interaction.variant.needs_kin ? 3 : 2;
  Index shortest = least;  // shortest periodic side
  const auto shorten = [&](Index side, Boundary boundary) {
    if (boundary == Boundary::Periodic) shortest = std::min(shortest, side);
  };
  shorten(lattice.global.x, lattice.boundary.x);
  shorten(lattice.global.y, lattice.boundary.y);
  if (lattice.dimensions == 3) shorten(lattice.global.z, lattice.boundary.z);
  if (shortest >= least) return true;
  root.problems().add(
      spec.size.place, spec.size.key,
      fmt::format("has a periodic side of {}; the parallel order{} needs at least {}: make it "
                  "larger, or say order: sequential",
                  shortest, least == 3 ? " with reproduction: with-kin" : "", least));
  return false;
}

// Draws are addressed by phase.
void check_phases(io::Section& root, const InteractionSpec& interaction, const Spec& spec) {
  if (!spec.lattice || interaction.order != UpdateOrder::Parallel || !sides_suffice(root, interaction, spec))
    return;
  const BlockOrder order(interaction);
  if (order.phases_until(spec.steps.value_or(0)) > largest_when)
    root.problem("steps", fmt::format("is {}; must be at most {} on this lattice", *spec.steps,
                                      largest_when / order.phases_until(1)));
}

void read_on_lattice(io::Section& root, const InputFolder& folder, InteractionSpec& interaction, Spec& spec) {
  read_interaction_section(root, interaction, spec);
  read_batch(root, interaction, spec);
  check_phases(root, interaction, spec);
  if (interaction.species.empty()) return root.allow("initial");
  interaction.initial = read_initial_species(root, folder, interaction, spec);
  spec.views = interaction_views(interaction);
  spec.figure = series_figure_of(interaction);
  spec.columns = typed_columns(interaction);
  if (interaction.observe.extinction) spec.events = {extinction_columns(interaction)};
}

}  // namespace

void read_interaction(io::Section& root, const InputFolder& folder, Spec& spec) {
  auto interaction = std::make_shared<InteractionSpec>();
  read_steps(root, spec, ends_at_a_time(root) ? io::Presence::Optional : io::Presence::Required);
  read_with_lattice(root, spec, [&](const Lattice& lattice) {
    *interaction = {};
    interaction->lattice = lattice;
    read_on_lattice(root, folder, *interaction, spec);
  });
  spec.section = interaction;
}

}  // namespace morula
