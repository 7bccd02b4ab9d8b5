// Alan Hensel's letters: arrangements of the eight Moore neighbours that no rotation or reflection turns into
// each other, though as many of them are live. `2a` is two adjacent ones, `2i` two with the cell in a line
// between them.
#pragma once

#include <bitset>
#include <string>
#include <string_view>

namespace morula {

// One bit for each arrangement. Bit i of an arrangement's number is the i-th neighbour in the order of
// canonical cells (x fastest): (-1,-1) (0,-1) (1,-1) (-1,0) (1,0) (-1,1) (0,1) (1,1).
using Arrangements = std::bitset<256>;

// The letters that may follow a count, from a to z; none for 0 and 8, which have one arrangement each.
std::string_view hensel_letters(unsigned count);

// Empty when the letter may not follow the count.
Arrangements arrangements_of(unsigned count, char letter);
Arrangements arrangements_of(unsigned count);

// As Golly writes it: `2-i34q`, letters in order, whichever of both signs is shorter. Nothing but whole
// classes can be written.
std::string hensel_text(const Arrangements& arrangements);

}  // namespace morula
