#include "tests/validation/processes.h"

#include <cmath>

#include "tests/interaction/cases.h"

namespace morula::validation {
namespace {

InteractionSpec square(Index side, unsigned reach = 2, Boundary boundary = Boundary::Periodic,
                       RuleVariant variant = {1, 0, 0}) {
  InteractionSpec spec = test::cyclic(3, {side, side, 1}, 2, boundary, reach);
  spec.variant = variant;
  start_equal(spec);
  return spec;
}

InteractionSpec cube(Index side, RuleVariant variant = {1, 0, 0}) {
  InteractionSpec spec = test::cyclic(3, {side, side, side}, 3, Boundary::Periodic, 3);
  spec.variant = variant;
  start_equal(spec);
  return spec;
}

InteractionSpec mobile(InteractionSpec spec) {
  for (Species& species : spec.species) {
    species.mobility = 0.75;
    species.reproduction = 0.125;
  }
  return with_predation(std::move(spec), 0.5);
}

}  // namespace

void start_equal(InteractionSpec& spec, bool with_empties) {
  const u64 sites = spec.lattice.global.sites(), parts = spec.species.size() + (with_empties ? 1 : 0);
  spec.initial.counts.assign(spec.states(), sites / parts);
  spec.initial.counts[0] = sites - sites / parts * spec.species.size();
}

InteractionSpec rock_paper_scissors(Index side, double mobility, double reproduction, double predation) {
  InteractionSpec spec = square(side);
  for (Species& species : spec.species) {
    species.mobility = mobility;
    species.reproduction = reproduction;
  }
  for (double& rate : spec.predation)
    if (rate > 0) rate = predation;
  return spec;
}

std::vector<Named> processes(Index side) {
  const Index even = side / 2 * 2, odd = even + 1;
  const Index cube_side = static_cast<Index>(std::cbrt(static_cast<double>(side * side))) / 2 * 2;
  return {{"Moore", square(even)},
          {"von Neumann", square(even, 1)},
          {"odd sides", square(odd)},
          {"walls", square(even, 2, Boundary::Fixed)},
          {"mobility into-empty", square(even, 2, Boundary::Periodic, {0, 0, 0})},
          {"reproduction with-kin, sides of 3n", square(even / 3 * 3, 2, Boundary::Periodic, {1, 1, 0})},
          {"Algorithm 1: into-empty, with-kin; sides of 3n + 1",
           square(even / 3 * 3 + 1, 2, Boundary::Periodic, {0, 1, 0})},
          {"3D, 26 neighbours", cube(cube_side)},
          {"3D, 26 neighbours, odd sides, with-kin", cube(cube_side + 1, {1, 1, 0})}};
}

std::vector<Named> short_lived() {
  return {{"16², Moore", mobile(square(16))},
          {"15², Moore", mobile(square(15))},
          {"16², von Neumann, walls", mobile(square(16, 1, Boundary::Fixed))},
          {"16², with-kin", mobile(square(16, 2, Boundary::Periodic, {1, 1, 0}))},
          {"6³, 26 neighbours", mobile(cube(6))}};
}

Named slower(Named process, u64 times) {
  const auto less = 1 / static_cast<double>(times);
  for (Species& species : process.spec.species) {
    species.mobility *= less;
    species.reproduction *= less;
  }
  process.spec = with_predation(std::move(process.spec), less);
  process.slower *= times;
  process.name += ", 1/" + std::to_string(times) + " of the rates";
  return process;
}

Named lotka_volterra(Index side) {
  return {"predation replaced", square(side, 2, Boundary::Periodic, {1, 0, 1})};
}

InteractionSpec in_order(InteractionSpec spec, UpdateOrder order) {
  spec.order = order;
  return spec;
}

InteractionSpec with_predation(InteractionSpec spec, double times) {
  for (double& rate : spec.predation) rate *= times;
  return spec;
}

}  // namespace morula::validation
