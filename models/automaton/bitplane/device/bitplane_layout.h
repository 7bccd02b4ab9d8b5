// How the bit planes of a lattice lie in a device's memory, in the dialect. Plane p holds bit p of every
// state, 32 cells to a word, in rows of WORDS words; bits beyond the end of a row are zero. Defines: SIZE_X,
// SIZE_Y, SIZE_Z, WORDS, PERIODIC, PLANES, and those of the rule: ACTIVE_TO, LAST, HOME, FIRST_FROM,
// FIRST_TO, FIRST_ON, SECOND_FROM, SECOND_TO, SECOND_ON.

#define REST (SIZE_X % 32)  // cells in the last word of a row, 0 when it is full
#define LAST_WORD ((i32)WORDS - 1)
#define INSIDE_LAST (REST ? (1u << (REST % 32)) - 1u : ~0u)
#define PLANE_WORDS ((u64)WORDS * SIZE_Y * SIZE_Z)

// The states in a word of 32 cells, which is `at` words into each plane.
RULE States states_at(GLOBAL const bits* cells, u64 at) {
  States states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = cells[p * PLANE_WORDS + at];
  return states;
}

RULE States no_states(void) {
  States states;
  UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = 0;
  return states;
}

RULE bits between(States states, u32 from, u32 to) { return states_between(states, PLANES, from, to); }

// The rule of the model, constant by constant.
RULE CycleRule cycle(void) {
  CycleRule rule = {
      ACTIVE_TO, LAST, HOME, {FIRST_FROM, FIRST_TO, FIRST_ON}, {SECOND_FROM, SECOND_TO, SECOND_ON}};
  return rule;
}

RULE bits is_active(States states) { return active_cells(states, PLANES, cycle()); }

RULE bits can_be_excited(States states) {
  bits first = FIRST_ON ? between(states, FIRST_FROM, FIRST_TO) : 0;
  bits second = SECOND_ON ? between(states, SECOND_FROM, SECOND_TO) : 0;
  return first | second;
}
