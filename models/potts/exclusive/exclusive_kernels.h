// `exclusive` on a device. In a sub-step every region makes one attempt; all see the same numbers of cells.
// Of the copies that would be accepted, those happen, in a random order, whose cells are both unchanged.
//
// Which ones happen is found in rounds: every open copy claims its two cells. The first copy, in the random
// order, of both its cells happens; the others at these cells are dropped. The first of all open copies
// always happens, so the rounds end.
//
// Defines: those of attempt_kernels.h; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis, see
// ExclusiveAxis; CLAIM_GROUP, work-items of a group.

#define REGIONS ((u32)PARTS_X * PARTS_Y * PARTS_Z)
#define REGION_SITES (REGION_X * REGION_Y * REGION_Z)

typedef struct {
  u32 order, region, replica, verdict;
  i32 x, y, z;
  u32 before, after;
} ExclusiveCopy;

#define OPEN 0u
#define HAPPENS 1u
#define FAILS 2u

// Draws the origins of the regions, for the sub-steps from `when` on and every replica.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    draw_origins(GLOBAL u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys, u64 when, u64 sub_steps,
                 u64 replicas) {
  u64 item = global_id(0);
  if (item >= sub_steps * replicas) return;
  u32x4 word = draw(keys[item % replicas], 0, when + item / replicas, 0);
  origins[3 * item] = drawn_below(word.x, ORIGINS_X);
  origins[3 * item + 1] = drawn_below(word.y, ORIGINS_Y);
  origins[3 * item + 2] = drawn_below(word.z, ORIGINS_Z);
}

// Draws the attempt of a region. Returns 0 if its site lies beyond a wall.
RULE u32 draw_exclusive(Tissues tissues, u32 region, u64 when, GLOBAL const u32* origin, ExclusiveCopy* copy,
                        Attempt* attempt) {
  u32x4 words = draw(tissues.keys[copy->replica], region, when, 0);
  u32 within = drawn_below(words.x, REGION_SITES);
  copy->order = words.w;
  copy->x = site_in_region(region % PARTS_X, within % REGION_X, origin[0], STRIDE_X, SIDE_X, PERIODIC_X);
  copy->y = site_in_region(region / PARTS_X % PARTS_Y, within / REGION_X % REGION_Y, origin[1], STRIDE_Y,
                           SIDE_Y, PERIODIC_Y);
  copy->z = site_in_region(region / PARTS_X / PARTS_Y, within / REGION_X / REGION_Y, origin[2], STRIDE_Z,
                           SIDE_Z, PERIODIC_Z);
  if ((copy->x | copy->y | copy->z) < 0) return 0;
  attempt->place = place_of(copy->x, copy->y, copy->z);
  attempt->direction = drawn_below(words.y, DIRECTIONS);
  attempt->word = words.z;
  return 1;
}

// Lists the copies that would be accepted.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    find_exclusive_copies(GLOBAL u32* sites, GLOBAL i32* numbers, GLOBAL ExclusiveCopy* copies,
                          GLOBAL NumberChanges* changes, GLOBAL u32* count,
                          GLOBAL const u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys,
                          GLOBAL const i32* RESTRICT words, GLOBAL const Quadratic* RESTRICT constraints,
                          GLOBAL const u32* RESTRICT thresholds, GLOBAL const Acceptance* RESTRICT of_types,
                          u32 entries, u32 cells, u32 replicas, u64 when, u64 since, u32 time) {
  LOCAL i32 term_words[WORDS], sources[DIRECTIONS];
  LOCAL Quadratic table[KEPT * TYPES];
  FETCH_BY(SUMS_GROUP, term_words, words, WORDS)
  FETCH_BY(SUMS_GROUP, sources, (words + WORDS), DIRECTIONS)
  FETCH_BY(SUMS_GROUP, table, constraints, KEPT * TYPES)
  FETCH_THRESHOLDS(SUMS_GROUP)
  BARRIER();
  Tissues tissues = {sites,    numbers, keys,  sources,  table, near_thresholds,
                     of_types, entries, cells, replicas, time};
  for (u64 item = global_id(0); item < (u64)REGIONS * replicas; item += global_size(0)) {
    u32 replica = (u32)(item / REGIONS), region = (u32)(item % REGIONS);
    Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, cells);
    Attempt attempt;
    ExclusiveCopy copy;
    copy.region = region, copy.replica = replica, copy.verdict = OPEN;
    if (!draw_exclusive(tissues, region, when, origins + 3 * (since * replicas + replica), &copy, &attempt))
      continue;
    see_sites(tissues, tissue, replica, &attempt);
    if (attempt.crosses) weigh(tissues, tissue, replica, &attempt);
    if (!attempt.crosses) continue;
#if FREE_NUMBERS
    find_change(tissues, tissue, &attempt);
#endif
    if (!is_attempt_accepted(tissues, &attempt)) continue;
    u32 slot = GLOBAL_ATOMIC_ADD(count, 1u);
    copy.before = attempt.before, copy.after = attempt.after;
    copies[slot] = copy;
    for (u32 number = 0; KEPT > 1 && number < STORED; ++number)
      changes[(u64)slot * STORED + number] = attempt.changes[number];
  }
}

