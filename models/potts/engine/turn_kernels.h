// The parallel order on a device: regions take turns (order/region_rule.h).
//
// A team of TEAM work-items makes the attempts of a region, TEAM of them at a time. All are weighed at once.
// Then they are settled in their order: the first that is accepted is made, and each later one that is at one
// of its cells adds its effect on the numbers of this cell. A later attempt that reads the changed site is
// stale: when its turn comes, the copies so far are written to the lattice, and it is weighed again. So all
// attempts have the result that they would have one after the other.
//
// Defines: those of site_kernels.h; TURNS and KINDS, see order/regions.h; KIND_BIT_X, DIVIDED_X … of each
// axis, and PAIRS_X, WIDTH_X, PARTS_X, see DividedAxis; MOST_ATTEMPTS of a region in a turn; REACH, how far
// an attempt reads sites; COPY_RANGE; LINKING, the set of types whose copies depend on numbers of the cell;
// SHARES, whether regions may have to wait for each other; TEAMS, teams of a group; ONE_LAUNCH, whether a
// launch makes many sub-steps; COUNTERS of accepted copies for each replica.

#define AXIS_X \
  { SIDE_X, PAIRS_X, WIDTH_X, PARTS_X, PERIODIC_X }
#define AXIS_Y \
  { SIDE_Y, PAIRS_Y, WIDTH_Y, PARTS_Y, PERIODIC_Y }
#define AXIS_Z \
  { SIDE_Z, PAIRS_Z, WIDTH_Z, PARTS_Z, PERIODIC_Z }
#define REGIONS ((u32)PARTS_X * PARTS_Y * PARTS_Z)
#define LATTICE_SIDES \
  { PERIODIC_X ? (i32)SIDE_X : 0, PERIODIC_Y ? (i32)SIDE_Y : 0, PERIODIC_Z ? (i32)SIDE_Z : 0 }

// Draws the rounds from number `first` on, for every replica: three origins, and the order of the kinds.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) draw_rounds(GLOBAL u32* RESTRICT rounds, GLOBAL const u32x2* RESTRICT keys,
                                              u64 first, u64 count, u64 replicas) {
  u64 item = global_id(0);
  if (item >= count * replicas) return;
  u32x4 words = draw(keys[item % replicas], 0, first + item / replicas, 0);
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  rounds[4 * item] = drawn_below(words.x, origins_of(x));
  rounds[4 * item + 1] = drawn_below(words.y, origins_of(y));
  rounds[4 * item + 2] = drawn_below(words.z, origins_of(z));
  rounds[4 * item + 3] = words.w;
}

// The attempts of a team as its work-items see each other's, [attempt].
typedef struct {
  LOCAL_POINTER u32 *before, *after;
  LOCAL_POINTER i32 *x, *y, *z;          // numbers of the site in its region
  LOCAL_POINTER NumberChanges* changes;  // [attempt · STORED + number − 1]
  LOCAL_POINTER u32* scratch;
} Proposals;

// The turn of a region.
typedef struct {
  u32 replica, rank, stamp;  // `stamp` marks the sub-step
  RegionGrid at;
  SiteRange x, y, z;
  u32 attempts;
  u64 first, sub_step;  // where and when the attempts are drawn
#if SHARES
  GLOBAL CellExtent* extents;
  GLOBAL u32* done;  // [rank · replicas + replica]: see publish_value()
#endif
} Turn;

// An attempt of a work-item, at site number `within` of the region along each axis.
typedef struct {
  Attempt copy;
  i32 within_x, within_y, within_z;
  u32 is_stale;              // its site, or a site that it reads, has changed since it was weighed
  u32 is_weighed;            // but not yet decided
  u32 is_accepted, is_made;  // `is_made` if it happens but is not yet written
} TeamAttempt;

RULE u32 taken_part(u64* fraction, u32 count) {
  u64 high = (*fraction >> 32) * count + ((u64)(u32)*fraction * count >> 32);
  *fraction *= count;
  return (u32)(high >> 32);
}

RULE i32 coordinate_in(SiteRange range, i32 within, u32 side) {
  u32 at = range.begin + (u32)within;
  return (i32)(at >= side ? at - side : at);
}

// The site is a random fraction of the region, split into coordinates.
RULE void draw_attempt(Tissues tissues, Turn turn, u32 number, TeamAttempt* attempt) {
  u32x4 words = draw(tissues.keys[turn.replica], turn.first + number, turn.sub_step, 0);
  u64 fraction = (u64)words.x << 32 | words.y;
  attempt->within_z = (i32)taken_part(&fraction, turn.z.count);
  attempt->within_y = (i32)taken_part(&fraction, turn.y.count);
  attempt->within_x = (i32)taken_part(&fraction, turn.x.count);
  attempt->copy.x = coordinate_in(turn.x, attempt->within_x, SIDE_X);
  attempt->copy.y = coordinate_in(turn.y, attempt->within_y, SIDE_Y);
  attempt->copy.z = coordinate_in(turn.z, attempt->within_z, SIDE_Z);
  attempt->copy.place = place_of(attempt->copy.x, attempt->copy.y, attempt->copy.z);
  attempt->copy.direction = drawn_below(words.z, DIRECTIONS);
  attempt->copy.word = words.w;
  attempt->copy.crosses = attempt->is_weighed = attempt->is_accepted = attempt->is_made = 0;
  attempt->is_stale = number < turn.attempts;
}

