#include "models/automaton/observe/tissue_observation.h"

#include <array>
#include <cmath>

namespace morula {
namespace {

double square(Index a, Index b) {
  const double apart = static_cast<double>(a > b ? a - b : b - a);
  return apart * apart;
}

// Sites per step between the last activations of the two sites; 0 until the second has followed the first.
double velocity_along(const TissueSpec::Path& path, const Lattice& lattice, AutomatonEngine& engine) {
  u32 from = 0, to = 0;
  engine.read_activation_times({lattice.index_of(path.from), 1}, std::span(&from, 1));
  engine.read_activation_times({lattice.index_of(path.to), 1}, std::span(&to, 1));
  if (from == 0 || to <= from) return 0;
  const double distance = std::sqrt(square(path.from.x, path.to.x) + square(path.from.y, path.to.y) +
                                    square(path.from.z, path.to.z));
  return distance / static_cast<double>(to - from);
}

}  // namespace

Observation observe_tissue(const TissueSpec& tissue, const Lattice& lattice, AutomatonEngine& engine,
                           std::uint64_t time) {
  std::array<std::uint64_t, 5> cells{};
  const std::vector<std::uint64_t> counts = engine.count_states();
  for (u32 state = 0; state < counts.size(); ++state)
    cells[static_cast<std::size_t>(tissue.kind_of(state))] += counts[state];
  const auto of = [&](PhaseKind kind) { return cells[static_cast<std::size_t>(kind)]; };
  Observation observation = {{"resting", of(PhaseKind::Resting)},
                             {"activated", of(PhaseKind::Activated)},
                             {"refractory", of(PhaseKind::Refractory)},
                             {"relative", of(PhaseKind::Relative)}};
  if (tissue.scar_state) observation.push_back({"scar", of(PhaseKind::Scar)});
  const bool outlasts = time > tissue.last_stimulus() + tissue.crossing_time;
  observation.push_back({"reentry", std::uint64_t{outlasts && of(PhaseKind::Activated) > 0}});
  if (tissue.velocity) observation.push_back({"velocity", velocity_along(*tissue.velocity, lattice, engine)});
  return observation;
}

}  // namespace morula
