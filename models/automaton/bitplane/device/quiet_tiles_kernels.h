// Which tiles a pass must compute, in the dialect. Passes of one kind take the same number of steps. If such
// a pass left a tile unchanged, and neither the tile nor its halo (as wide as the pass has steps) has changed
// since, then the next pass of this kind would leave it unchanged too. `stale` holds, for each kind, the
// tiles that have changed in or after the last pass of that kind. Defines: those of lattice_defines.h.

// The tile that holds the cell at `at`, which may lie outside the lattice; -1 if there is no such tile.
RULE i64 tile_of(i64 at, i64 side, i64 box, int is_periodic) {
  if (at >= 0 && at < side) return at / box;
  return is_periodic ? ((at % side) + side) % side / box : -1;
}

// The five cells whose tiles are tested for a tile that begins at `first`, by number: its own first cell, and
// the nearest and the farthest cell of its halo on either side. Both are needed because the last tile may be
// narrower than the halo.
RULE i64 asked(int n, i64 first, i64 side, i64 box, i64 reach) {
  i64 behind = first + box < side ? first + box : side;
  if (n == 0) return first;
  if (n == 1) return first - 1;
  if (n == 2) return first - reach;
  return n == 3 ? behind : behind + reach - 1;
}

// Decides which tiles are wanted. One work-item for each tile. Clears `changing`, in which the next pass
// tracks changes.
KERNEL spread_changes(GLOBAL const u8* RESTRICT stale, GLOBAL u8* RESTRICT changing,
                      GLOBAL u8* RESTRICT wanted, u32 tiles_x, u32 tiles_y, u32 tiles_z, u32 box_x, u32 box_y,
                      u32 box_z, u32 reach) {
  u64 tile = global_id(0);
  if (tile >= (u64)tiles_x * tiles_y * tiles_z) return;
  u8 any = 0;
  i64 x = (i64)(tile % tiles_x) * box_x, y = (i64)(tile / tiles_x % tiles_y) * box_y,
      z = (i64)(tile / tiles_x / tiles_y) * box_z;
  for (int i = 0; i < 5; ++i) {
    i64 tz = tile_of(asked(i, z, SIZE_Z, box_z, reach), SIZE_Z, box_z, PERIODIC_Z);
    for (int j = 0; j < 5; ++j) {
      i64 ty = tile_of(asked(j, y, SIZE_Y, box_y, reach), SIZE_Y, box_y, PERIODIC_Y);
      for (int k = 0; k < 5; ++k) {
        i64 tx = tile_of(asked(k, x, SIZE_X, box_x, reach), SIZE_X, box_x, PERIODIC_X);
        if (tx >= 0 && ty >= 0 && tz >= 0) any |= stale[((u64)tz * tiles_y + (u64)ty) * tiles_x + (u64)tx];
      }
    }
  }
  wanted[tile] = any;
  changing[tile] = 0;
}

// Writes words of the cells, plane by plane, and sets `changing` for the tiles in which they differ. A plane
// has `count` words in `from`, and `plane_words` words in `cells`. One work-item for each word.
KERNEL place_words(GLOBAL const u32* RESTRICT from, GLOBAL u32* RESTRICT cells, u64 first, u64 count,
                   u64 plane_words, u32 planes, GLOBAL u8* RESTRICT changing, u32 tiles_x, u32 tiles_y,
                   u32 box_x, u32 box_y, u32 box_z) {
  u64 item = global_id(0), row_words = (SIZE_X + 31) / 32;
  if (item >= count) return;
  u32 differing = 0;
  for (u32 p = 0; p < planes; ++p) {
    u64 at = p * plane_words + first + item;
    differing |= cells[at] ^ from[p * count + item];
    cells[at] = from[p * count + item];
  }
  u64 row = (first + item) / row_words, x = (first + item) % row_words * 32;
  u64 tile_y = row % SIZE_Y / box_y, tile_z = row / SIZE_Y / box_z;
  if (differing) changing[(tile_z * tiles_y + tile_y) * tiles_x + x / box_x] = 1;
}

// Runs after a pass, one work-item for each tile. For passes of the same kind, `stale` becomes the tiles that
// changed; for passes of another kind, these tiles are added to it.
KERNEL settle_changes(GLOBAL const u8* RESTRICT changing, GLOBAL u8* RESTRICT stale, u64 tiles,
                      u32 same_kind) {
  u64 tile = global_id(0);
  if (tile < tiles) stale[tile] = (u8)((same_kind ? 0 : stale[tile]) | changing[tile]);
}
