// Counts of active cells slice by slice, and the next states of a word of cells, in the dialect: the code
// that single_step_kernel.h and small_lattice_kernel.h share. A slice is a plane in 3D and a row in 2D.
// Defines besides those of bitplane_layout.h: TABLE_0 … TABLE_7, see next_live.

// The number of active cells around each cell within one slice: ones + 2 (twos + more_twos) + 4 fours. It
// stays in this carry-save form because carrying here costs more than it saves when three such sums are
// added.
typedef struct {
  bits ones, twos, more_twos, fours;
} SliceSum;

RULE SliceSum sum_square(Digits2 above, Digits2 middle, Digits2 below) {
  Digits2 ones = add_cells(above.ones, middle.ones, below.ones);
  Digits2 twos = add_cells(above.twos, middle.twos, below.twos);
  SliceSum sum = {ones.ones, ones.twos, twos.ones, twos.twos};
  return sum;
}

RULE SliceSum sum_cross(bits above, Digits2 middle, bits below) {
  Digits2 ones = add_cells(above, middle.ones, below);
  SliceSum sum = {ones.ones, ones.twos, middle.twos, 0};
  return sum;
}

RULE SliceSum sum_line(Digits2 middle) {
  SliceSum sum = {middle.ones, middle.twos, 0, 0};
  return sum;
}

RULE SliceSum sum_centre(bits middle) {
  SliceSum sum = {middle, 0, 0, 0};
  return sum;
}

RULE Digits5 add_slices(SliceSum a, SliceSum b, SliceSum c) {
  Digits2 ones = add_cells(a.ones, b.ones, c.ones);
  Digits2 twos = add_cells(a.twos, b.twos, c.twos);
  Digits2 more = add_cells(a.more_twos, b.more_twos, c.more_twos);
  Digits2 all_twos = add_cells(twos.ones, more.ones, ones.twos);
  Digits2 carried = add_cells(twos.twos, more.twos, all_twos.twos);
  Digits2 fours = add_cells(a.fours, b.fours, c.fours);
  bits second = fours.ones & carried.ones;
  Digits2 eights = add_cells(fours.twos, carried.twos, second);
  Digits5 sum = {ones.ones, all_twos.ones, fours.ones ^ carried.ones, eights.ones, eights.twos};
  return sum;
}

// Any function of three bits, given as a constant table of eight bits: the value is bit 4a + 2b + c of it.
RULE bits of_three(u32 table, bits a, bits b, bits c) {
  bits result = 0;
  UNROLL for (u32 i = 0; i < 8; ++i) if ((table >> i) & 1u) result |=
      ((i & 4u) ? a : ~a) & ((i & 2u) ? b : ~b) & ((i & 1u) ? c : ~c);
  return result;
}

// The same as select_bits, in a form that compilers for devices optimize.
RULE bits either(bits which, bits where_set, bits where_clear) {
  return (which & where_set) | (~which & where_clear);
}

// For two states: bit 4 live + c of TABLE_q is the next state of a cell with a count of 4q + c, which
// includes the cell.
RULE bits next_live(bits live, Digits5 count) {
  bits low = either(count.fours, of_three(TABLE_1, live, count.twos, count.ones),
                    of_three(TABLE_0, live, count.twos, count.ones));
  bits middle = either(count.fours, of_three(TABLE_3, live, count.twos, count.ones),
                       of_three(TABLE_2, live, count.twos, count.ones));
  bits upper = either(count.fours, of_three(TABLE_5, live, count.twos, count.ones),
                      of_three(TABLE_4, live, count.twos, count.ones));
  bits top = either(count.fours, of_three(TABLE_7, live, count.twos, count.ones),
                    of_three(TABLE_6, live, count.twos, count.ones));
  return either(count.sixteens, either(count.eights, top, upper), either(count.eights, middle, low));
}

// The next states, given the number of active cells around each cell, which includes the cell itself.
RULE States next_of(States states, Digits5 count) {
#if PLANES == 1
  states.plane[0] = next_live(states.plane[0], count);
  return states;
#else
  bits excited = 0;
  if (FIRST_ON) excited |= cells_triggered(states, PLANES, cycle(), cycle().first, count);
  if (SECOND_ON) excited |= cells_triggered(states, PLANES, cycle(), cycle().second, count);
  return next_states(states, PLANES, cycle(), excited);
#endif
}