// The first copy that claims a cell: its order, and its region for copies of equal order.
typedef struct {
  u32 order, region;
} Claim;

RULE u32 is_first(GLOBAL const Claim* claim, ExclusiveCopy copy, u32 word) {
  return CELL_OF(word) == 0 || (claim->order == copy.order && claim->region == copy.region);
}

// Waits until all groups of the launch have come here. Where they cannot wait for each other, there is only
// one.
RULE void meet(GLOBAL u32* arrived, u32* awaited) {
#if ONE_LAUNCH
  await_all_groups(arrived, *awaited += group_count(0));
#else
  GLOBAL_BARRIER();
#endif
}

// Makes the copies of a sub-step. `changed` has the number of the last sub-step, plus 1, in which a cell has
// changed. `open` counts open copies in three rounds in turn, and is 0 at first, as `count` is at the end.
KERNEL GROUP_OF(CLAIM_GROUP, 1, 1)
    make_exclusive_copies(GLOBAL u32* sites, GLOBAL i32* numbers, GLOBAL ExclusiveCopy* copies,
                          GLOBAL const NumberChanges* changes, GLOBAL u32* count, GLOBAL Claim* claims,
                          GLOBAL u32* changed, GLOBAL u32* open, GLOBAL u32* accepted, GLOBAL u32* arrived,
                          u32 cells, u32 stamp, u32 time) {
  Tissues tissues;
  tissues.sites = sites;
  tissues.numbers = numbers;
  tissues.cells = cells;
  tissues.time = time;
  u32 awaited = 0;  // arrivals of all groups
  u32 listed = *count, size = (u32)global_size(0), begin = (u32)global_id(0), is_open = listed > 0;
  for (u32 round = 0; is_open; ++round) {
    for (u32 i = begin; i < listed; i += size) {
      ExclusiveCopy copy = copies[i];
      GLOBAL Claim* of_replica = claims + (u64)copy.replica * cells;
      if (copy.verdict != OPEN) continue;
      if (CELL_OF(copy.before) != 0) GLOBAL_ATOMIC_MIN(&of_replica[CELL_OF(copy.before)].order, copy.order);
      if (CELL_OF(copy.after) != 0) GLOBAL_ATOMIC_MIN(&of_replica[CELL_OF(copy.after)].order, copy.order);
    }
    meet(arrived, &awaited);
    for (u32 i = begin; i < listed; i += size) {
      ExclusiveCopy copy = copies[i];
      GLOBAL Claim *losing = claims + (u64)copy.replica * cells + CELL_OF(copy.before),
                   *gaining = claims + (u64)copy.replica * cells + CELL_OF(copy.after);
      if (copy.verdict != OPEN) continue;
      if (losing->order == copy.order) GLOBAL_ATOMIC_MIN(&losing->region, copy.region);
      if (gaining->order == copy.order) GLOBAL_ATOMIC_MIN(&gaining->region, copy.region);
    }
    if (begin == 0) open[(round + 1) % 3] = 0;
    meet(arrived, &awaited);
    for (u32 i = begin; i < listed; i += size) {
      ExclusiveCopy copy = copies[i];
      u64 losing = (u64)copy.replica * cells + CELL_OF(copy.before),
          gaining = (u64)copy.replica * cells + CELL_OF(copy.after);
      if (copy.verdict != OPEN || !is_first(&claims[losing], copy, copy.before) ||
          !is_first(&claims[gaining], copy, copy.after))
        continue;
      NumberChanges made[STORED];
      for (u32 number = 0; KEPT > 1 && number < STORED; ++number)
        made[number] = changes[(u64)i * STORED + number];
      write_copy(tissues, copy.replica, copy.x, copy.y, copy.z, copy.before, copy.after, made);
      copies[i].verdict = HAPPENS;
      changed[losing] = changed[gaining] = stamp;
      GLOBAL_ATOMIC_ADD(&accepted[(u64)copy.replica * COUNTERS + i % COUNTERS], 1u);
    }
    meet(arrived, &awaited);
    for (u32 i = begin; i < listed; i += size) {
      ExclusiveCopy copy = copies[i];
      u64 losing = (u64)copy.replica * cells + CELL_OF(copy.before),
          gaining = (u64)copy.replica * cells + CELL_OF(copy.after);
      claims[losing].order = claims[losing].region = claims[gaining].order = claims[gaining].region =
          0xFFFFFFFFu;
      if (copy.verdict != OPEN) continue;
      u32 is_dropped = (CELL_OF(copy.before) != 0 && changed[losing] == stamp) ||
                       (CELL_OF(copy.after) != 0 && changed[gaining] == stamp);
      if (is_dropped)
        copies[i].verdict = FAILS;
      else
        GLOBAL_ATOMIC_ADD(&open[round % 3], 1u);
    }
    meet(arrived, &awaited);
    is_open = open[round % 3] > 0;
  }
  if (begin == 0) *count = open[0] = open[1] = open[2] = 0;
}
