// The turn of a region on a device: order/region_rule.h. Defines: those of site_kernels.h; TURNS and KINDS,
// see order/regions.h; KIND_BIT_X, DIVIDED_X … of each axis, and PAIRS_X, WIDTH_X, PARTS_X, see DividedAxis;
// MOST_ATTEMPTS of a region in a turn; SHARES, whether regions of a kind may have to wait for each other.

#define AXIS_X \
  { SIDE_X, PAIRS_X, WIDTH_X, PARTS_X, PERIODIC_X }
#define AXIS_Y \
  { SIDE_Y, PAIRS_Y, WIDTH_Y, PARTS_Y, PERIODIC_Y }
#define AXIS_Z \
  { SIDE_Z, PAIRS_Z, WIDTH_Z, PARTS_Z, PERIODIC_Z }
#define REGIONS ((u32)PARTS_X * PARTS_Y * PARTS_Z)

// The turn of a region.
typedef struct {
  u32 replica, rank, stamp;  // `stamp` marks the sub-step; that of the next one is larger by 1
  RegionGrid at;
  SiteRange x, y, z;
  u32 attempts;
  u64 first, sub_step;  // where and when the attempts are drawn
  // Regions of other kinds that touch this one have, along each axis, the same number or the next one in this
  // direction: 1 or -1, or 0 if the axis is not divided.
  i32 toward_x, toward_y, toward_z;
  GLOBAL u32* done;  // stamps, [rank · replicas + replica]: see publish_value()
#if SHARES
  GLOBAL CellExtent* extents;
  GLOBAL u8* wide;  // for every cell: may it be shared by regions that do not touch?
#endif
} Turn;
#define TURN LOCAL_POINTER const Turn*  // of the team

RULE i32 coordinate_in(u32 begin, i32 within, u32 side) {
  u32 at = begin + (u32)within;
  return (i32)(at >= side ? at - side : at);
}

RULE u32 parity_of(u32 kind, u32 bit, u32 is_divided) { return is_divided ? kind >> bit & 1u : 0; }

RULE i32 direction_of_touching(u32 parity, u32 is_divided) { return is_divided ? (parity ? 1 : -1) : 0; }

// Sets the turn of the region at a place of the grid.
RULE void set_turn(LOCAL_POINTER Turn* turn, u32 replica, u32 rank, RegionGrid at, GLOBAL const u32* round,
                   u64 sub_step, u32 stamp) {
  DividedAxis along_x = AXIS_X, along_y = AXIS_Y, along_z = AXIS_Z;
  u32 kind = kind_in_round(round[3], (u32)(sub_step % KINDS));
  u32 parity_x = parity_of(kind, KIND_BIT_X, DIVIDED_X), parity_y = parity_of(kind, KIND_BIT_Y, DIVIDED_Y),
      parity_z = parity_of(kind, KIND_BIT_Z, DIVIDED_Z);
  SiteRange x = interval_of(along_x, at.x, parity_x, round[0]),
            y = interval_of(along_y, at.y, parity_y, round[1]),
            z = interval_of(along_z, at.z, parity_z, round[2]);
  turn->replica = replica;
  turn->rank = rank;
  turn->at = at;
  turn->x = x;
  turn->y = y;
  turn->z = z;
  turn->attempts = attempts_in_turn((u64)x.count * y.count * z.count, (u32)(sub_step / KINDS % TURNS), TURNS);
  turn->first = ((u64)(at.z * PARTS_Y + at.y) * PARTS_X + at.x) * MOST_ATTEMPTS;
  turn->sub_step = sub_step;
  turn->stamp = stamp;
  turn->toward_x = direction_of_touching(parity_x, DIVIDED_X);
  turn->toward_y = direction_of_touching(parity_y, DIVIDED_Y);
  turn->toward_z = direction_of_touching(parity_z, DIVIDED_Z);
}

// The region of the same kind that is so many numbers away along each axis; its rank is REGIONS if it would
// lie beyond a wall.
RULE u32 rank_beside(TURN turn, i32 away_x, i32 away_y, i32 away_z) {
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  RegionGrid grid = {PARTS_X, PARTS_Y, PARTS_Z},
             at = {part_beside(x, turn->at.x, away_x), part_beside(y, turn->at.y, away_y),
                   part_beside(z, turn->at.z, away_z)};
  return at.x == PARTS_X || at.y == PARTS_Y || at.z == PARTS_Z ? REGIONS : rank_of_region(grid, at);
}

RULE void await_turn(TURN turn, u32 rank, u32 replicas, u32 stamp) {
  await_value(&turn->done[(u64)rank * replicas + turn->replica], stamp);
}

// Waits until the regions that touch this one have had their turns in the earlier sub-steps of the round.
// Other regions neither change a site that this one reads nor read one that it changes, and share with it
// only cells that are wide (is_wide()). Eight work-items of the team wait for one place of the grid each.
RULE void await_touching(TURN turn, u32 replicas) {
  u32 slot = local_id(0) % TEAM;
  if (slot < 8) {
    u32 rank = rank_beside(turn, slot & 1 ? turn->toward_x : 0, slot & 2 ? turn->toward_y : 0,
                           slot & 4 ? turn->toward_z : 0);
    if (rank != REGIONS && rank != turn->rank) await_turn(turn, rank, replicas, turn->stamp - 1);
  }
  TEAM_BARRIER();
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
