#include "models/interaction/bitplane/bitplane_spec.h"

#include <algorithm>
#include <bit>

namespace morula {
namespace {

constexpr unsigned most_on_planes = 15;  // species: MOST_PLANES digits, and 0 is an empty site

// Kernels count rows and words in 32 bits.
constexpr Index longest_side = Index{1} << 30;

bool rates_are_one(const InteractionSpec& interaction) {
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

bool is_sliced(const InteractionSpec& interaction) {
  const Lattice& lattice = interaction.lattice;
  const bool even = lattice.global.x % 2 == 0 && lattice.global.y % 2 == 0;
  return !interaction.plain && interaction.order == Order::Parallel && !interaction.choices.needs_kin &&
         lattice.dimensions == 2 && interaction.species.size() <= most_on_planes &&
         rates_are_one(interaction) && (even || lattice.boundary.all(Boundary::Fixed)) &&
         std::max(lattice.global.x, lattice.global.y) <= longest_side;
}

unsigned planes_of(const InteractionSpec& interaction) {
  return static_cast<unsigned>(std::bit_width(interaction.states() - 1));
}

std::vector<Hunt> hunts_of(const InteractionSpec& interaction) {
  std::vector<Hunt> hunts;
  const u32 count = static_cast<u32>(interaction.species.size());
  for (u32 predator = 0; predator < count; ++predator)
    for (u32 prey = 0; prey < count; ++prey)
      if (interaction.predation[predator * count + prey] > 0) hunts.push_back({predator + 1, prey + 1});
  return hunts;
}

u32 common_rate(const InteractionSpec& interaction) {
  const std::vector<Hunt> hunts = hunts_of(interaction);
  const Hunt any = hunts.empty() ? Hunt{1, 1} : hunts.front();
  return any.first * interaction.states() + any.second;
}

}  // namespace morula
