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

// Draws the rounds from number `first` on, for every replica: three origins, and the kinds in their order.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) draw_rounds(GLOBAL u32* RESTRICT rounds, GLOBAL const u32x2* RESTRICT keys,
                                              u64 first, u64 count, u64 replicas) {
  u64 item = global_id(0);
  if (item >= count * replicas) return;
  u32x4 words = draw(keys[item % replicas], 0, first + item / replicas, 0);
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  rounds[4 * item] = drawn_below(words.x, origins_of(x));
  rounds[4 * item + 1] = drawn_below(words.y, origins_of(y));
  rounds[4 * item + 2] = drawn_below(words.z, origins_of(z));
  rounds[4 * item + 3] = order_of_kinds(words.w, KINDS);
}

// The attempts of a team as its work-items see each other's, [attempt].
typedef struct {
  LOCAL_POINTER u32 *before, *after;
  LOCAL_POINTER i32 *x, *y, *z;          // numbers of the site in its region
  LOCAL_POINTER NumberChanges* changes;  // [attempt · STORED + number − 1]
  LOCAL_POINTER u32* scratch;
  LOCAL_POINTER const i32* offsets;  // of the neighbours that may be copied: see source_offset()
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
  GLOBAL u8* wide;   // for every cell: may it be shared by regions?
  GLOBAL u32* done;  // [rank · replicas + replica]: see publish_value()
#endif
} Turn;
#define TURN LOCAL_POINTER const Turn*  // of the team

// An attempt of a work-item, at site number `within` of the region along each axis.
typedef struct {
  Attempt copy;
  i32 within_x, within_y, within_z;
  u32 is_stale;              // its site, or a site that it reads, has changed since it was weighed
  u32 is_weighed;            // its change of energy is new
  u32 is_accepted, is_made;  // `is_made` if it happens but is not yet written
  u32 is_shared;             // has it met a cell that other regions may share?
} TeamAttempt;

RULE u32 taken_part(u64* fraction, u32 count) {
  u64 high = (*fraction >> 32) * count + ((u64)(u32)*fraction * count >> 32);
  *fraction *= count;
  return (u32)(high >> 32);
}

RULE u32 size_of_difference(i32 difference) { return (u32)(difference < 0 ? -difference : difference); }

RULE i32 coordinate_in(u32 begin, i32 within, u32 side) {
  u32 at = begin + (u32)within;
  return (i32)(at >= side ? at - side : at);
}

