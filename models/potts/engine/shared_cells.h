// Cells that several regions may change, on a device: such regions have their turns one after the other.
// Defines: those of region_turn.h; COPY_RANGE; LINKING, the set of types whose copies depend on numbers of
// the cell.

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

RULE AxisExtent fresh_axis_extent(GLOBAL AxisExtent* extent) {
  AxisExtent fresh = {FRESH_WORD(&extent->least), FRESH_WORD(&extent->most)};
  return fresh;
}

RULE CellExtent fresh_extent(GLOBAL CellExtent* extent) {
  CellExtent fresh = {fresh_axis_extent(&extent->x), fresh_axis_extent(&extent->y),
                      fresh_axis_extent(&extent->z)};
  return fresh;
}

RULE u32 is_same_extent(AxisExtent a, AxisExtent b) { return a.least == b.least && a.most == b.most; }

// `away` counts regions along an axis from the one whose turn it is. Regions of the same sub-step may change
// a cell if they are beside this one. Regions of other kinds may do so one place farther, on the side of
// `toward` (1 or -1).
RULE u32 is_beside(i32 away, RegionsBeside beside) {
  return away >= -(i32)beside.before && away <= (i32)beside.behind;
}
RULE u32 touches(i32 away, i32 toward) { return away == 0 || away == toward; }
RULE i32 first_away(RegionsBeside beside, i32 toward) { return -(i32)beside.before - (toward < 0); }
RULE i32 last_away(RegionsBeside beside, i32 toward) { return (i32)beside.behind + (toward > 0); }

// Waits for the regions that come before this one and may change a cell of this extent, except for those that
// touch this region: they were awaited when its turn began. Returns whether there were any.
RULE u32 await_regions_of(u32 replicas, TURN turn, i32 within_x, i32 within_y, i32 within_z,
                          CellExtent extent) {
  DividedAxis along_x = AXIS_X, along_y = AXIS_Y, along_z = AXIS_Z;
  RegionsBeside x = regions_beside(along_x, (u32)within_x, turn->x.count,
                                   coordinate_in(turn->x.begin, within_x, SIDE_X), extent.x, COPY_RANGE),
                y = regions_beside(along_y, (u32)within_y, turn->y.count,
                                   coordinate_in(turn->y.begin, within_y, SIDE_Y), extent.y, COPY_RANGE),
                z = regions_beside(along_z, (u32)within_z, turn->z.count,
                                   coordinate_in(turn->z.begin, within_z, SIDE_Z), extent.z, COPY_RANGE);
  i32 toward_x = turn->toward_x, toward_y = turn->toward_y, toward_z = turn->toward_z;
  u32 has_awaited = 0;
  for (i32 away_z = first_away(z, toward_z); away_z <= last_away(z, toward_z); ++away_z)
    for (i32 away_y = first_away(y, toward_y); away_y <= last_away(y, toward_y); ++away_y)
      for (i32 away_x = first_away(x, toward_x); away_x <= last_away(x, toward_x); ++away_x) {
        u32 in_sub_step = is_beside(away_x, x) && is_beside(away_y, y) && is_beside(away_z, z);
        if (!in_sub_step && touches(away_x, toward_x) && touches(away_y, toward_y) &&
            touches(away_z, toward_z))
          continue;
        u32 rank = rank_beside(turn, away_x, away_y, away_z);
        if (rank == REGIONS || rank == turn->rank) continue;
        await_turn(turn, rank, replicas, turn->stamp - (in_sub_step && rank < turn->rank ? 0 : 1));
        has_awaited = 1;
      }
  return has_awaited;
}

// Waits until all regions have had their turn that come before this one and may change the cell of this
// extent. While it waits, one of them may enlarge the cell.
SELDOM void await_sharers(u32 replicas, TURN turn, i32 within_x, i32 within_y, i32 within_z,
                          GLOBAL CellExtent* extent) {
  CellExtent known = fresh_extent(extent);
  while (await_regions_of(replicas, turn, within_x, within_y, within_z, known)) {
    CellExtent fresh = fresh_extent(extent);
    if (is_same_extent(fresh.x, known.x) && is_same_extent(fresh.y, known.y) &&
        is_same_extent(fresh.z, known.z))
      return;
    known = fresh;
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

// Takes note of a cell that has become wide, when the whole team has enlarged its extent. Regions that touch
// this one read it in later sub-steps. Regions that do not touch it cannot reach a cell that was not wide
// before this copy.
RULE void note_width(Tissues tissues, TURN turn, u32 after) {
  u64 row = row_of(tissues, turn, after);
  GLOBAL CellExtent* extent = turn->extents + row;
  if (is_wide(fresh_extent(extent))) turn->wide[row] = 1;
}
#endif
