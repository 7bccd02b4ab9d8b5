// The plain engine on a device: one byte per cell, the rule from its tables, four cells to a work-item. The
// active cells are kept in a second array, one bit each, in rows of whole groups, so that states can be
// updated in place.
//
// The defines of a model: SIZE_X, SIZE_Y, SIZE_Z, PERIODIC, RANGE, GROUP (work-items, a multiple of 8),
// GROUPS_PER_ROW, WORDS_PER_ROW (of the table of sums); NEIGHBOURS, a list NEIGHBOUR(dx, dy, dz, weight) …,
// and the same by rows: ROWS, a list ROW(dy, dz, COUNT(cells, weight) …) …, where bit RANGE + dx of `cells`
// is the cell at dx.

#define GROUP_WORDS (GROUP / 8)
#define ACTIVE_WORDS ((u64)GROUPS_PER_ROW * GROUP_WORDS)  // in a row of the lattice

// A coordinate that may lie outside, wrapped around a periodic boundary; -1 beyond a fixed one.
RULE i64 wrapped(i64 at, i64 side) {
  if (at >= 0 && at < side) return at;
  return PERIODIC ? ((at % side) + side) % side : -1;
}

// 1 if the cell is active.
RULE u32 active_at(GLOBAL const u32* active, i64 x, i64 y, i64 z) {
  x = wrapped(x, SIZE_X);
  y = wrapped(y, SIZE_Y);
  z = wrapped(z, SIZE_Z);
  if (x < 0 || y < 0 || z < 0) return 0;
  return (active[((u64)z * SIZE_Y + (u64)y) * ACTIVE_WORDS + (u64)x / 32] >> (x % 32)) & 1u;
}

// Active cells from x - RANGE on in a row that holds them all.
RULE u32 window_at(GLOBAL const u32* row, u32 x) {
  u32 word = x / 32;
  u64 before = word > 0 ? row[word - 1] : 0, here = row[word],
      behind = word + 1 < ACTIVE_WORDS ? row[word + 1] : 0;
  return (u32)(((before >> (32 - RANGE)) | (here << RANGE) | (behind << (32 + RANGE))) >> (x % 32));
}

// Packs the four bits of each work-item of a group into words.
RULE void pack(LOCAL_POINTER u8* flags, u32 four, GLOBAL u32* words) {
  u32 item = local_id(0);
  flags[item] = (u8)four;
  BARRIER();
  if (item < GROUP_WORDS) {
    u32 word = 0;
    for (u32 i = 0; i < 8; ++i) word |= (u32)flags[item * 8 + i] << (4 * i);
    words[(u64)group_id(0) * GROUP_WORDS + item] = word;
  }
}

// Finds the active cells.
KERNEL GROUP_OF(GROUP, 1, 1) find_active(GLOBAL const u8* RESTRICT states, GLOBAL u32* RESTRICT active,
                                         GLOBAL const Transition* RESTRICT transitions) {
  LOCAL u8 flags[GROUP];
  u64 row = group_id(0) / GROUPS_PER_ROW;
  u32 first = (group_id(0) % GROUPS_PER_ROW * GROUP + local_id(0)) * 4, four = 0;
  UNROLL for (u32 i = 0; i < 4; ++i) if (first + i < SIZE_X) four |=
      (transitions[states[row * SIZE_X + first + i]].flags & ACTIVE) << i;
  pack(flags, four, active);
}

typedef struct {
  u32 of[4];
} Sums;

// The sums over active neighbours of four cells in a row: by whole rows of neighbours where none lies beyond
// the ends of its row, else one by one.
RULE Sums sums_around(GLOBAL const u32* active, u32 first, i64 y, i64 z) {
  Sums sums = {{0, 0, 0, 0}};
  if (first >= RANGE && first + 3 + RANGE < SIZE_X) {
#define COUNT(cells, weight) \
  UNROLL for (u32 i = 0; i < 4; ++i) sums.of[i] += (weight)*population((window >> i) & (cells));
#define ROW(dy, dz, counts)                                                                      \
  {                                                                                              \
    i64 row_y = wrapped(y + (dy), SIZE_Y), row_z = wrapped(z + (dz), SIZE_Z);                    \
    if (row_y >= 0 && row_z >= 0) {                                                              \
      u32 window = window_at(active + ((u64)row_z * SIZE_Y + (u64)row_y) * ACTIVE_WORDS, first); \
      counts                                                                                     \
    }                                                                                            \
  }
    ROWS
  } else {
    for (u32 i = 0; i < 4 && first + i < SIZE_X; ++i) {
      i64 x = first + i;
#define NEIGHBOUR(dx, dy, dz, weight) sums.of[i] += (weight)*active_at(active, x + (dx), y + (dy), z + (dz));
      NEIGHBOURS
    }
  }
  return sums;
}

// One step: the sums, then the rule. Writes the cells that are active afterwards to `active_next`.
KERNEL GROUP_OF(GROUP, 1, 1)
    plain_step(GLOBAL u8* RESTRICT states, GLOBAL const u32* RESTRICT active,
               GLOBAL u32* RESTRICT active_next, GLOBAL const Transition* RESTRICT transitions,
               GLOBAL const u32* RESTRICT sums_that_excite) {
  LOCAL u8 flags[GROUP];
  u64 row = group_id(0) / GROUPS_PER_ROW;
  u32 first = (group_id(0) % GROUPS_PER_ROW * GROUP + local_id(0)) * 4, four = 0;
  Sums sums = sums_around(active, first, (i64)(row % SIZE_Y), (i64)(row / SIZE_Y));
  UNROLL for (u32 i = 0; i < 4; ++i) {
    if (first + i < SIZE_X) {
      Transition transition = transitions[states[row * SIZE_X + first + i]];
      u32 sum = sums.of[i];
      u32 excited = (sums_that_excite[(u64)transition.row * WORDS_PER_ROW + sum / 32] >> (sum % 32)) & 1u;
      u8 next = next_state(transition, excited);
      states[row * SIZE_X + first + i] = next;
      four |= (transitions[next].flags & ACTIVE) << i;
    }
  }
  pack(flags, four, active_next);
}

// Excites the excitable cells of a shape: one work-item per cell of its bounding box.
KERNEL excite(GLOBAL u8* RESTRICT states, GLOBAL const Transition* RESTRICT transitions, u64 from_x,
              u64 from_y, u64 from_z, u64 wide, u64 tall, u64 deep, u32 is_ball, u64 centre_x, u64 centre_y,
              u64 centre_z, u64 radius) {
  u64 item = global_id(0);
  if (item >= wide * tall * deep) return;
  u64 x = from_x + item % wide, y = from_y + item / wide % tall, z = from_z + item / wide / tall;
  if (is_ball && !is_in_ball(x, y, z, centre_x, centre_y, centre_z, radius)) return;
  u64 cell = (z * SIZE_Y + y) * SIZE_X + x;
  Transition transition = transitions[states[cell]];
  if (transition.row) states[cell] = transition.excited;
}

// Writes the time of activation of the cells that have just been excited.
KERNEL mark_activation(GLOBAL const u8* RESTRICT states, GLOBAL const Transition* RESTRICT transitions,
                       GLOBAL u32* RESTRICT activation_times, u32 time) {
  u64 cell = global_id(0);
  if (cell < (u64)SIZE_X * SIZE_Y * SIZE_Z && (transitions[states[cell]].flags & JUST_EXCITED))
    activation_times[cell] = time;
}
