// One work-item per cell, one byte per cell, straight from the rule. The defines of a model:
// CELLS, SIZE_X, SIZE_Y, SIZE_Z, REACH, REACH_Z (1 in 3D), PERIODIC, BORN_ON, SURVIVES_ON.

// The state at a coordinate that may lie one cell outside.
RULE u8 state_at(GLOBAL const u8* states, i64 x, i64 y, i64 z) {
  if (PERIODIC) {
    x = x < 0 ? (i64)SIZE_X - 1 : x == (i64)SIZE_X ? 0 : x;
    y = y < 0 ? (i64)SIZE_Y - 1 : y == (i64)SIZE_Y ? 0 : y;
    z = z < 0 ? (i64)SIZE_Z - 1 : z == (i64)SIZE_Z ? 0 : z;
  } else if (x < 0 || y < 0 || z < 0 || x == (i64)SIZE_X || y == (i64)SIZE_Y || z == (i64)SIZE_Z) {
    return 0;
  }
  return states[((u64)z * SIZE_Y + (u64)y) * SIZE_X + (u64)x];
}

KERNEL automaton_step(GLOBAL const u8* RESTRICT now, GLOBAL u8* RESTRICT next) {
  u64 cell = global_id(0);
  if (cell >= CELLS) return;
  i64 x = (i64)(cell % SIZE_X);
  i64 y = (i64)(cell / SIZE_X % SIZE_Y);
  i64 z = (i64)(cell / SIZE_X / SIZE_Y);
  u32 live_neighbours = 0;
  for (i32 dz = -REACH_Z; dz <= REACH_Z; ++dz)
    for (i32 dy = -1; dy <= 1; ++dy)
      for (i32 dx = -1; dx <= 1; ++dx)
        if (is_neighbour(dx, dy, dz, REACH)) live_neighbours += state_at(now, x + dx, y + dy, z + dz);
  LifeRule rule;
  rule.born_on = BORN_ON;
  rule.survives_on = SURVIVES_ON;
  next[cell] = next_state(now[cell], live_neighbours, rule);
}
