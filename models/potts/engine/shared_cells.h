// Cells that several regions of a sub-step may change, on a device: such regions have their turns one after
// the other. Defines: those of region_turn.h; COPY_RANGE; LINKING, the set of types whose copies depend on
// numbers of the cell.

RULE u32 links(u32 word) { return LINKING >> TYPE_OF(word) & 1u; }

#if SHARES
RULE u64 row_of(Tissues tissues, TURN turn, u32 word) {
  return (u64)turn->replica * tissues.cells + CELL_OF(word);
}

RULE u32 is_wide(CellExtent extent) {
  return (PARTS_X > 1 && may_be_shared(extent.x, COPY_RANGE, WIDTH_X)) ||
         (PARTS_Y > 1 && may_be_shared(extent.y, COPY_RANGE, WIDTH_Y)) ||
         (PARTS_Z > 1 && may_be_shared(extent.z, COPY_RANGE, WIDTH_Z));
}

// Waits until all regions have had their turn that come before this one and may change the cell of `word`.
RULE void await_sharers(Tissues tissues, TURN turn, i32 within_x, i32 within_y, i32 within_z, u32 word) {
  CellExtent extent = turn->extents[row_of(tissues, turn, word)];
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  RegionsBeside along_x =
                    regions_beside(x, (u32)within_x, turn->x.count,
                                   coordinate_in(turn->x.begin, within_x, SIDE_X), extent.x, COPY_RANGE),
                along_y =
                    regions_beside(y, (u32)within_y, turn->y.count,
                                   coordinate_in(turn->y.begin, within_y, SIDE_Y), extent.y, COPY_RANGE),
                along_z =
                    regions_beside(z, (u32)within_z, turn->z.count,
                                   coordinate_in(turn->z.begin, within_z, SIDE_Z), extent.z, COPY_RANGE);
  RegionGrid grid = {PARTS_X, PARTS_Y, PARTS_Z};
  u32 across = along_x.before + along_x.behind + 1, down = along_y.before + along_y.behind + 1;
  u64 count = (u64)across * down * (along_z.before + along_z.behind + 1);
  for (u64 i = 0; i < count && count > 1; ++i) {
    RegionGrid at = {part_beside(x, turn->at.x, (i32)(i % across) - (i32)along_x.before),
                     part_beside(y, turn->at.y, (i32)(i / across % down) - (i32)along_y.before),
                     part_beside(z, turn->at.z, (i32)(i / across / down) - (i32)along_z.before)};
    if (at.x == PARTS_X || at.y == PARTS_Y || at.z == PARTS_Z) continue;
    u32 rank = rank_of_region(grid, at);
    if (rank < turn->rank)
      await_value(&turn->done[(u64)rank * tissues.replicas + turn->replica], turn->stamp);
  }
}

RULE u32 is_shared(Tissues tissues, TURN turn, u32 word) {
  return links(word) && turn->wide[row_of(tissues, turn, word)] != 0 ? 1u : 0u;
}

RULE void enlarge(GLOBAL AxisExtent* extent, i32 at, i32 side) {
  AxisExtent before = *extent, after = with_site(before, at, side);
  if (after.least < before.least) GLOBAL_ATOMIC_MIN(&extent->least, after.least);
  if (after.most > before.most) GLOBAL_ATOMIC_MAX(&extent->most, after.most);
}

// Enlarges the extent of the cell that gains a site. Returns whether it was too small.
RULE u32 enlarge_extent(Tissues tissues, TURN turn, u32 after, i32 x, i32 y, i32 z) {
  if (!links(after)) return 0;
  GLOBAL CellExtent* extent = turn->extents + row_of(tissues, turn, after);
  CellExtent known = *extent;
  if (x >= known.x.least && x <= known.x.most && y >= known.y.least && y <= known.y.most &&
      z >= known.z.least && z <= known.z.most)
    return 0;
  enlarge(&extent->x, x, PERIODIC_X ? SIDE_X : 0);
  enlarge(&extent->y, y, PERIODIC_Y ? SIDE_Y : 0);
  enlarge(&extent->z, z, PERIODIC_Z ? SIDE_Z : 0);
  return 1;
}

RULE AxisExtent fresh_extent(GLOBAL AxisExtent* extent) {
  AxisExtent fresh = {FRESH_WORD(&extent->least), FRESH_WORD(&extent->most)};
  return fresh;
}

// Takes note of a cell that has become wide, when the whole team has enlarged its extent. Regions of later
// sub-steps read this; those of the present one cannot share a cell that was not wide when it began.
RULE void note_width(Tissues tissues, TURN turn, u32 after) {
  u64 row = row_of(tissues, turn, after);
  GLOBAL CellExtent* extent = turn->extents + row;
  CellExtent fresh = {fresh_extent(&extent->x), fresh_extent(&extent->y), fresh_extent(&extent->z)};
  if (is_wide(fresh)) turn->wide[row] = 1;
}
#endif
