// Where the cells lie, on a device: see order/extent_rule.h. Defines: those of shared_cells.h.

#if SHARES

// The least coordinates of a cell's sites. The others are seen from there, by the nearest image.
typedef struct {
  i32 x, y, z;
} ExtentAnchor;
#define NO_SITES 0x7FFFFFFF
#define SIDE_OF_RING(side, periodic) ((periodic) ? (i32)(side) : 0)

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    begin_extents(GLOBAL CellExtent* RESTRICT extents, GLOBAL ExtentAnchor* RESTRICT anchors, u64 rows) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    CellExtent nothing = {{0, 0}, {0, 0}, {0, 0}};
    ExtentAnchor unknown = {NO_SITES, NO_SITES, NO_SITES};
    extents[row] = nothing;
    anchors[row] = unknown;
  }
}

RULE u32 begins_in_row(GLOBAL const u32* at, i32 x) { return x == 0 || at[0] != at[-1]; }
RULE u32 ends_in_row(GLOBAL const u32* at, i32 x) { return x == SIDE_X - 1 || at[0] != at[1]; }
// Do the sites half a periodic side behind the anchor have their nearest images on both sides of it?
RULE u32 is_opposite(i32 away) { return PERIODIC_X && (away == SIDE_X / 2 || away == SIDE_X / 2 + 1); }

KERNEL GROUP_OF(SUMS_GROUP, 1, 1) find_extent_anchors(GLOBAL const u32* RESTRICT sites,
                                                      GLOBAL ExtentAnchor* anchors, u32 cells, u64 replicas) {
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    GLOBAL const u32* at = sites + place.replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    if (CELL_OF(at[0]) == 0 || !begins_in_row(at, place.x)) continue;
    GLOBAL ExtentAnchor* anchor = anchors + place.replica * cells + CELL_OF(at[0]);
    if (place.x < FRESH_WORD(&anchor->x)) GLOBAL_ATOMIC_MIN(&anchor->x, place.x);
    if (place.y < FRESH_WORD(&anchor->y)) GLOBAL_ATOMIC_MIN(&anchor->y, place.y);
    if (place.z < FRESH_WORD(&anchor->z)) GLOBAL_ATOMIC_MIN(&anchor->z, place.z);
  }
}

RULE void add_away(GLOBAL AxisExtent* extent, i32 away, i32 side) {
  i32 nearest = nearest_image(away, side);
  if (nearest < FRESH_WORD(&extent->least)) GLOBAL_ATOMIC_MIN(&extent->least, nearest);
  if (nearest > FRESH_WORD(&extent->most)) GLOBAL_ATOMIC_MAX(&extent->most, nearest);
}

// Finds extents relative to the anchors. In each piece of a row, the sites of a cell that are farthest from
// the anchor are its ends, or lie opposite to the anchor.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    find_extents(GLOBAL const u32* RESTRICT sites, GLOBAL const ExtentAnchor* RESTRICT anchors,
                 GLOBAL CellExtent* extents, u32 cells, u64 replicas) {
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    GLOBAL const u32* at = sites + place.replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    if (CELL_OF(at[0]) == 0) continue;
    u64 row = place.replica * cells + CELL_OF(at[0]);
    ExtentAnchor anchor = anchors[row];
    if (!begins_in_row(at, place.x) && !ends_in_row(at, place.x) && !is_opposite(place.x - anchor.x))
      continue;
    GLOBAL CellExtent* extent = extents + row;
    add_away(&extent->x, place.x - anchor.x, SIDE_OF_RING(SIDE_X, PERIODIC_X));
    add_away(&extent->y, place.y - anchor.y, SIDE_OF_RING(SIDE_Y, PERIODIC_Y));
    add_away(&extent->z, place.z - anchor.z, SIDE_OF_RING(SIDE_Z, PERIODIC_Z));
  }
}

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    place_extents(GLOBAL CellExtent* RESTRICT extents, GLOBAL const ExtentAnchor* RESTRICT anchors,
                  GLOBAL u8* RESTRICT wide, u64 rows) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    ExtentAnchor anchor = anchors[row];
    CellExtent extent = extents[row];
    wide[row] = 0;
    if (anchor.x == NO_SITES) continue;
    extent.x.least += anchor.x, extent.x.most += anchor.x;
    extent.y.least += anchor.y, extent.y.most += anchor.y;
    extent.z.least += anchor.z, extent.z.most += anchor.z;
    extents[row] = extent;
    wide[row] = (u8)is_wide(extent);
  }
}

#endif