// The site is a random fraction of the region, split into coordinates.
RULE void draw_attempt(Tissues tissues, TURN turn, u32 number, TeamAttempt* attempt) {
  u32x4 words = draw(tissues.keys[turn->replica], turn->first + number, turn->sub_step, 0);
  u64 fraction = (u64)words.x << 32 | words.y;
  attempt->within_z = (i32)taken_part(&fraction, turn->z.count);
  attempt->within_y = (i32)taken_part(&fraction, turn->y.count);
  attempt->within_x = (i32)taken_part(&fraction, turn->x.count);
  attempt->copy.place = place_of(coordinate_in(turn->x.begin, attempt->within_x, SIDE_X),
                                 coordinate_in(turn->y.begin, attempt->within_y, SIDE_Y),
                                 coordinate_in(turn->z.begin, attempt->within_z, SIDE_Z));
  attempt->copy.direction = drawn_below(words.z, DIRECTIONS);
  attempt->copy.word = words.w;
  attempt->copy.crosses = attempt->is_weighed = attempt->is_accepted = attempt->is_made = attempt->is_shared =
      0;
  attempt->is_stale = number < turn->attempts;
}

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
RULE void await_sharers(Tissues tissues, TURN turn, const TeamAttempt* attempt, u32 word) {
  CellExtent extent = turn->extents[row_of(tissues, turn, word)];
  DividedAxis x = AXIS_X, y = AXIS_Y, z = AXIS_Z;
  RegionsBeside along_x = regions_beside(x, (u32)attempt->within_x, turn->x.count,
                                         coordinate_in(turn->x.begin, attempt->within_x, SIDE_X), extent.x,
                                         COPY_RANGE),
                along_y = regions_beside(y, (u32)attempt->within_y, turn->y.count,
                                         coordinate_in(turn->y.begin, attempt->within_y, SIDE_Y), extent.y,
                                         COPY_RANGE),
                along_z = regions_beside(z, (u32)attempt->within_z, turn->z.count,
                                         coordinate_in(turn->z.begin, attempt->within_z, SIDE_Z), extent.z,
                                         COPY_RANGE);
  RegionGrid grid = {PARTS_X, PARTS_Y, PARTS_Z};
  u32 across = along_x.before + along_x.behind + 1, down = along_y.before + along_y.behind + 1,
      count = across * down * (along_z.before + along_z.behind + 1);
  for (u32 i = 0; i < count && count > 1; ++i) {
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

// Enlarges the extent of the cell that gains a site.
RULE void enlarge_extent(Tissues tissues, TURN turn, u32 after, i32 x, i32 y, i32 z) {
  if (!links(after)) return;
  u64 row = row_of(tissues, turn, after);
  GLOBAL CellExtent* extent = turn->extents + row;
  CellExtent known = *extent;
  if (x >= known.x.least && x <= known.x.most && y >= known.y.least && y <= known.y.most &&
      z >= known.z.least && z <= known.z.most)
    return;
  enlarge(&extent->x, x, PERIODIC_X ? SIDE_X : 0);
  enlarge(&extent->y, y, PERIODIC_Y ? SIDE_Y : 0);
  enlarge(&extent->z, z, PERIODIC_Z ? SIDE_Z : 0);
  if (is_wide(*extent)) turn->wide[row] = 1;
}
#endif

// A copy at a cell that regions share is weighed again when all earlier ones of these have had their turn.
RULE void weigh_in_turn(Tissues tissues, Tissue tissue, TURN turn, Proposals proposals, u32 slot,
                        TeamAttempt* attempt) {
  Attempt* copy = &attempt->copy;
  attempt->is_stale = attempt->is_accepted = 0;
  see_sites(tissues, tissue, turn->replica, copy);
  if (!copy->crosses) return;
  u32 awaited =
      0;  // the cells whose earlier changes must be awaited: 1 for the losing one, 2 for the gaining one
#if SHARES
  awaited = is_shared(tissues, turn, copy->before) | is_shared(tissues, turn, copy->after) << 1;
  attempt->is_shared = attempt->is_shared || awaited != 0;
#endif
  for (u32 is_done = 0; !is_done;) {
    weigh(tissues, tissue, turn->replica, copy);
    is_done = awaited == 0;
#if SHARES
    for (; awaited != 0; awaited = awaited & 1 ? awaited - 1 : 0)
      await_sharers(tissues, turn, attempt, awaited & 1 ? copy->before : copy->after);
#endif
  }
  attempt->is_weighed = copy->crosses;
  proposals.before[slot] = copy->before;
  proposals.after[slot] = copy->after;
#if KEPT > 1
  for (u32 number = 0; number < STORED; ++number)
    proposals.changes[slot * STORED + number] = copy->changes[number];
#endif
}

RULE u32 is_near(i32 distance, u32 side, u32 is_ring) {
  u32 away = size_of_difference(distance);
  return away <= REACH || (is_ring && away + REACH >= side);
}

RULE u32 is_same(i32 distance, u32 side, u32 is_ring) {
  return distance == 0 || (is_ring && size_of_difference(distance) == side);
}

RULE u32 is_at(const TeamAttempt* attempt, Proposals proposals, u32 other, i32 dx, i32 dy, i32 dz) {
  return is_same(attempt->within_x + dx - proposals.x[other], SIDE_X, PERIODIC_X && !DIVIDED_X) &&
         is_same(attempt->within_y + dy - proposals.y[other], SIDE_Y, PERIODIC_Y && !DIVIDED_Y) &&
         is_same(attempt->within_z + dz - proposals.z[other], SIDE_Z, PERIODIC_Z && !DIVIDED_Z);
}

// An offset along an axis, from a word with eight bits for each of them.
RULE i32 source_offset(i32 offsets, u32 axis) { return (offsets >> 8 * axis & 255) - 128; }

// Does the attempt depend on the site of another one? An attempt inside a cell depends only on its two sites.
RULE u32 reads_site_of(const TeamAttempt* attempt, Proposals proposals, u32 other) {
  u32 near = is_near(attempt->within_x - proposals.x[other], SIDE_X, PERIODIC_X && !DIVIDED_X) &&
             is_near(attempt->within_y - proposals.y[other], SIDE_Y, PERIODIC_Y && !DIVIDED_Y) &&
             is_near(attempt->within_z - proposals.z[other], SIDE_Z, PERIODIC_Z && !DIVIDED_Z && SIDE_Z > 1);
  if (!near || attempt->copy.before != attempt->copy.after) return near;
  i32 offsets = proposals.offsets[attempt->copy.direction];
  return is_at(attempt, proposals, other, 0, 0, 0) ||
         is_at(attempt, proposals, other, source_offset(offsets, 0), source_offset(offsets, 1),
               source_offset(offsets, 2));
}

#if FREE_NUMBERS
// Adds the changes that another copy makes in the numbers of one of its cells, if `word` is that cell's.
RULE u32 add_changes(i32* numbers, u32 word, u32 losing, u32 gaining, const NumberChanges* changes) {
  if (CELL_OF(word) == 0 || (word != losing && word != gaining)) return 0;
  for (u32 number = 0; number < KEPT; ++number)
    numbers[number] += word == losing ? lost_number(number, changes) : gained_number(number, changes);
  return 1;
}
#else
// How the energy change of an attempt changes with that of a number of one of its cells, which it would
// change by `by`, if another copy changes this number by `other`.
RULE i64 change_by_other(CONSTRAINTS constraints, u32 number, u32 word, i32 by, i32 other) {
  return 2 * constraints[number * TYPES + TYPE_OF(word)].strength * by * other;
}
#endif

// Takes note of an earlier copy of the team, which is not yet written.
RULE void note_copy(Tissues tissues, Proposals proposals, u32 made, TeamAttempt* attempt) {
  if (reads_site_of(attempt, proposals, made)) {
    attempt->is_stale = 1;
    return;
  }
  Attempt* copy = &attempt->copy;
  u32 losing = proposals.before[made], gaining = proposals.after[made];
  u32 shares_cell =
      copy->before == losing || copy->before == gaining || copy->after == losing || copy->after == gaining;
  if (!shares_cell || !copy->crosses) return;
  NumberChanges changes[STORED];
#if KEPT > 1
  for (u32 number = 0; number < STORED; ++number) changes[number] = proposals.changes[made * STORED + number];
#endif
#if FREE_NUMBERS
  add_changes(copy->losing, copy->before, losing, gaining, changes);
  add_changes(copy->gaining, copy->after, losing, gaining, changes);
#else
  for (u32 number = 0; number < KEPT; ++number) {
    i32 lost = lost_number(number, changes), gained = gained_number(number, changes);
    i32 at_losing = (copy->before == losing ? lost : 0) + (copy->before == gaining ? gained : 0),
        at_gaining = (copy->after == losing ? lost : 0) + (copy->after == gaining ? gained : 0);
    copy->change += change_by_other(tissues.constraints, number, copy->before,
                                    lost_number(number, copy->changes), at_losing) +
                    change_by_other(tissues.constraints, number, copy->after,
                                    gained_number(number, copy->changes), at_gaining);
  }
#endif
  attempt->is_weighed = 1;
}

RULE void write_in_turn(Tissues tissues, TURN turn, TeamAttempt* attempt) {
  const Attempt* copy = &attempt->copy;
  i32 x = coordinate_in(turn->x.begin, attempt->within_x, SIDE_X),
      y = coordinate_in(turn->y.begin, attempt->within_y, SIDE_Y),
      z = coordinate_in(turn->z.begin, attempt->within_z, SIDE_Z);
  attempt->is_made = 0;
  write_copy(tissues, turn->replica, x, y, z, copy->before, copy->after, copy->changes);
#if SHARES
  enlarge_extent(tissues, turn, copy->after, x, y, z);
#endif
}

RULE u32 is_happening(Tissues tissues, Tissue tissue, Attempt* copy) {
#if FREE_NUMBERS
  find_change(tissues, tissue, copy);
#endif
  return is_attempt_accepted(tissues, copy);
}

// What a turn has done: the number of copies, and whether it has met cells that other regions may share.
typedef struct {
  u32 copies, has_shared;
} TurnResult;

// Makes the next TEAM attempts of a region, from number `first` on.
RULE void make_attempts(Tissues tissues, Tissue tissue, TURN turn, Proposals proposals, u32 first,
                        TurnResult* result) {
  u32 slot = local_id(0) % TEAM, exists = first + slot < turn->attempts;
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
      if (attempt.is_weighed) attempt.is_accepted = is_happening(tissues, tissue, &attempt.copy);
      attempt.is_weighed = 0;
      u32 accepted = team_mask(proposals.scratch, attempt.is_accepted && slot >= settled),
          stale = team_mask(proposals.scratch, attempt.is_stale), open = accepted | stale;
      u32 next = open == 0 ? TEAM : 31 - leading_zeros(open & (0u - open));
      must_write = next < TEAM && (stale >> next & 1u);
      settled = must_write ? next : next + 1;
      if (next == TEAM || must_write) continue;
      result->copies += 1;
      if (slot == next) attempt.is_made = 1;
      if (slot > next && exists && !attempt.is_stale) note_copy(tissues, proposals, next, &attempt);
    }
    if (attempt.is_made) write_in_turn(tissues, turn, &attempt);
    TEAM_GLOBAL_BARRIER();
  }
  result->has_shared = result->has_shared || attempt.is_shared;
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
#if PREFETCHES
  GLOBAL const u32* sites = tissues.sites + turn->replica * (u64)HELD_SIZE;
  for (u32 row = local_id(0) % TEAM; row < turn->y.count * turn->z.count; row += TEAM) {
    i32 y = coordinate_in(turn->y.begin, (i32)(row % turn->y.count), SIDE_Y),
        z = coordinate_in(turn->z.begin, (i32)(row / turn->y.count), SIDE_Z);
    for (u32 within = 0; within < turn->x.count; within += 8)
      PREFETCH(sites + place_of(coordinate_in(turn->x.begin, (i32)within, SIDE_X), y, z));
  }
#endif
}

