// Alan Hensel's letters: they distinguish arrangements of the eight Moore neighbours with the same number of
// live ones, unless a rotation or reflection turns one into the other. In `2a` the two live neighbours are
// adjacent, in `2i` they are opposite, with the cell in a line between them.
#pragma once

#include <bitset>
#include <string>
#include <string_view>

namespace morula {

// One bit for each arrangement. Bit i of an arrangement's number is the i-th neighbour in canonical order (x
// fastest): (-1,-1) (0,-1) (1,-1) (-1,0) (1,0) (-1,1) (0,1) (1,1).
using Arrangements = std::bitset<256>;

// The letters that may follow a count, in alphabetical order; empty for 0 and 8, which have one arrangement
// each.
std::string_view hensel_letters(unsigned count);

// Empty if the letter may not follow the count.
Arrangements arrangements_of(unsigned count, char letter);
Arrangements arrangements_of(unsigned count);

// Golly's notation, such as `2-i34q`: letters in order, listed or excluded with a minus sign, whichever is
// shorter. The arrangements must be whole classes.
std::string hensel_text(const Arrangements& arrangements);

}  // namespace morula
