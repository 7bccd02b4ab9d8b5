#include "models/interaction/observe/measures.h"

#include <algorithm>
#include <numeric>

#include "core/elementary.h"
#include "models/interaction/observe/site_pairs.h"

namespace morula {
namespace {

u64 sites_of(StateCounts counts) { return std::accumulate(counts.begin(), counts.end(), u64{0}); }

// Axes along which there are pairs.
struct Axes {
  explicit Axes(const Lattice& lattice) {
    const Extent& extent = lattice.global;
    for (const auto& [axis, side] :
         {std::pair{Axis::X, extent.x}, std::pair{Axis::Y, extent.y}, std::pair{Axis::Z, extent.z}})
      if (side > 1) {
        axes.push_back(axis);
        shortest = axes.size() == 1 ? side : std::min(shortest, side);
      }
  }
  std::vector<Axis> axes;
  Index shortest = 0;  // side
};

// At each of these distances, the fraction of pairs that differ, averaged over the axes.
std::vector<double> differing_fractions(std::span<const u8> states, const Lattice& lattice, const Axes& axes,
                                        Index from, Index distances, ThreadPool& threads) {
  std::vector<double> fractions(distances);
  for (const Axis axis : axes.axes) {
    const std::vector<SitePairs> pairs = site_pairs(states, lattice, axis, from, distances, threads);
    for (Index i = 0; i < distances; ++i)
      fractions[i] += static_cast<double>(pairs[i].differing) / static_cast<double>(pairs[i].all);
  }
  for (double& fraction : fractions) fraction /= static_cast<double>(axes.axes.size());
  return fractions;
}

// Σ ρ(1 − ρ): the fraction of pairs that would differ if sites were independent.
double differing_at_random(StateCounts counts) {
  const auto sites = static_cast<double>(sites_of(counts));
  double sum = 0;
  for (const u64 count : counts) {
    const auto own = static_cast<double>(count);
    sum += own / sites * ((sites - own) / sites);
  }
  return sum;
}

}  // namespace

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
  // Rounding must not lead beyond the greatest.
  return std::min(entropy(counts) / natural_logarithm(static_cast<double>(counts.size())), 1.0);
}

double interface_density(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads) {
  SitePairs sum;
  for (const Axis axis : Axes(lattice).axes) {
    const SitePairs pairs = site_pairs(states, lattice, axis, 1, 1, threads).front();
    sum.all += pairs.all;
    sum.differing += pairs.differing;
  }
  return sum.all == 0 ? 0 : static_cast<double>(sum.differing) / static_cast<double>(sum.all);
}

// C(r) = Σ (⟨1(x) 1(x + r)⟩ − ρ²) / Σ ρ(1 − ρ) over the states, 1(x) being 1 where the site is in that state.
// Σ ⟨1(x) 1(x + r)⟩ is the fraction of pairs that agree, so C(r) = 1 − differing / Σ ρ(1 − ρ).
double correlation_length(std::span<const u8> states, StateCounts counts, const Lattice& lattice,
                          ThreadPool& threads) {
  if (*std::max_element(counts.begin(), counts.end()) == states.size()) return 0;
  constexpr Index at_once = 8;  // distances for each reading of a row
  const Axes axes(lattice);
  const double at_random = differing_at_random(counts);
  double before = 1;  // C(r - 1)
  for (Index from = 1; from <= axes.shortest / 2; from += at_once) {
    const Index distances = std::min(at_once, axes.shortest / 2 - from + 1);
    const auto fractions = differing_fractions(states, lattice, axes, from, distances, threads);
    for (Index i = 0; i < distances; ++i) {
      const double correlation = 1 - fractions[i] / at_random;
      if (correlation <= 0.5)
        return static_cast<double>(from + i - 1) + (before - 0.5) / (before - correlation);
      before = correlation;
    }
  }
  return static_cast<double>(axes.shortest) / 2;
}

}  // namespace morula
