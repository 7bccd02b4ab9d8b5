// The kernel that the paper proposes in its section 5: every work-item computes a cell, so that a group of
// INNER^3 must load a block of (INNER+2)^3. Each item loads its own cell, then one of the cells around those
// of the group. With BLOCKED the cube is stored in blocks: the INNER^3 cells of a group are contiguous in
// memory. Compiled with SIDE, INNER, GROUP (INNER^3), BLOCKED.

#define EDGE (INNER + 2)
#define SHELL (EDGE * EDGE * EDGE - GROUP)  // fewer than GROUP from INNER 8 on
#define BLOCKS ((SIDE + INNER - 1) / INNER)

RULE u32 in_blocks(u32 x, u32 y, u32 z) {
  u32 block = caux_row_major(x / INNER, y / INNER, z / INNER, BLOCKS);
  return block * GROUP + caux_row_major(x % INNER, y % INNER, z % INNER, INNER);
}

// The place in the cube of the cell that the shared block holds at `at`, counted from the group's first cell.
RULE u32 address_of(u32 at, u32 first_x, u32 first_y, u32 first_z) {
  u32 x = caux_wrapped((i32)(first_x + at % EDGE) - 1, SIDE);
  u32 y = caux_wrapped((i32)(first_y + at / EDGE % EDGE) - 1, SIDE);
  u32 z = caux_wrapped((i32)(first_z + at / EDGE / EDGE) - 1, SIDE);
  return BLOCKED ? in_blocks(x, y, z) : caux_row_major(x, y, z, SIDE);
}

// Numbers the cells of the block that do not belong to the group: the planes below and above, the rows before
// and behind, the ends of rows.
RULE u32 shell_cell(u32 i) {
  if (i < 2 * EDGE * EDGE) return i / (EDGE * EDGE) * ((EDGE - 1) * EDGE * EDGE) + i % (EDGE * EDGE);
  i -= 2 * EDGE * EDGE;
  if (i < 2 * EDGE * INNER) {
    u32 y = i / (EDGE * INNER) * (EDGE - 1), z = 1 + i / EDGE % INNER;
    return caux_row_major(i % EDGE, y, z, EDGE);
  }
  i -= 2 * EDGE * INNER;
  return caux_row_major(i / (INNER * INNER) * (EDGE - 1), 1 + i % INNER, 1 + i / INNER % INNER, EDGE);
}

KERNEL GROUP_OF(GROUP, 1, 1) caux_step(GLOBAL const u32* RESTRICT now, GLOBAL u32* RESTRICT next) {
  LOCAL u32 block[EDGE * EDGE * EDGE];
  u32 item = local_id(0);
  u32 first_x = group_id(0) * INNER, first_y = group_id(1) * INNER, first_z = group_id(2) * INNER;
  u32 in_x = item % INNER, in_y = item / INNER % INNER, in_z = item / INNER / INNER;
  u32 centre = caux_row_major(in_x + 1, in_y + 1, in_z + 1, EDGE);
  block[centre] = now[address_of(centre, first_x, first_y, first_z)];
  if (item < SHELL) {
    u32 around = shell_cell(item);
    block[around] = now[address_of(around, first_x, first_y, first_z)];
  }
  BARRIER();
  if (first_x + in_x >= SIDE || first_y + in_y >= SIDE || first_z + in_z >= SIDE) return;
  u32 live = 0;
  for (u32 dz = 0; dz < 3; ++dz)
    for (u32 dy = 0; dy < 3; ++dy)
      for (u32 dx = 0; dx < 3; ++dx) live += block[((in_z + dz) * EDGE + in_y + dy) * EDGE + in_x + dx];
  u32 state = block[centre];
  next[address_of(centre, first_x, first_y, first_z)] = caux_next_state(state, live - state);
}

// From rows to blocks and back, once per run: the host's cube is row-major.
KERNEL GROUP_OF(GROUP, 1, 1) caux_into_blocks(GLOBAL const u32* RESTRICT rows, GLOBAL u32* RESTRICT blocks) {
  u64 cell = global_id(0);
  if (cell >= (u64)SIDE * SIDE * SIDE) return;
  u32 i = (u32)cell;
  blocks[in_blocks(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE)] = rows[i];
}

KERNEL GROUP_OF(GROUP, 1, 1) caux_from_blocks(GLOBAL const u32* RESTRICT blocks, GLOBAL u32* RESTRICT rows) {
  u64 cell = global_id(0);
  if (cell >= (u64)SIDE * SIDE * SIDE) return;
  u32 i = (u32)cell;
  rows[i] = blocks[in_blocks(i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE)];
}
