// Observables other than the counts of species, as pure functions of counts and states. Sums are of integers
// or in a fixed order, and are divided at the end, so that every machine gets the same number.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"
#include "core/threads.h"
#include "models/interaction/observe/site_pairs.h"

namespace morula {

// Number of sites of one replica in each state, empty sites first.
using StateCounts = std::span<const u64>;

std::vector<double> densities(StateCounts counts);
double entropy(StateCounts counts);  // Shannon's, of the densities of all states, in nats
// As a fraction of the greatest entropy, at which all states are equally frequent.
double entropy_fraction(StateCounts counts);

// The axes along which pairs of sites exist, and the shortest side along these axes.
struct PairAxes {
  explicit PairAxes(const Lattice& lattice);
  std::vector<Axis> axes;
  Index shortest = 0;
};

// The fraction of pairs of sites at one distance whose states differ, averaged over the axes.
double differing_fraction(std::span<const SitePairs> along_axes);

// The fraction of adjacent pairs of sites, along any axis, whose states differ.
double interface_density(const SitePairs& side_by_side);

// The distance at which the correlation of states, averaged over the axes, falls to ½. It is interpolated
// linearly between whole distances, from the fractions of pairs that differ at distances 1, 2, .... It is 0
// if one state fills the lattice, and half the shortest side if the correlation does not fall that far.
// Returns nothing while more distances are needed.
std::optional<double> correlation_length(StateCounts counts, std::span<const double> fractions,
                                         Index shortest);

// How many distances to count next, from `from` on. A row of sites is read once for all of them.
constexpr Index distances_from(Index from, Index shortest) {
  return std::min<Index>(8, shortest / 2 - from + 1);
}

// The adjacent pairs of a whole replica, whose states are in canonical order.
SitePairs pairs_side_by_side(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads);
double interface_density(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads);
double correlation_length(std::span<const u8> states, StateCounts counts, const Lattice& lattice,
                          ThreadPool& threads);

}  // namespace morula
