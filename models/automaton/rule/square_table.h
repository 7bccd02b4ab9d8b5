// A rule as a table of squares of 3 x 3 cells. Every rule of two states in two dimensions has such a table if
// its neighbours lie within the square, whatever their weights are.
#pragma once

#include <bitset>
#include <optional>

#include "core/lattice.h"
#include "core/neighbourhood.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

// Bit s is the next state of the cell in the middle of square s. The bits of s are the cells of the square,
// row by row from the one at (-1, -1).
using SquareTable = std::bitset<512>;

constexpr unsigned square_bit(i32 dx, i32 dy) { return static_cast<unsigned>(3 * (dy + 1) + dx + 1); }

// Nothing for other rules, and for lattices that are too narrow.
std::optional<SquareTable> square_table_of(const Lattice& lattice, const Neighbourhood& neighbourhood,
                                           const Transitions& transitions);

}  // namespace morula
