// The paper's first kernel (its section 3.1): one work-item per cell, all states in global memory. Compiled
// with SIDE, GROUP.

KERNEL GROUP_OF(GROUP, 1, 1) caux_step(GLOBAL const u32* RESTRICT now, GLOBAL u32* RESTRICT next) {
  u64 item = global_id(0);
  if (item >= (u64)SIDE * SIDE * SIDE) return;
  u32 cell = (u32)item;
  i32 x = (i32)(cell % SIDE);
  i32 y = (i32)(cell / SIDE % SIDE);
  i32 z = (i32)(cell / SIDE / SIDE);
  u32 live = 0;
  for (i32 dz = -1; dz <= 1; ++dz)
    for (i32 dy = -1; dy <= 1; ++dy)
      for (i32 dx = -1; dx <= 1; ++dx)
        live += now[caux_row_major(caux_wrapped(x + dx, SIDE), caux_wrapped(y + dy, SIDE),
                                   caux_wrapped(z + dz, SIDE), SIDE)];
  u32 state = now[cell];
  next[cell] = caux_next_state(state, live - state);
}
