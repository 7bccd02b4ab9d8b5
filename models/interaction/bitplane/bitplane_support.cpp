#include "models/interaction/bitplane/bitplane_support.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "models/interaction/bitplane/device/state_rates.h"
#include "models/interaction/bitplane/device/tile_shape.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/rates/rate_classes.h"

namespace morula {
namespace {

constexpr unsigned most_species_on_planes = 15;  // MOST_PLANES binary digits, with 0 for an empty site

// Each class is a threshold that the number of every block is compared with. With more classes it is quicker
// to compare each number only with its own thresholds: by bytes on threads, by functions of states on
// devices.
constexpr u32 most_rate_classes = 24;

// Kernels count rows and words in 32 bits.
constexpr Index longest_side = Index{1} << 30;

bool has_many_species(const InteractionSpec& interaction) {
  return interaction.species.size() > most_species_on_planes;
}

// Says what there is too much of for bit planes on threads: species or classes of rates.
std::string why_too_many_for_threads(const InteractionSpec& interaction) {
  if (has_many_species(interaction))
    return fmt::format("there are {} species; {} or fewer are quicker", interaction.species.size(),
                       most_species_on_planes);
  return fmt::format("its rates add up to {} different sums; {} or fewer are quicker",
                     RateClasses(interaction).count(), most_rate_classes);
}

}  // namespace

std::string why_no_bit_planes(const InteractionSpec& interaction, Processor processor) {
  const Extent& size = interaction.lattice.global;
  if (interaction.variant.needs_kin) return "reproduction is with-kin; free is quicker";
  if (std::max({size.x, size.y, size.z}) > longest_side)
    return fmt::format("a side is longer than {}; shorter ones are quicker", longest_side);
  if (!decides_by_state(interaction)) return "";
  if (processor == Processor::Threads) return why_too_many_for_threads(interaction);
  if (interaction.feedback)
    return why_too_many_for_threads(interaction) + ", and so are rates without feedback";
  if (!rates_fit_expressions(interaction))
    return "it has too many different rates and preys; fewer rates, and at most 16 preys of a species, are "
           "quicker";
  return "";
}

bool supports_bit_planes(const InteractionSpec& interaction, Processor processor) {
  return interaction.order == UpdateOrder::Parallel && why_no_bit_planes(interaction, processor).empty();
}

bool decides_by_state(const InteractionSpec& interaction) {
  return has_many_species(interaction) || RateClasses(interaction).count() > most_rate_classes;
}

bool supports_tiles(const InteractionSpec& interaction) {
  const Lattice& lattice = interaction.lattice;
  const auto is_divisible = [](Index length, Boundary boundary) {
    return boundary == Boundary::Fixed || length % 2 == 0;
  };
  // If a tile wraps around the sides of a lattice, refined phases need rows of whole combs.
  const bool wraps_combs = interaction.refine == 1 || lattice.boundary.x == Boundary::Fixed ||
                           lattice.global.x % (2 * BlockOrder(interaction).comb_span()) == 0 ||
                           holds_whole_rows(interaction);
  return !decides_by_state(interaction) && supports_bit_planes(interaction, Processor::Device) &&
         wraps_combs && lattice.dimensions == 2 && is_divisible(lattice.global.x, lattice.boundary.x) &&
         is_divisible(lattice.global.y, lattice.boundary.y);
}

bool uses_tiles(const InteractionSpec& interaction) {
  return !interaction.plain && supports_tiles(interaction);
}

bool uses_bit_planes(const InteractionSpec& interaction, Processor processor) {
  return !interaction.plain && supports_bit_planes(interaction, processor);
}

bool is_odd_circle(const InteractionSpec& interaction) {
  return interaction.lattice.boundary.x == Boundary::Periodic && interaction.lattice.stored.x % 2 == 1;
}

unsigned plane_count(const InteractionSpec& interaction) {
  return static_cast<unsigned>(std::bit_width(interaction.states() - 1));
}

std::vector<PredatorPrey> predator_prey_pairs(const InteractionSpec& interaction) {
  std::vector<PredatorPrey> pairs;
  const u32 count = static_cast<u32>(interaction.species.size());
  for (u32 predator = 0; predator < count; ++predator)
    for (u32 prey = 0; prey < count; ++prey)
      if (interaction.predation[predator * count + prey] > 0) pairs.push_back({predator + 1, prey + 1});
  return pairs;
}

u32 common_rate_index(const InteractionSpec& interaction) {
  const std::vector<PredatorPrey> pairs = predator_prey_pairs(interaction);
  const PredatorPrey any = pairs.empty() ? PredatorPrey{1, 1} : pairs.front();
  return any.first * interaction.states() + any.second;
}

}  // namespace morula
