#include "models/automaton/rule/square_table.h"

namespace morula {
namespace {

constexpr Index least_width = 64;  // the narrowest rows that the temporal blocking kernel can compute

bool is_dead_or_live(const Transitions& transitions) {
  return transitions.states() == 2 && !(transitions.of(0).flags & ACTIVE) && transitions.of(1).flags & ACTIVE;
}

u8 next_in_square(unsigned square, const Neighbourhood& neighbourhood, const Transitions& transitions) {
  u32 sum = 0;
  for (const Neighbour& neighbour : neighbourhood.neighbours)
    if (square >> square_bit(neighbour.dx, neighbour.dy) & 1) sum += neighbour.weight;
  const Transition& transition = transitions.of(static_cast<u8>(square >> square_bit(0, 0) & 1));
  return next_state(transition, transitions.excites(transition.row, sum));
}

}  // namespace

std::optional<SquareTable> square_table_of(const Lattice& lattice, const Neighbourhood& neighbourhood,
                                           const Transitions& transitions) {
  if (lattice.dimensions != 2 || lattice.stored.x < least_width || neighbourhood.range > 1 ||
      !is_dead_or_live(transitions))
    return std::nullopt;
  SquareTable table;
  for (unsigned square = 0; square < table.size(); ++square)
    table[square] = next_in_square(square, neighbourhood, transitions) == 1;
  return table;
}

}  // namespace morula
