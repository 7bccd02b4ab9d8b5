// Which tiles must be computed, in the dialect. Passes of one kind do the same number of steps. A tile that
// such a pass left as it was, and that has not changed since, nor anything around it as far as the pass
// reaches, would be left as it is again. `stale` says for each kind which tiles have changed in or after its
// last pass over them. Defines: SIZE_X, SIZE_Y, SIZE_Z, PERIODIC.

// The tile that holds the cell at `at`, which may lie outside; -1 where there is none.
RULE i64 tile_of(i64 at, i64 side, i64 box) {
  if (at >= 0 && at < side) return at / box;
  return PERIODIC ? ((at % side) + side) % side / box : -1;
}

// The n-th cell to ask about, of a tile that begins at `first`: the farthest ones that it sees, its
// neighbours and itself. The last tile may be narrower than a pass reaches: so both the next cell and the
// farthest are asked about.
RULE i64 asked(int n, i64 first, i64 side, i64 box, i64 reach) {
  i64 behind = first + box < side ? first + box : side;
  if (n == 0) return first;
  if (n == 1) return first - 1;
  if (n == 2) return first - reach;
  return n == 3 ? behind : behind + reach - 1;
}

// One item for each tile. Clears `changing`, where the next pass notes what changes.
KERNEL spread_changes(GLOBAL const u8* RESTRICT stale, GLOBAL u8* RESTRICT changing,
                      GLOBAL u8* RESTRICT wanted, u32 tiles_x, u32 tiles_y, u32 tiles_z, u32 box_x, u32 box_y,
                      u32 box_z, u32 reach) {
  u64 tile = global_id(0);
  if (tile >= (u64)tiles_x * tiles_y * tiles_z) return;
  u8 any = 0;
  i64 x = (i64)(tile % tiles_x) * box_x, y = (i64)(tile / tiles_x % tiles_y) * box_y,
      z = (i64)(tile / tiles_x / tiles_y) * box_z;
  for (int i = 0; i < 5; ++i) {
    i64 tz = tile_of(asked(i, z, SIZE_Z, box_z, reach), SIZE_Z, box_z);
    for (int j = 0; j < 5; ++j) {
      i64 ty = tile_of(asked(j, y, SIZE_Y, box_y, reach), SIZE_Y, box_y);
      for (int k = 0; k < 5; ++k) {
        i64 tx = tile_of(asked(k, x, SIZE_X, box_x, reach), SIZE_X, box_x);
        if (tx >= 0 && ty >= 0 && tz >= 0) any |= stale[((u64)tz * tiles_y + (u64)ty) * tiles_x + (u64)tx];
      }
    }
  }
  wanted[tile] = any;
  changing[tile] = 0;
}

// One item for each tile, after a pass: `stale` is of passes of the same kind (then it takes what has
// changed) or of another (then it gains it).
KERNEL settle_changes(GLOBAL const u8* RESTRICT changing, GLOBAL u8* RESTRICT stale, u64 tiles,
                      u32 same_kind) {
  u64 tile = global_id(0);
  if (tile < tiles) stale[tile] = (u8)((same_kind ? 0 : stale[tile]) | changing[tile]);
}
