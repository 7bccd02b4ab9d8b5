// Kernels for bit planes other than steps: packing and unpacking, counts, stimuli, activation times. One
// work-item handles one word of 32 cells, unless stated otherwise. Define: STATES.

// Packs `states`, one byte per cell, into the words of the cells first … first + count - 1 in canonical
// order. The first work-item handles the word at index `words_before` of the lattice.
KERNEL pack_cells(GLOBAL const u8* RESTRICT states, u64 first, u64 count, u64 words_before,
                  GLOBAL bits* RESTRICT cells) {
  u64 at = words_before + global_id(0);
  u64 row = at / WORDS, column = at % WORDS;
  if (at >= PLANE_WORDS) return;
  States packed = states_at(cells, at);
  for (u32 i = 0; i < 32; ++i) {
    u64 x = column * 32 + i, cell = row * SIZE_X + x;
    if (x >= SIZE_X || cell < first || cell - first >= count) continue;
    u32 state = states[cell - first];
    UNROLL for (u32 p = 0; p < PLANES; ++p) packed.plane[p] =
        (packed.plane[p] & ~(1u << i)) | (((state >> p) & 1u) << i);
  }
  UNROLL for (u32 p = 0; p < PLANES; ++p) cells[p * PLANE_WORDS + at] = packed.plane[p];
}

// The reverse of pack_cells; one work-item for each cell.
KERNEL unpack_cells(GLOBAL const bits* RESTRICT cells, u64 first, u64 count, GLOBAL u8* RESTRICT states) {
  u64 i = global_id(0);
  if (i >= count) return;
  u64 row = (first + i) / SIZE_X, x = (first + i) % SIZE_X;
  States word = states_at(cells, row * WORDS + x / 32);
  u32 state = 0;
  UNROLL for (u32 p = 0; p < PLANES; ++p) state |= ((word.plane[p] >> (x % 32)) & 1u) << p;
  states[i] = (u8)state;
}

// Excites the excitable cells of a shape. One work-item for each word that holds cells of its bounding box.
KERNEL excite(GLOBAL bits* RESTRICT cells, u64 from_x, u64 from_y, u64 from_z, u64 wide, u64 tall, u64 deep,
              u32 is_ball, u64 centre_x, u64 centre_y, u64 centre_z, u64 radius) {
  u64 item = global_id(0), words = (from_x + wide - 1) / 32 - from_x / 32 + 1;
  if (item >= words * tall * deep) return;
  u64 column = from_x / 32 + item % words, y = from_y + item / words % tall, z = from_z + item / words / tall;
  u64 at = (z * SIZE_Y + y) * WORDS + column;
  States states = states_at(cells, at);
  bits excited = 0;
  for (u32 i = 0; i < 32; ++i) {
    u64 x = column * 32 + i;
    u32 is_inside = x >= from_x && x < from_x + wide;
    if (is_ball) is_inside &= is_in_ball(x, y, z, centre_x, centre_y, centre_z, radius);
    excited |= (bits)is_inside << i;
  }
  excited &= can_be_excited(states);
  UNROLL for (u32 p = 0; p < PLANES; ++p) cells[p * PLANE_WORDS + at] =
      p == 0 ? states.plane[p] | excited : states.plane[p] & ~excited;
}

// Writes the activation time of the cells that have just been excited, which are those in state 1.
KERNEL mark_activation(GLOBAL const bits* RESTRICT cells, GLOBAL u32* RESTRICT activation_times, u32 time) {
  u64 at = global_id(0);
  if (at >= PLANE_WORDS) return;
  bits just_excited = between(states_at(cells, at), 1u, 1u);
  u64 first = at / WORDS * SIZE_X + at % WORDS * 32;
  for (u32 i = 0; i < 32; ++i)
    if ((just_excited >> i) & 1u) activation_times[first + i] = time;
}

// partial[item * STATES + s]: the number of cells in state s in the words item, item + items, … from begin to
// end. The host makes sure that no work-item counts 2^32 cells.
KERNEL count_states(GLOBAL const bits* RESTRICT cells, u64 begin, u64 end, GLOBAL u32* RESTRICT partial) {
  u32 counts[STATES];
  UNROLL for (u32 s = 0; s < STATES; ++s) counts[s] = 0;
  for (u64 at = begin + global_id(0); at < end; at += global_size(0)) {
    States states = states_at(cells, at);
    bits inside = at % WORDS == (u64)LAST_WORD ? INSIDE_LAST : ~(bits)0;
    UNROLL for (u32 s = 0; s < STATES; ++s) counts[s] += population(between(states, s, s) & inside);
  }
  UNROLL for (u32 s = 0; s < STATES; ++s) partial[global_id(0) * STATES + s] = counts[s];
}
