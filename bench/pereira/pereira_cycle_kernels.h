// A cycle of Pereira's experiments II and III: one work-item per cell, and one group per row, or per part of
// a row that is wider than a group may be. Compiled with SIDE, GROUP, HOLDS, MOVES_BELOW, REPRODUCES_BELOW,
// PREYS_BELOW.

// Experiment II: the action and the direction of each cell come from the host.
KERNEL GROUP_OF(GROUP, 1, 1) pereira_matrices(GLOBAL u32* cells, GLOBAL const u32* RESTRICT neighbours,
                                              GLOBAL const u32* RESTRICT chosen) {
  u32 x = group_id(0) * GROUP + local_id(0), y = group_id(1);
  if (x >= SIDE) return;
  u32 actor = y * SIDE + x;
  pereira_act(cells, actor, pereira_neighbour(x, y, neighbours[actor], SIDE), chosen[actor]);
}

// Experiment III: each work-item draws its action and direction.
KERNEL GROUP_OF(GROUP, 1, 1) pereira_xorshift(GLOBAL u32* cells, u32 first, u32 second, u32 third) {
  u32 x = group_id(0) * GROUP + local_id(0), y = group_id(1);
  if (x >= SIDE) return;
  u32 actor = y * SIDE + x;
  u64 shifted = pereira_shifted(pereira_seed(actor, first, second, third));
  u32 action = pereira_number(shifted, 100);
  u32 direction = pereira_number(pereira_shifted(shifted), 8);
  pereira_act(cells, actor, pereira_neighbour(x, y, direction, SIDE), action);
}
