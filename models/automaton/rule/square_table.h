// A rule of two states as a table of squares of 3 x 3 cells: every rule in two dimensions has it whose
// neighbours lie within the square, whatever they weigh.
#pragma once

#include <bitset>
#include <optional>

#include "core/lattice.h"
#include "models/automaton/rule/neighbourhood.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

// Bit number s: the next state of the cell in the middle of square s, whose cells are the bits of s, row by
// row from the one at (-1, -1).
using SquareTable = std::bitset<512>;

constexpr unsigned square_bit(i32 dx, i32 dy) { return static_cast<unsigned>(3 * (dy + 1) + dx + 1); }

// Nothing for a rule that is no such table, and for lattices too narrow to be worth it.
std::optional<SquareTable> square_table_of(const Lattice& lattice, const Neighbourhood& neighbourhood,
                                           const Transitions& transitions);

}  // namespace morula