RULE u32 links(u32 word) { return LINKING >> TYPE_OF(word) & 1u; }

#if SHARES
RULE GLOBAL CellExtent* extent_of(Tissues tissues, Turn turn, u32 word) {
  return turn.extents + (u64)turn.replica * tissues.cells + CELL_OF(word);
}

RULE u32 part_at(DividedAxis axis, u32 own, i32 away) {
  i32 part = (i32)own + away;
  if (part < 0) return axis.periodic ? (u32)(part + (i32)axis.parts) : axis.parts;
  if (part >= (i32)axis.parts) return axis.periodic ? (u32)(part - (i32)axis.parts) : axis.parts;
  return (u32)part;
}

// Waits until all regions have had their turn that come before this one and may change the cell of `word`.
RULE void await_sharers(Tissues tissues, Turn turn, const TeamAttempt* attempt, u32 word) {
  CellExtent extent = *extent_of(tissues, turn, word);
  PeriodicSides sides = LATTICE_SIDES;
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  RegionsBeside along_x = regions_beside(x, (u32)attempt->within_x, turn.x.count,
                                         nearest_image(extent.x - attempt->copy.x, sides.x), extent.radius,
                                         COPY_RANGE),
                along_y = regions_beside(y, (u32)attempt->within_y, turn.y.count,
                                         nearest_image(extent.y - attempt->copy.y, sides.y), extent.radius,
                                         COPY_RANGE),
                along_z = regions_beside(z, (u32)attempt->within_z, turn.z.count,
                                         nearest_image(extent.z - attempt->copy.z, sides.z), extent.radius,
                                         COPY_RANGE);
  RegionGrid grid = {PARTS_X, PARTS_Y, PARTS_Z};
  for (i32 dz = -(i32)along_z.before; dz <= (i32)along_z.behind; ++dz)
    for (i32 dy = -(i32)along_y.before; dy <= (i32)along_y.behind; ++dy)
      for (i32 dx = -(i32)along_x.before; dx <= (i32)along_x.behind; ++dx) {
        RegionGrid at = {part_at(x, turn.at.x, dx), part_at(y, turn.at.y, dy), part_at(z, turn.at.z, dz)};
        if (at.x == PARTS_X || at.y == PARTS_Y || at.z == PARTS_Z) continue;
        u32 rank = rank_of_region(grid, at);
        if (rank < turn.rank)
          await_value(&turn.done[(u64)rank * tissues.replicas + turn.replica], turn.stamp);
      }
}

// The narrowest gap between regions.
#define NARROWER(width, divided, least) ((divided) && (width) < (least) ? (width) : (least))
#define GAP \
  NARROWER(WIDTH_X, DIVIDED_X, NARROWER(WIDTH_Y, DIVIDED_Y, NARROWER(WIDTH_Z, DIVIDED_Z, 0x7FFFFFFFu)))

RULE void await_sharers_of_both(Tissues tissues, Turn turn, const TeamAttempt* attempt) {
  u32 before = attempt->copy.before, after = attempt->copy.after;
  if (links(before) && may_be_shared(FRESH_WORD(&extent_of(tissues, turn, before)->radius), COPY_RANGE, GAP))
    await_sharers(tissues, turn, attempt, before);
  if (links(after) && may_be_shared(FRESH_WORD(&extent_of(tissues, turn, after)->radius), COPY_RANGE, GAP))
    await_sharers(tissues, turn, attempt, after);
}

RULE void enlarge_extent(Tissues tissues, Turn turn, const Attempt* copy) {
  if (CELL_OF(copy->after) == 0) return;
  GLOBAL CellExtent* extent = extent_of(tissues, turn, copy->after);
  PeriodicSides sides = LATTICE_SIDES;
  i32 distance = distance_from_centre(*extent, copy->x, copy->y, copy->z, sides);
  if (distance > extent->radius) GLOBAL_ATOMIC_MAX(&extent->radius, distance);
}
#endif