// Makes sub-steps from number `when` on. `rounds` are those drawn from number `first_round` on. `awaited` is
// the value of `arrived` before the launch.
KERNEL GROUP_OF(TEAMS* TEAM, 1, 1)
    take_turns(GLOBAL u32* sites, GLOBAL i32* numbers, GLOBAL CellExtent* extents, GLOBAL u8* wide,
               GLOBAL u32* done, GLOBAL const u32* RESTRICT rounds, GLOBAL const u32x2* RESTRICT keys,
               GLOBAL const i32* RESTRICT words, GLOBAL const Quadratic* RESTRICT constraints,
               GLOBAL const u32* RESTRICT thresholds, GLOBAL const Acceptance* RESTRICT of_types,
               GLOBAL u32* accepted, GLOBAL u32* arrived, u32 entries, u32 cells, u32 replicas,
               u64 first_round, u64 when, u64 sub_steps, u32 awaited, u32 time) {
  LOCAL i32 term_words[WORDS], sources[DIRECTIONS], offsets[DIRECTIONS];
  LOCAL Quadratic table[KEPT * TYPES];
  LOCAL Turn turns[TEAMS];
  LOCAL u32 before[TEAMS * TEAM], after[TEAMS * TEAM], scratch[TEAMS];
  LOCAL i32 x[TEAMS * TEAM], y[TEAMS * TEAM], z[TEAMS * TEAM];
  LOCAL NumberChanges changes[KEPT > 1 ? TEAMS * TEAM * STORED : 1];
  FETCH_BY(TEAMS * TEAM, term_words, words, WORDS)
  FETCH_BY(TEAMS * TEAM, sources, (words + WORDS), DIRECTIONS)
  FETCH_BY(TEAMS * TEAM, offsets, (words + WORDS + DIRECTIONS), DIRECTIONS)
  FETCH_THRESHOLDS(TEAMS * TEAM)
  FETCH_BY(TEAMS * TEAM, table, constraints, KEPT * TYPES)
  u32 team = local_id(0) / TEAM, base = team * TEAM;
  Proposals proposals = {before + base,  after + base, x + base,
                         y + base,       z + base,     changes + (KEPT > 1 ? base * STORED : 0),
                         scratch + team, offsets};
  Tissues tissues = {sites,    numbers, keys,  sources,  table, near_thresholds,
                     of_types, entries, cells, replicas, time};
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  // Teams with consecutive regions belong to different groups, so that few regions keep many groups busy.
  RegionGrid grid = {PARTS_X, PARTS_Y, PARTS_Z};
  u32 first_item = team * group_count(0) + group_id(0), items = REGIONS * replicas;
  RegionGrid first_region = region_of_rank(grid, first_item / replicas);
  for (u64 made = 0; made < sub_steps; ++made) {
    u64 sub_step = when + made, since = sub_step / KINDS - first_round;
    for (u32 item = first_item; item < items; item += TEAMS * group_count(0)) {
      u32 replica = item % replicas, rank = item / replicas;
      TEAM_BARRIER();
      if (local_id(0) % TEAM == 0) {
        set_turn(&turns[team], replica, rank, item == first_item ? first_region : region_of_rank(grid, rank),
                 rounds + 4 * (since * replicas + replica), sub_step);
#if SHARES
        turns[team].extents = extents;
        turns[team].wide = wide;
        turns[team].done = done;
#endif
      }
      TEAM_BARRIER();
      TURN turn = &turns[team];
      prefetch_region(tissues, turn);
      Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, cells);
      TurnResult result = {0, 0};
      for (u32 first = 0; first < turn->attempts; first += TEAM)
        make_attempts(tissues, tissue, turn, proposals, first, &result);
      if (local_id(0) % TEAM == 0 && result.copies > 0)
        GLOBAL_ATOMIC_ADD(&accepted[replica * COUNTERS + rank % COUNTERS], result.copies);
#if SHARES
      u32 has_shared = team_mask(proposals.scratch, result.has_shared) != 0;
      if (local_id(0) % TEAM == 0) publish_value(&done[item], (u32)sub_step + 1, has_shared);
#endif
    }
#if ONE_LAUNCH
    if (made + 1 < sub_steps) await_all_groups(arrived, awaited += group_count(0));
#endif
  }
}
