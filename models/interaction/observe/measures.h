// What is measured besides the counts of species: pure functions of counts and states. Sums are of integers
// or in a fixed order, and divided at the end, so that every machine gets the same number.
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

// Of one replica: sites in each state, empty ones first.
using StateCounts = std::span<const u64>;

std::vector<double> densities(StateCounts counts);
double entropy(StateCounts counts);           // Shannon's, of the densities of all states, in nats
double entropy_fraction(StateCounts counts);  // of the greatest, at which all states are equally frequent

// The axes along which there are pairs of sites, and the shortest of their sides.
struct PairAxes {
  explicit PairAxes(const Lattice& lattice);
  std::vector<Axis> axes;
  Index shortest = 0;
};

// The fraction of pairs of sites at one distance that differ, averaged over the axes.
double differing_fraction(std::span<const SitePairs> along_axes);

// The fraction of pairs of sites side by side, along any axis, whose states differ.
double interface_density(const SitePairs& side_by_side);

// The distance at which the correlation of states, averaged over the axes, falls to ½, linear between whole
// distances: from the fractions of pairs that differ at distances 1, 2, …. 0 where one state fills the
// lattice; half the shortest side where it does not fall that far; nothing while more distances are needed to
// tell.
std::optional<double> correlation_length(StateCounts counts, std::span<const double> fractions,
                                         Index shortest);

// How many distances to count next, beginning with `from`: a row of sites is read once for all of them.
constexpr Index distances_from(Index from, Index shortest) {
  return std::min<Index>(8, shortest / 2 - from + 1);
}

// The same of the states of a whole replica, in canonical order.
SitePairs pairs_side_by_side(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads);
double interface_density(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads);
double correlation_length(std::span<const u8> states, StateCounts counts, const Lattice& lattice,
                          ThreadPool& threads);

}  // namespace morula
