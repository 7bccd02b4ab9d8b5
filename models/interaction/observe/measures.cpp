#include "models/interaction/observe/measures.h"

#include <algorithm>
#include <numeric>

#include "core/elementary.h"
#include "models/interaction/observe/site_pairs.h"

namespace morula {
namespace {

u64 sites_of(StateCounts counts) { return std::accumulate(counts.begin(), counts.end(), u64{0}); }

// The fraction of pairs that differ at each of these distances, averaged over the axes.
std::vector<double> differing_fractions(std::span<const u8> states, const Lattice& lattice,
                                        const PairAxes& axes, Index from, Index distances,
                                        ThreadPool& threads) {
  std::vector<std::vector<SitePairs>> pairs;
  for (const Axis axis : axes.axes)
    pairs.push_back(site_pairs(states, lattice, axis, from, distances, threads));
  std::vector<double> fractions;
  for (Index i = 0; i < distances; ++i) {
    std::vector<SitePairs> along;
    for (const auto& of_axis : pairs) along.push_back(of_axis[i]);
    fractions.push_back(differing_fraction(along));
  }
  return fractions;
}

// Σ ρ(1 − ρ): the fraction of pairs that would differ if sites were independent.
double differing_at_random(StateCounts counts) {
  const auto sites = static_cast<double>(sites_of(counts));
  double sum = 0;
  for (const u64 count : counts) {
    const auto sites_in_state = static_cast<double>(count);
    sum += sites_in_state / sites * ((sites - sites_in_state) / sites);
  }
  return sum;
}

}  // namespace

PairAxes::PairAxes(const Lattice& lattice) {
  const Extent& extent = lattice.global;
  for (const auto& [axis, side] :
       {std::pair{Axis::X, extent.x}, std::pair{Axis::Y, extent.y}, std::pair{Axis::Z, extent.z}})
    if (side > 1) {
      axes.push_back(axis);
      shortest = axes.size() == 1 ? side : std::min(shortest, side);
    }
}

double differing_fraction(std::span<const SitePairs> along_axes) {
  double fraction = 0;
  for (const SitePairs& pairs : along_axes)
    fraction += static_cast<double>(pairs.differing) / static_cast<double>(pairs.compared);
  return fraction / static_cast<double>(along_axes.size());
}

double interface_density(const SitePairs& side_by_side) {
  return side_by_side.compared == 0
             ? 0
             : static_cast<double>(side_by_side.differing) / static_cast<double>(side_by_side.compared);
}

std::vector<double> densities(StateCounts counts) {
  const auto sites = static_cast<double>(sites_of(counts));
  std::vector<double> densities;
  for (const u64 count : counts) densities.push_back(static_cast<double>(count) / sites);
  return densities;
}

double entropy(StateCounts counts) {
  double sum = 0;
  for (const double density : densities(counts))
    if (density > 0) sum -= density * natural_logarithm(density);
  return sum;
}

double entropy_fraction(StateCounts counts) {
  if (counts.size() < 2) return 0;
  // Rounding must not make the fraction larger than 1.
  return std::min(entropy(counts) / natural_logarithm(static_cast<double>(counts.size())), 1.0);
}

double interface_density(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads) {
  return interface_density(pairs_side_by_side(states, lattice, threads));
}

SitePairs pairs_side_by_side(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads) {
  SitePairs sum;
  for (const Axis axis : PairAxes(lattice).axes) {
    const SitePairs pairs = site_pairs(states, lattice, axis, 1, 1, threads).front();
    sum.compared += pairs.compared;
    sum.differing += pairs.differing;
  }
  return sum;
}

// C(r) = Σ (⟨1(x) 1(x + r)⟩ − ρ²) / Σ ρ(1 − ρ) over the states, 1(x) being 1 where the site is in that state.
// Σ ⟨1(x) 1(x + r)⟩ is the fraction of pairs that agree, so C(r) = 1 − differing / Σ ρ(1 − ρ).
std::optional<double> correlation_length(StateCounts counts, std::span<const double> fractions,
                                         Index shortest) {
  if (*std::max_element(counts.begin(), counts.end()) == sites_of(counts)) return 0;
  const double at_random = differing_at_random(counts);
  double before = 1;  // C(r - 1)
  for (Index i = 0; i < fractions.size(); ++i) {
    const double correlation = 1 - fractions[i] / at_random;
    if (correlation <= 0.5) return static_cast<double>(i) + (before - 0.5) / (before - correlation);
    before = correlation;
  }
  if (fractions.size() < shortest / 2) return std::nullopt;
  return static_cast<double>(shortest) / 2;
}

double correlation_length(std::span<const u8> states, StateCounts counts, const Lattice& lattice,
                          ThreadPool& threads) {
  const PairAxes axes(lattice);
  std::vector<double> fractions;
  for (;;) {
    if (const auto length = correlation_length(counts, fractions, axes.shortest)) return *length;
    const Index distances = distances_from(fractions.size() + 1, axes.shortest);
    const auto next_fractions =
        differing_fractions(states, lattice, axes, fractions.size() + 1, distances, threads);
    fractions.insert(fractions.end(), next_fractions.begin(), next_fractions.end());
  }
}

}  // namespace morula