RULE void weigh_in_turn(Tissues tissues, Tissue tissue, Turn turn, Proposals proposals, u32 slot,
                        TeamAttempt* attempt) {
  attempt->is_stale = attempt->is_accepted = 0;
  see_sites(tissues, tissue, turn.replica, &attempt->copy);
  if (!attempt->copy.crosses) return;
#if SHARES
  await_sharers_of_both(tissues, turn, attempt);
#endif
  weigh(tissues, tissue, turn.replica, &attempt->copy);
  attempt->is_weighed = attempt->copy.crosses;
  proposals.before[slot] = attempt->copy.before;
  proposals.after[slot] = attempt->copy.after;
#if KEPT > 1
  for (u32 number = 0; number < STORED; ++number)
    proposals.changes[slot * STORED + number] = attempt->copy.changes[number];
#endif
}

RULE u32 is_near(i32 distance, u32 side, u32 is_ring) {
  u32 away = size_of_difference(distance);
  return away <= REACH || (is_ring && away + REACH >= side);
}

// Does the attempt read the site of another one?
RULE u32 reads_site_of(const TeamAttempt* attempt, Proposals proposals, u32 other) {
  return is_near(attempt->within_x - proposals.x[other], SIDE_X, PERIODIC_X && !DIVIDED_X) &&
         is_near(attempt->within_y - proposals.y[other], SIDE_Y, PERIODIC_Y && !DIVIDED_Y) &&
         is_near(attempt->within_z - proposals.z[other], SIDE_Z, PERIODIC_Z && !DIVIDED_Z && SIDE_Z > 1);
}

// Adds the changes that another copy makes in the numbers of one of its cells, if `word` is that cell's.
RULE u32 add_changes(i32* numbers, u32 word, u32 losing, u32 gaining, const NumberChanges* changes) {
  if (CELL_OF(word) == 0 || (word != losing && word != gaining)) return 0;
  for (u32 number = 0; number < KEPT; ++number)
    numbers[number] += word == losing ? lost_number(number, changes) : gained_number(number, changes);
  return 1;
}

// Takes note of an earlier copy of the team, which is not yet written.
RULE void note_copy(Proposals proposals, u32 made, TeamAttempt* attempt) {
  if (reads_site_of(attempt, proposals, made)) {
    attempt->is_stale = 1;
    return;
  }
  if (!attempt->copy.crosses) return;
  u32 losing = proposals.before[made], gaining = proposals.after[made];
  NumberChanges changes[STORED];
#if KEPT > 1
  for (u32 number = 0; number < STORED; ++number) changes[number] = proposals.changes[made * STORED + number];
#endif
  u32 is_at_losing = add_changes(attempt->copy.losing, attempt->copy.before, losing, gaining, changes),
      is_at_gaining = add_changes(attempt->copy.gaining, attempt->copy.after, losing, gaining, changes);
  if (is_at_losing || is_at_gaining) attempt->is_weighed = 1;
}

RULE void write_in_turn(Tissues tissues, Turn turn, TeamAttempt* attempt) {
  const Attempt* copy = &attempt->copy;
  attempt->is_made = 0;
  write_copy(tissues, turn.replica, copy->x, copy->y, copy->z, copy->before, copy->after, copy->changes);
#if SHARES
  enlarge_extent(tissues, turn, copy);
#endif
}

// Makes the next TEAM attempts of a region, from number `first` on. Returns the number of copies.
RULE u32 make_attempts(Tissues tissues, Tissue tissue, Turn turn, Proposals proposals, u32 first) {
  u32 slot = local_id(0) % TEAM, exists = first + slot < turn.attempts, copies = 0;
  TeamAttempt attempt;
  draw_attempt(tissues, turn, first + slot, &attempt);
  proposals.x[slot] = attempt.within_x;
  proposals.y[slot] = attempt.within_y;
  proposals.z[slot] = attempt.within_z;
  u32 settled = 0;  // attempts that are decided, counted in their order
  while (settled < TEAM) {
    if (attempt.is_stale) weigh_in_turn(tissues, tissue, turn, proposals, slot, &attempt);
    TEAM_BARRIER();
    for (u32 must_write = 0; settled < TEAM && !must_write;) {
      if (attempt.is_weighed) attempt.is_accepted = is_attempt_accepted(tissues, tissue, &attempt.copy);
      attempt.is_weighed = 0;
      u32 accepted = team_mask(proposals.scratch, attempt.is_accepted && slot >= settled),
          stale = team_mask(proposals.scratch, attempt.is_stale), open = accepted | stale;
      u32 next = open == 0 ? TEAM : 31 - leading_zeros(open & (0u - open));
      must_write = next < TEAM && (stale >> next & 1u);
      settled = must_write ? next : next + 1;
      if (next == TEAM || must_write) continue;
      ++copies;
      if (slot == next) attempt.is_made = 1;
      if (slot > next && exists && !attempt.is_stale) note_copy(proposals, next, &attempt);
    }
    if (attempt.is_made) write_in_turn(tissues, turn, &attempt);
    TEAM_GLOBAL_BARRIER();
  }
  return copies;
}

