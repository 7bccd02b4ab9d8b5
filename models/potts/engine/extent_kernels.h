// Where the cells lie, on a device: see order/extent_rule.h. Defines: those of turn_kernels.h.

#if SHARES

// The sites of a cell relative to its anchor, along each axis.
typedef struct {
  i32 least_x, least_y, least_z, most_x, most_y, most_z;
} CellSpan;

// Each cell gets the least coordinates of its sites as its anchor. Only the first site of a cell in each of
// its rows is looked at.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    begin_extents(GLOBAL CellExtent* RESTRICT extents, GLOBAL CellSpan* RESTRICT spans, u64 rows) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    CellExtent unknown = {0x7FFFFFFF, 0x7FFFFFFF, 0x7FFFFFFF, 0};
    CellSpan nothing = {0, 0, 0, 0, 0, 0};
    extents[row] = unknown;
    spans[row] = nothing;
  }
}

RULE u32 begins_in_row(SITES at, i32 x) { return x == 0 || at[0] != at[-1]; }
RULE u32 ends_in_row(SITES at, i32 x) { return x == SIDE_X - 1 || at[0] != at[1]; }

KERNEL GROUP_OF(SUMS_GROUP, 1, 1) find_extent_anchors(GLOBAL const u32* RESTRICT sites,
                                                      GLOBAL CellExtent* extents, u32 cells, u64 replicas) {
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    SITES at = sites + place.replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    if (CELL_OF(at[0]) == 0 || !begins_in_row(at, place.x)) continue;
    GLOBAL CellExtent* extent = extents + place.replica * cells + CELL_OF(at[0]);
    if (place.x < FRESH_WORD(&extent->x)) GLOBAL_ATOMIC_MIN(&extent->x, place.x);
    if (place.y < FRESH_WORD(&extent->y)) GLOBAL_ATOMIC_MIN(&extent->y, place.y);
    if (place.z < FRESH_WORD(&extent->z)) GLOBAL_ATOMIC_MIN(&extent->z, place.z);
  }
}

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    find_spans(GLOBAL const u32* RESTRICT sites, GLOBAL const CellExtent* RESTRICT extents,
               GLOBAL CellSpan* spans, u32 cells, u64 replicas) {
  PeriodicSides sides = LATTICE_SIDES;
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    SITES at = sites + place.replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    if (CELL_OF(at[0]) == 0 || (!begins_in_row(at, place.x) && !ends_in_row(at, place.x))) continue;
    u64 row = place.replica * cells + CELL_OF(at[0]);
    CellExtent anchor = extents[row];
    GLOBAL CellSpan* span = spans + row;
    i32 x = nearest_image(place.x - anchor.x, sides.x), y = nearest_image(place.y - anchor.y, sides.y),
        z = nearest_image(place.z - anchor.z, sides.z);
    if (x < FRESH_WORD(&span->least_x)) GLOBAL_ATOMIC_MIN(&span->least_x, x);
    if (y < FRESH_WORD(&span->least_y)) GLOBAL_ATOMIC_MIN(&span->least_y, y);
    if (z < FRESH_WORD(&span->least_z)) GLOBAL_ATOMIC_MIN(&span->least_z, z);
    if (x > FRESH_WORD(&span->most_x)) GLOBAL_ATOMIC_MAX(&span->most_x, x);
    if (y > FRESH_WORD(&span->most_y)) GLOBAL_ATOMIC_MAX(&span->most_y, y);
    if (z > FRESH_WORD(&span->most_z)) GLOBAL_ATOMIC_MAX(&span->most_z, z);
  }
}

RULE i32 centre_of_span(i32 anchor, i32 least, i32 most, i32 side) {
  i32 centre = anchor + (least + most) / 2;
  return side == 0 ? centre : (centre % side + side) % side;
}

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_extents(GLOBAL CellExtent* RESTRICT extents, GLOBAL const CellSpan* RESTRICT spans, u64 rows) {
  PeriodicSides sides = LATTICE_SIDES;
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    CellSpan span = spans[row];
    CellExtent anchor = extents[row];
    if (anchor.x == 0x7FFFFFFF) continue;  // the cell has no sites
    i32 x = (span.most_x - span.least_x + 1) / 2, y = (span.most_y - span.least_y + 1) / 2,
        z = (span.most_z - span.least_z + 1) / 2, larger = x > y ? x : y;
    CellExtent extent = {centre_of_span(anchor.x, span.least_x, span.most_x, sides.x),
                         centre_of_span(anchor.y, span.least_y, span.most_y, sides.y),
                         centre_of_span(anchor.z, span.least_z, span.most_z, sides.z),
                         larger > z ? larger : z};
    extents[row] = extent;
  }
}

#endif
