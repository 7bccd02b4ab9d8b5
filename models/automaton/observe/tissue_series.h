// The observables of a tissue: its phases, re-entry, conduction velocity.
#pragma once

#include "models/automaton/automaton_engine.h"
#include "models/model.h"

namespace morula {

std::vector<std::string> tissue_columns(const TissueSpec& tissue);

// Appends to the counts of states the activation times of the two sites between which the velocity is
// measured. A site that this rank does not own has 0.
void add_path_sums(const TissueSpec& tissue, const Lattice& lattice, AutomatonEngine& engine, Sums& sums);

// Do the activation times at the end of `totals` imply a wave faster than any wave can be? Then they belong
// to two different waves.
bool compares_two_waves(const TissueSpec& tissue, const Sums& totals, unsigned states);

// Makes a row of the series from the counts of all states and the activation times that follow them.
Row tissue_row(const TissueSpec& tissue, const Sums& totals, unsigned states, std::uint64_t time);

}  // namespace morula
