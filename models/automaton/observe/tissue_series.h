// What is observed of a tissue: its phases, re-entry, conduction velocity.
#pragma once

#include "models/automaton/automaton_engine.h"
#include "models/model.h"

namespace morula {

std::vector<std::string> tissue_columns(const TissueSpec& tissue);

// Adds to the counts of states the activation times of the two sites between which the velocity is taken: 0
// for one that is not owned here.
void add_path_sums(const TissueSpec& tissue, const Lattice& lattice, AutomatonEngine& engine, Sums& sums);

// Would the times behind the counts of all states make a wave faster than any can be? Then they belong to two
// different waves.
bool compares_two_waves(const TissueSpec& tissue, const Sums& totals, unsigned states);

// From the counts of all states, and those times behind them.
Row tissue_row(const TissueSpec& tissue, const Sums& totals, unsigned states, std::uint64_t time);

}  // namespace morula
