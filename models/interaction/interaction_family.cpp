// The family of competing species: its models, their requirements, and their division among ranks.
#include "models/interaction/interaction_family.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/interaction_changes.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/interaction_model.h"
#include "models/interaction/observe/observation_sums.h"
#include "models/interaction/observe/species_colours.h"
#include "models/interaction/observe/species_series.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/plain/pair_outcomes.h"

namespace morula {
namespace {

const InteractionSpec& interaction_of(const Spec& spec) {
  return dynamic_cast<const InteractionSpec&>(*spec.section);
}

// With feedback every replica has rates of its own. Engines that keep no table of rates for each pair have
// few states, and what they keep instead is small.
std::uint64_t rate_bytes(const InteractionSpec& interaction) {
  if (!interaction.feedback) return 0;
  const std::uint64_t states = interaction.states();
  const bool has_outcomes = interaction.order == UpdateOrder::Sequential;  // in addition to the rates
  const std::uint64_t of_pair = sizeof(Thresholds) + (has_outcomes ? sizeof(PairOutcomes) : 0);
  return interaction.replicas * states * states * of_pair;
}

Footprint interaction_footprint(const Spec& spec, const Backend& backend) {
  const InteractionSpec& interaction = interaction_of(spec);
  const std::uint64_t sites = interaction.lattice.stored.sites() * interaction.replicas;
  constexpr std::uint64_t saving = 2 * slab_bytes;  // a slab and its compressed form
  const std::uint64_t observing =
      saving + observing_bytes(interaction) + (spec.output.series_every ? row_bytes(interaction) : 0);
  const std::uint64_t rates = rate_bytes(interaction);
  const bool on_threads = backend.kind == BackendKind::Cpu;
  const EngineChoice choice = engine_choice(interaction, on_threads ? Processor::Threads : Processor::Device);
  if (choice == EngineChoice::BitPlanes) return {bitplane_cpu_bytes(interaction) + observing, 0, 0};
  if (on_threads) return {sites + rates + observing, 0, 0};
  const std::uint64_t host =
      slab_bytes + observing + rates;  // the tables of rates are put together on the host
  const bool in_tiles = choice == EngineChoice::Tiles;
  if (!in_tiles && choice != EngineChoice::Phases) return {host, sites + rates, std::max(sites, rates)};
  const std::uint64_t planes = in_tiles ? bitplane_gpu_bytes(interaction) : phase_gpu_bytes(interaction),
                      buffers = in_tiles ? 2 : phase_gpu_buffers(interaction);
  return {host, buffers * planes + slab_bytes + rates, std::max({planes, slab_bytes, rates})};
}

// Every phase counts as an update.
Divisibility interaction_divisibility(const Spec& spec) {
  const InteractionSpec& interaction = interaction_of(spec);
  const auto refuse = [](const std::string& key, const std::string& what) {
    throw SpecError({}, key, what + " runs on one rank; start it without mpirun");
  };
  const EngineChoice choice = engine_choice(interaction, Processor::Device);
  if (choice == EngineChoice::Sequential)
    refuse("interaction.order", "is sequential, and a model in the sequential order");
  constexpr u64 most_at_once = 8;  // phases in one pass, in tiles of a device
  const u64 generation = BlockOrder(interaction).phases_until(1);
  return {.spoiled = spoiled_layers(interaction),
          .pass = choice == EngineChoice::Tiles ? most_at_once : std::min(generation, most_at_once)};
}

Spec interaction_replica(const Spec& spec, std::uint64_t replica) {
  auto interaction = std::make_shared<InteractionSpec>(interaction_of(spec));
  interaction->replicas = 1;
  interaction->first_replica = replica;
  Spec of_replica = spec;
  of_replica.replicas = Replicas{1, replica};
  of_replica.section = std::move(interaction);
  return of_replica;
}

Spec interaction_part(const Spec& spec, const Lattice& part) {
  auto interaction = std::make_shared<InteractionSpec>(interaction_of(spec));
  interaction->lattice = part;
  Spec of_part = spec;
  of_part.lattice = part;
  of_part.section = std::move(interaction);
  return of_part;
}

std::vector<std::string> interaction_slow_paths(const Spec& spec, const Backend& backend) {
  const InteractionSpec& interaction = interaction_of(spec);
  const Processor processor = backend.device ? Processor::Device : Processor::Threads;
  const EngineChoice choice = engine_choice(interaction, processor);
  if (choice == EngineChoice::Sequential)
    return {"interaction.order: is sequential, which runs on one thread; parallel runs on all processors"};
  if (choice == EngineChoice::Plain)
    return {"interaction.engine: is plain, which is slow; without this key it is quicker"};
  if (choice == EngineChoice::Bytes)
    return {fmt::format("interaction: runs at a fraction of the usual speed, since {}",
                        why_no_bit_planes(interaction, processor))};
  return {};
}

std::vector<gpu::Source> interaction_sources(const Spec& spec) {
  return engine_sources(interaction_of(spec));
}

}  // namespace

std::vector<View> interaction_views(const InteractionSpec& interaction) {
  std::vector<std::string> names = {"empty"};
  for (const Species& species : interaction.species) names.push_back(species.name);
  return {{.name = "state",
           .field = lattice_field(interaction),
           .classes = interaction.states(),
           .colours = colours_of(interaction),
           .names = names}};
}

Family interaction_family() {
  return {.name = "interaction",
          .keys = {"steps", "lattice", "interaction", "initial", "replicas", "first_replica", "replica"},
          .read = read_interaction,
          .footprint = interaction_footprint,
          .make = make_interaction,
          .sources = interaction_sources,
          .slow_paths = interaction_slow_paths,
          .of_replica = interaction_replica,
          .ends_replicas = true,
          .changeable = interaction_changeable(),
          .division = Division{interaction_divisibility, interaction_part, make_interaction}};
}

}  // namespace morula
