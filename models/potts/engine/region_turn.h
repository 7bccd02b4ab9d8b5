// The turn of a region on a device: order/region_rule.h. Defines: those of site_kernels.h; TURNS and KINDS,
// see order/regions.h; KIND_BIT_X, DIVIDED_X … of each axis, and PAIRS_X, WIDTH_X, PARTS_X, see DividedAxis;
// MOST_ATTEMPTS of a region in a turn; SHARES, whether regions may have to wait for each other.

#define AXIS_X \
  { SIDE_X, PAIRS_X, WIDTH_X, PARTS_X, PERIODIC_X }
#define AXIS_Y \
  { SIDE_Y, PAIRS_Y, WIDTH_Y, PARTS_Y, PERIODIC_Y }
#define AXIS_Z \
  { SIDE_Z, PAIRS_Z, WIDTH_Z, PARTS_Z, PERIODIC_Z }
#define REGIONS ((u32)PARTS_X * PARTS_Y * PARTS_Z)

// The turn of a region.
typedef struct {
  u32 replica, rank, stamp;  // `stamp` marks the sub-step
  RegionGrid at;
  SiteRange x, y, z;
  u32 attempts;
  u64 first, sub_step;  // where and when the attempts are drawn
#if SHARES
  GLOBAL CellExtent* extents;
  GLOBAL u8* wide;   // for every cell: may it be shared by regions?
  GLOBAL u32* done;  // [rank · replicas + replica]: see publish_value()
#endif
} Turn;
#define TURN LOCAL_POINTER const Turn*  // of the team

RULE i32 coordinate_in(u32 begin, i32 within, u32 side) {
  u32 at = begin + (u32)within;
  return (i32)(at >= side ? at - side : at);
}

RULE u32 parity_of(u32 kind, u32 bit, u32 is_divided) { return is_divided ? kind >> bit & 1u : 0; }

// Sets the turn of the region at a place of the grid.
RULE void set_turn(LOCAL_POINTER Turn* turn, u32 replica, u32 rank, RegionGrid at, GLOBAL const u32* round,
                   u64 sub_step) {
  DividedAxis along_x = AXIS_X, along_y = AXIS_Y, along_z = AXIS_Z;
  u32 kind = kind_in_round(round[3], (u32)(sub_step % KINDS));
  SiteRange x = interval_of(along_x, at.x, parity_of(kind, KIND_BIT_X, DIVIDED_X), round[0]),
            y = interval_of(along_y, at.y, parity_of(kind, KIND_BIT_Y, DIVIDED_Y), round[1]),
            z = interval_of(along_z, at.z, parity_of(kind, KIND_BIT_Z, DIVIDED_Z), round[2]);
  turn->replica = replica;
  turn->rank = rank;
  turn->at = at;
  turn->x = x;
  turn->y = y;
  turn->z = z;
  turn->attempts = attempts_in_turn((u64)x.count * y.count * z.count, (u32)(sub_step / KINDS % TURNS), TURNS);
  turn->first = ((u64)(at.z * PARTS_Y + at.y) * PARTS_X + at.x) * MOST_ATTEMPTS;
  turn->sub_step = sub_step;
  turn->stamp = (u32)sub_step + 1;
}

// Prefetches the sites of a region, so that attempts find them in the cache.
RULE void prefetch_region(Tissues tissues, TURN turn) {
  GLOBAL const u32* sites = tissues.sites + turn->replica * (u64)HELD_SIZE;
  for (u32 row = local_id(0) % TEAM; row < turn->y.count * turn->z.count; row += TEAM) {
    i32 y = coordinate_in(turn->y.begin, (i32)(row % turn->y.count), SIDE_Y),
        z = coordinate_in(turn->z.begin, (i32)(row / turn->y.count), SIDE_Z);
    for (u32 within = 0; within < turn->x.count; within += 8)
      PREFETCH(sites + place_of(coordinate_in(turn->x.begin, (i32)within, SIDE_X), y, z));
  }
}