RULE u32 parity_of(u32 kind, u32 bit, u32 is_divided) { return is_divided ? kind >> bit & 1u : 0; }

RULE Turn turn_of(u32 replica, u32 rank, GLOBAL const u32* round, u64 sub_step) {
  RegionGrid grid = {PARTS_X, PARTS_Y, PARTS_Z};
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  u32 kind = kind_in_round(round[3], KINDS, (u32)(sub_step % KINDS));
  Turn turn;
  turn.replica = replica;
  turn.rank = rank;
  turn.at = region_of_rank(grid, rank);
  turn.x = interval_of(x, turn.at.x, parity_of(kind, KIND_BIT_X, DIVIDED_X), round[0]);
  turn.y = interval_of(y, turn.at.y, parity_of(kind, KIND_BIT_Y, DIVIDED_Y), round[1]);
  turn.z = interval_of(z, turn.at.z, parity_of(kind, KIND_BIT_Z, DIVIDED_Z), round[2]);
  turn.attempts = attempts_in_turn((u64)turn.x.count * turn.y.count * turn.z.count,
                                   (u32)(sub_step / KINDS % TURNS), TURNS);
  turn.first = ((u64)(turn.at.z * PARTS_Y + turn.at.y) * PARTS_X + turn.at.x) * MOST_ATTEMPTS;
  turn.sub_step = sub_step;
  turn.stamp = (u32)sub_step + 1;
  return turn;
}

// Makes sub-steps from number `when` on. `rounds` are those drawn from number `first_round` on. `awaited` is
// the value of `arrived` before the launch.
KERNEL GROUP_OF(TEAMS* TEAM, 1, 1)
    take_turns(GLOBAL u32* sites, GLOBAL i32* numbers, GLOBAL CellExtent* extents, GLOBAL u32* done,
               GLOBAL const u32* RESTRICT rounds, GLOBAL const u32x2* RESTRICT keys,
               GLOBAL const i32* RESTRICT words, GLOBAL const Quadratic* RESTRICT constraints,
               GLOBAL const u32* RESTRICT thresholds, GLOBAL const Acceptance* RESTRICT of_types,
               GLOBAL u32* accepted, GLOBAL u32* arrived, u32 entries, u32 cells, u32 replicas,
               u64 first_round, u64 when, u64 sub_steps, u32 awaited, u32 time) {
  LOCAL i32 term_words[WORDS], sources[DIRECTIONS];
  LOCAL Quadratic table[KEPT * TYPES];
  LOCAL u32 before[TEAMS * TEAM], after[TEAMS * TEAM], scratch[TEAMS];
  LOCAL i32 x[TEAMS * TEAM], y[TEAMS * TEAM], z[TEAMS * TEAM];
  LOCAL NumberChanges changes[KEPT > 1 ? TEAMS * TEAM * STORED : 1];
  FETCH_BY(TEAMS * TEAM, term_words, words, WORDS)
  FETCH_BY(TEAMS * TEAM, sources, (words + WORDS), DIRECTIONS)
  FETCH_BY(TEAMS * TEAM, table, constraints, KEPT * TYPES)
  u32 team = local_id(0) / TEAM, base = team * TEAM;
  Proposals proposals = {before + base, after + base, x + base,
                         y + base,      z + base,     changes + (KEPT > 1 ? base * STORED : 0),
                         scratch + team};
  Tissues tissues = {sites,    numbers, keys,  sources,  table, thresholds,
                     of_types, entries, cells, replicas, time};
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  for (u64 made = 0; made < sub_steps; ++made) {
    u64 sub_step = when + made, since = sub_step / KINDS - first_round;
    // Teams with consecutive regions belong to different groups, so that few regions keep many groups busy.
    for (u64 item = (u64)team * group_count(0) + group_id(0); item < (u64)REGIONS * replicas;
         item += (u64)TEAMS * group_count(0)) {
      u32 replica = (u32)(item % replicas);
      Turn turn =
          turn_of(replica, (u32)(item / replicas), rounds + 4 * (since * replicas + replica), sub_step);
#if SHARES
      turn.extents = extents;
      turn.done = done;
#endif
      Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, cells);
      u32 copies = 0;
      for (u32 first = 0; first < turn.attempts; first += TEAM)
        copies += make_attempts(tissues, tissue, turn, proposals, first);
      if (local_id(0) % TEAM == 0) {
        if (copies > 0) GLOBAL_ATOMIC_ADD(&accepted[(u64)replica * COUNTERS + turn.rank % COUNTERS], copies);
#if SHARES
        publish_value(&done[item], turn.stamp);
#endif
      }
    }
#if ONE_LAUNCH
    if (made + 1 < sub_steps) await_all_groups(arrived, awaited += group_count(0));
#endif
  }
}
