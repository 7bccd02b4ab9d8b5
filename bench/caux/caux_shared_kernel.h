// The paper's second kernel (its section 3.2): a group loads a block of EDGE^3 cells into its shared memory,
// one cell per work-item, and the items of the inner (EDGE-2)^3 compute; those at the border only load.
// Compiled with SIDE, EDGE, GROUP (at least EDGE^3; the items beyond are idle).

#define INNER (EDGE - 2)

KERNEL GROUP_OF(GROUP, 1, 1) caux_step(GLOBAL const u32* RESTRICT now, GLOBAL u32* RESTRICT next) {
  LOCAL u32 block[GROUP];
  u32 item = local_id(0);
  u32 in_x = item % EDGE, in_y = item / EDGE % EDGE, in_z = item / EDGE / EDGE;
  i32 x = (i32)(group_id(0) * INNER + in_x) - 1;  // a block begins one cell before its computed cells
  i32 y = (i32)(group_id(1) * INNER + in_y) - 1;
  i32 z = (i32)(group_id(2) * INNER + in_z) - 1;
  if (in_z < EDGE)
    block[item] =
        now[caux_row_major(caux_wrapped(x, SIDE), caux_wrapped(y, SIDE), caux_wrapped(z, SIDE), SIDE)];
  BARRIER();
  u32 computes = in_x - 1 < INNER && in_y - 1 < INNER && in_z - 1 < INNER;  // 0 - 1 is large: unsigned
  if (!computes || x >= (i32)SIDE || y >= (i32)SIDE || z >= (i32)SIDE) return;
  u32 live = 0;
  for (u32 dz = 0; dz < 3; ++dz)
    for (u32 dy = 0; dy < 3; ++dy)
      for (u32 dx = 0; dx < 3; ++dx)
        live += block[((in_z + dz - 1) * EDGE + in_y + dy - 1) * EDGE + in_x + dx - 1];
  u32 state = block[item];
  next[caux_row_major((u32)x, (u32)y, (u32)z, SIDE)] = caux_next_state(state, live - state);
}
