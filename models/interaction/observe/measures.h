// What is measured besides the counts of species: pure functions of counts and states. Sums are of integers
// or in a fixed order, and divided at the end, so that every machine gets the same number.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"
#include "core/threads.h"

namespace morula {

// Of one replica: sites in each state, empty ones first.
using StateCounts = std::span<const u64>;

std::vector<double> densities(StateCounts counts);
double entropy(StateCounts counts);           // Shannon's, of the densities of all states, in nats
double entropy_fraction(StateCounts counts);  // of the greatest, at which all states are equally frequent

// The following take the states of a whole replica, in canonical order.

// The fraction of pairs of sites side by side, along any axis, whose states differ.
double interface_density(std::span<const u8> states, const Lattice& lattice, ThreadPool& threads);

// The distance at which the correlation of states, averaged over the axes, falls to ½, linear between whole
// distances. 0 where one state fills the lattice; half the shortest side where it does not fall that far.
double correlation_length(std::span<const u8> states, StateCounts counts, const Lattice& lattice,
                          ThreadPool& threads);

}  // namespace morula
