#include "models/interaction/bitplane/bitplane_support.h"

#include <algorithm>
#include <bit>

namespace morula {
namespace {

constexpr unsigned most_species_on_planes = 15;  // species: MOST_PLANES digits, and 0 is an empty site

// Kernels count rows and words in 32 bits.
constexpr Index longest_side = Index{1} << 30;

bool all_have_the_same_rates(const InteractionSpec& interaction) {
  const Species& first = interaction.species.front();
  double predation = 0;
  for (const double rate : interaction.predation) predation = std::max(predation, rate);
  return std::ranges::all_of(interaction.species,
                             [&](const Species& one) {
                               return one.mobility == first.mobility &&
                                      one.reproduction == first.reproduction;
                             }) &&
         std::ranges::all_of(interaction.predation,
                             [&](double rate) { return rate == 0 || rate == predation; });
}

}  // namespace

bool supports_bit_planes(const InteractionSpec& interaction) {
  const Lattice& lattice = interaction.lattice;
  const auto is_divisible = [](Index length, Boundary boundary) {
    return boundary == Boundary::Fixed || length % 2 == 0;
  };
  return interaction.order == Order::Parallel && !interaction.variant.needs_kin && lattice.dimensions == 2 &&
         interaction.species.size() <= most_species_on_planes && all_have_the_same_rates(interaction) &&
         is_divisible(lattice.global.x, lattice.boundary.x) &&
         is_divisible(lattice.global.y, lattice.boundary.y) &&
         std::max(lattice.global.x, lattice.global.y) <= longest_side;
}

bool uses_bit_planes(const InteractionSpec& interaction) {
  return !interaction.plain && supports_bit_planes(interaction);
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
