#include "models/automaton/observe/tissue_series.h"

#include <array>
#include <cmath>

namespace morula {
namespace {

double square(Index a, Index b) {
  const double difference = static_cast<double>(a > b ? a - b : b - a);
  return difference * difference;
}

// Has the second site been activated after the first?
bool has_followed(std::uint64_t from, std::uint64_t to) { return from != 0 && to > from; }

// Velocity in sites per step, from the last activations of the two sites.
Number velocity_along(const TissueSpec::Path& path, std::uint64_t from, std::uint64_t to) {
  if (!has_followed(from, to) || to - from < path.fewest_steps) return Absent{};
  const double distance = std::sqrt(square(path.from.x, path.to.x) + square(path.from.y, path.to.y) +
                                    square(path.from.z, path.to.z));
  return distance / static_cast<double>(to - from);
}

}  // namespace

std::vector<std::string> tissue_columns(const TissueSpec& tissue) {
  std::vector<std::string> names = {"resting", "activated", "refractory", "relative"};
  if (tissue.scar_state) names.emplace_back("scar");
  names.emplace_back("reentry");
  if (tissue.velocity) names.emplace_back("velocity");
  return names;
}

void add_path_sums(const TissueSpec& tissue, const Lattice& lattice, AutomatonEngine& engine, Sums& sums) {
  if (!tissue.velocity) return;
  for (const Site& site : {tissue.velocity->from, tissue.velocity->to}) {
    u32 time = 0;
    const Index from_first = lattice.index_of(site) - lattice.first_canonical();  // modulo 2^64
    if (from_first < lattice.owned.sites())
      engine.read_activation_times({lattice.first_in_memory() + from_first, 1}, std::span(&time, 1));
    sums.push_back(time);
  }
}

bool compares_two_waves(const TissueSpec& tissue, const Sums& totals, unsigned states) {
  if (!tissue.velocity) return false;
  const std::uint64_t from = totals[states], to = totals[states + 1];
  return has_followed(from, to) && to - from < tissue.velocity->fewest_steps;
}

Row tissue_row(const TissueSpec& tissue, const Sums& totals, unsigned states, std::uint64_t time) {
  std::array<std::uint64_t, 5> cells{};
  for (u32 state = 0; state < states; ++state)
    cells[static_cast<std::size_t>(tissue.kind_of(state))] += totals[state];
  const auto of = [&](PhaseKind kind) { return cells[static_cast<std::size_t>(kind)]; };
  Row row = {of(PhaseKind::Resting), of(PhaseKind::Activated), of(PhaseKind::Refractory),
             of(PhaseKind::Relative)};
  if (tissue.scar_state) row.emplace_back(of(PhaseKind::Scar));
  const bool outlasts = time > tissue.last_stimulus() + tissue.crossing_time;
  row.emplace_back(std::uint64_t{outlasts && of(PhaseKind::Activated) > 0});
  if (tissue.velocity) row.emplace_back(velocity_along(*tissue.velocity, totals[states], totals[states + 1]));
  return row;
}

}  // namespace morula
