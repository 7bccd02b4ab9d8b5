// The plain engine on a device: one work-item per cell, one byte per cell, straight from the tables of the
// rule. Who is active is noted in bits, rows of whole groups, so that states are updated in place.
//
// The defines of a model: SIZE_X, SIZE_Y, SIZE_Z, PERIODIC, GROUP (work-items, a multiple of 32),
// GROUPS_PER_ROW, WORDS_PER_ROW (of the table of sums) and NEIGHBOURS, a list NEIGHBOUR(dx, dy, dz, weight) …

#define ACTIVE_WORDS ((u64)GROUPS_PER_ROW * (GROUP / 32))  // in a row of the lattice

// The place of a coordinate that may lie a few cells outside, and -1 where there is none.
RULE i64 inside(i64 at, i64 side) {
  if (at >= 0 && at < side) return at;
  return PERIODIC ? ((at % side) + side) % side : -1;
}

// 1 if the cell is active.
RULE u32 active_at(GLOBAL const u32* active, i64 x, i64 y, i64 z) {
  x = inside(x, SIZE_X);
  y = inside(y, SIZE_Y);
  z = inside(z, SIZE_Z);
  if (x < 0 || y < 0 || z < 0) return 0;
  return (active[((u64)z * SIZE_Y + (u64)y) * ACTIVE_WORDS + (u64)x / 32] >> (x % 32)) & 1u;
}

// Packs one sign of each work-item of a group into words.
RULE void pack(LOCAL_POINTER u8* signs, u32 is_active, GLOBAL u32* words) {
  u32 item = local_id(0);
  signs[item] = (u8)is_active;
  BARRIER();
  if (item < GROUP / 32) {
    u32 word = 0;
    for (u32 bit = 0; bit < 32; ++bit) word |= (u32)signs[item * 32 + bit] << bit;
    words[(u64)group_id(0) * (GROUP / 32) + item] = word;
  }
}

// Notes who is active.
KERNEL GROUP_OF(GROUP, 1, 1) find_active(GLOBAL const u8* RESTRICT states, GLOBAL u32* RESTRICT active,
                                         GLOBAL const Transition* RESTRICT transitions) {
  LOCAL u8 signs[GROUP];
  u64 row = group_id(0) / GROUPS_PER_ROW;
  u32 x = group_id(0) % GROUPS_PER_ROW * GROUP + local_id(0);
  u32 is_active = x < SIZE_X ? transitions[states[row * SIZE_X + x]].signs & ACTIVE : 0u;
  pack(signs, is_active, active);
}

// One step: the sum over active neighbours, then the rule. Leaves who is active afterwards in `active_next`.
KERNEL GROUP_OF(GROUP, 1, 1)
    automaton_step(GLOBAL u8* RESTRICT states, GLOBAL const u32* RESTRICT active,
                   GLOBAL u32* RESTRICT active_next, GLOBAL const Transition* RESTRICT transitions,
                   GLOBAL const u32* RESTRICT sums_that_excite) {
  LOCAL u8 signs[GROUP];
  u64 row = group_id(0) / GROUPS_PER_ROW;
  i64 x = (i64)(group_id(0) % GROUPS_PER_ROW * GROUP + local_id(0));
  i64 y = (i64)(row % SIZE_Y), z = (i64)(row / SIZE_Y);
  u32 is_active = 0;
  if (x < (i64)SIZE_X) {
    Transition transition = transitions[states[row * SIZE_X + (u64)x]];
    u32 sum = 0;
    if (transition.row) {
#define NEIGHBOUR(dx, dy, dz, weight) sum += (weight)*active_at(active, x + (dx), y + (dy), z + (dz));
      NEIGHBOURS
    }
    u32 excited = (sums_that_excite[(u64)transition.row * WORDS_PER_ROW + sum / 32] >> (sum % 32)) & 1u;
    u8 next = next_state(transition, excited);
    states[row * SIZE_X + (u64)x] = next;
    is_active = transitions[next].signs & ACTIVE;
  }
  pack(signs, is_active, active_next);
}

// A shape of the model file: the box that holds it, and the ball in that box if it is one.
RULE u32 in_ball(u64 x, u64 y, u64 z, u64 centre_x, u64 centre_y, u64 centre_z, u64 radius) {
  i64 dx = (i64)x - (i64)centre_x, dy = (i64)y - (i64)centre_y, dz = (i64)z - (i64)centre_z;
  return (u64)(dx * dx + dy * dy + dz * dz) <= radius * radius;
}

// Excites the cells of a shape that can be: one work-item per cell of its box.
KERNEL excite(GLOBAL u8* RESTRICT states, GLOBAL const Transition* RESTRICT transitions, u64 from_x,
              u64 from_y, u64 from_z, u64 wide, u64 tall, u64 deep, u32 is_ball, u64 centre_x, u64 centre_y,
              u64 centre_z, u64 radius) {
  u64 item = global_id(0);
  if (item >= wide * tall * deep) return;
  u64 x = from_x + item % wide, y = from_y + item / wide % tall, z = from_z + item / wide / tall;
  if (is_ball && !in_ball(x, y, z, centre_x, centre_y, centre_z, radius)) return;
  u64 cell = (z * SIZE_Y + y) * SIZE_X + x;
  Transition transition = transitions[states[cell]];
  if (transition.row) states[cell] = transition.excited;
}

// Writes the time into the map wherever a cell has just been excited.
KERNEL mark_onsets(GLOBAL const u8* RESTRICT states, GLOBAL const Transition* RESTRICT transitions,
                   GLOBAL u32* RESTRICT onsets, u32 time) {
  u64 cell = global_id(0);
  if (cell < (u64)SIZE_X * SIZE_Y * SIZE_Z && (transitions[states[cell]].signs & ONSET)) onsets[cell] = time;
}
