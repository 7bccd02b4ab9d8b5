// The parallel order on a device, first half: finds the attempts of a sub-step that may happen.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, HALO, HALO_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its halo (see padded_lattice.h), and PLACE, a type that can hold the number of its words;
// TYPE_BITS, TYPES, OUTSIDE, FIXED; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis; DIRECTIONS,
// number of neighbours that may be copied; EXCLUSIVE; TEMPERATURES, above 1 if types have different ones;
// KEPT, count of kept numbers of a cell; THINNING, BLOCK_WIDTH and BLOCK_SHIFT, see region_of_attempt();
// GROUP, work-items of a work-group; EACH, attempts for each work-item; AT_ONCE, attempts that a work-item
// begins together; GROUPS, work-groups of a replica; SUMS_GROUP; ONE_LAUNCH, whether whole sub-steps run in
// one launch (whole_kernel.h).
//
// The defines of its terms: WORDS, the number of their words; LOCAL_ENERGY, FIND_CHANGES, ALLOWS, COUNT_SITE,
// which call the rules of all terms; READS_DIRECTION, whether any term reads the direction; FREE_NUMBERS,
// whether a number has an energy that is not quadratic, and BOUND_FREE_NUMBERS, which calls its rule;
// LINEAR_PART, the contribution of targets that vary to the energy; READS_GAINS, whether any term reads the
// steps in which sites were gained, and GAINS, the distance in memory from a site to its step;
// FOR_key(neighbour, statement) and FOR_PLACES_key(place, statement) for the neighbourhood of each term;
// FOR_CUBE(bit, neighbour, statement).

// The place of the site at which attempt number `attempt` of a replica is made, with these random words.
// NOWHERE if the site lies beyond a wall, or if the attempt has no region.
#define NOWHERE ((PLACE)0 - 1)
RULE PLACE drawn_place(u32 attempt, u32x4 words, u32 origin_x, u32 origin_y, u32 origin_z) {
  u32 chosen = drawn_below(words.x, THINNING * REGION_SITES), within = chosen % REGION_SITES;
  AttemptBlocks blocks = {THINNING, BLOCK_WIDTH, BLOCK_SHIFT};
  u32 region = region_of_attempt(attempt / BLOCK_WIDTH, attempt % BLOCK_WIDTH, chosen / REGION_SITES, blocks);
  u32 region_x = region % PARTS_X, region_y = region / PARTS_X, region_z = 0;
  if (PARTS_Z > 1) region_z = region_y / PARTS_Y, region_y %= PARTS_Y;
  i32 x = site_in_region(region_x, within % REGION_X, origin_x, STRIDE_X, SIDE_X, PERIODIC_X),
      y = site_in_region(region_y, within / REGION_X % REGION_Y, origin_y, STRIDE_Y, SIDE_Y, PERIODIC_Y),
      z = site_in_region(region_z, within / REGION_X / REGION_Y, origin_z, STRIDE_Z, SIDE_Z, PERIODIC_Z);
  return region < REGIONS && (x | y | z) >= 0 ? place_of(x, y, z) : NOWHERE;
}

// An attempt: a copy into the site at `place` from the neighbour in a direction.
typedef struct {
  u32x4 words;
  PLACE place;
  u32 direction;
} DrawnCopy;

RULE DrawnCopy drawn_copy(u32x2 key, u32 attempt, u64 when, u32 origin_x, u32 origin_y, u32 origin_z) {
  DrawnCopy drawn;
  drawn.words = draw(key, attempt, when, 0);
  drawn.place = drawn_place(attempt, drawn.words, origin_x, origin_y, origin_z);
  drawn.direction = drawn_below(drawn.words.y, DIRECTIONS);
  return drawn;
}

// Inputs for drawing the attempts of a sub-step.
typedef struct {
  GLOBAL const u32x2* keys;
  GLOBAL const u32* origins;  // of the regions in this sub-step: three for each replica
  u64 when;
} Draws;

RULE DrawnCopy copy_of_attempt(Draws draws, u32 index) {
  u32 replica = index / ATTEMPTS_OF_REPLICA;
  GLOBAL const u32* origin = draws.origins + 3 * replica;
  return drawn_copy(draws.keys[replica], index % ATTEMPTS_OF_REPLICA, draws.when, origin[0], origin[1],
                    origin[2]);
}

// Lists in the memory of a work-group about a part of the attempts, which are counted from the first of the
// part.
typedef struct {
  LOCAL_POINTER u16* crossing;  // attempts between two cells
  LOCAL_POINTER u32* crossing_count;
  LOCAL_POINTER u32* in_bucket;  // number of candidates in each of MOST_BUCKETS buckets
} PartLists;

RULE void clear_lists(PartLists lists) {
  if (local_id(0) == 0) *lists.crossing_count = 0;
  for (u32 bucket = local_id(0); bucket < MOST_BUCKETS; bucket += local_size(0)) lists.in_bucket[bucket] = 0;
}

// An attempt with the changes that it makes around its site.
RULE Attempt weighed(Tissue tissue, GLOBAL const u32* sites, DrawnCopy drawn, u32 index, SiteCopy copy,
                     NumberChanges* changes) {
  SITES at = sites + drawn.place;
  Attempt found = {copy.before,   copy.after,       LOCAL_ENERGY(tissue, at, copy), drawn.words.z,
                   drawn.words.w, (u32)drawn.place, (u32)((u64)drawn.place >> 32),  index};
  FIND_CHANGES(tissue, at, copy)
#if MOMENTS
  find_moments(tissue, drawn.place, copy, changes);
#endif
  found.energy += LINEAR_PART(tissue, copy, changes);
  return found;
}

RULE Member joined_list(GLOBAL u32* heads, u32 member, u32 cell, u32 order, i32 change, u32 verdict) {
  Member joined = {order, 0, verdict, change};
  if (cell != 0 && verdict == OPEN) joined.next = GLOBAL_ATOMIC_EXCHANGE(&heads[cell], member);
  return joined;
}

// Stores a candidate and adds it to the lists of its two cells.
RULE void list_candidate(SubStep now, GLOBAL u32* heads, Kept kept) {
  Candidate listed;
  listed.attempt = kept.attempt;
  listed.losing = joined_list(heads, 4 * kept.number + 2, CELL_OF(kept.attempt.before), kept.attempt.order,
                              KEPT > 1 ? kept.changes[0].losing : 0, kept.verdict);
  listed.gaining = joined_list(heads, 4 * kept.number + 3, CELL_OF(kept.attempt.after), kept.attempt.order,
                               KEPT > 1 ? kept.changes[0].gaining : 0, kept.verdict);
#if KEPT > 2
  for (u32 i = 0; i < MORE; ++i) now.more[(u64)kept.number * MORE + i] = kept.changes[i + 1];
#endif
  now.candidates[kept.number] = listed;
}

// An attempt before its sites are read.
typedef struct {
  u32 index, order;
  GLOBAL const u32* at;  // its site; 0 if there is no attempt
  i32 source;            // distance to the neighbour in memory
} Upcoming;

// Draws AT_ONCE attempts of a work-item, among the `attempts` from index `first` on, of which `start` are
// done. Depends only on random numbers.
RULE void draw_upcoming(SubStep now, Draws draws, LOCAL_POINTER const i32* source, u32 first, u32 attempts,
                        u32 start, Upcoming* upcoming) {
  UNROLL
  for (u32 i = 0; i < AT_ONCE; ++i) {
    u32 slot = start + i * local_size(0) + local_id(0);
    upcoming[i].at = 0;
    upcoming[i].index = first;
    if (slot < attempts) {
      DrawnCopy drawn = copy_of_attempt(draws, first + slot);
      upcoming[i].index = first + slot;
      upcoming[i].order = drawn.words.w;
      upcoming[i].source = source[drawn.direction];
      if (drawn.place != NOWHERE) {
        upcoming[i].at = now.sites + upcoming[i].index / ATTEMPTS_OF_REPLICA * (u64)HELD_SIZE + drawn.place;
        PREFETCH(upcoming[i].at);
        PREFETCH(upcoming[i].at + upcoming[i].source);
      }
    }
  }
}

// Lists the attempts of a part that are between two cells, and counts them for each bucket. The first
// attempts of each work-item have been drawn before.
RULE void list_crossing(PartLists lists, SubStep now, Draws draws, LOCAL_POINTER const i32* term_words,
                        GLOBAL const i32* words, LOCAL_POINTER const i32* source, u32 first, u32 attempts,
                        Upcoming* upcoming) {
  for (u32 start = 0; start < attempts; start += local_size(0) * AT_ONCE) {
    if (start > 0) draw_upcoming(now, draws, source, first, attempts, start, upcoming);
    u32 before[AT_ONCE], after[AT_ONCE], crosses = 0;
    UNROLL
    for (u32 i = 0; i < AT_ONCE; ++i) {
      before[i] = after[i] = OUTSIDE;
      if (upcoming[i].at != 0) {
        before[i] = upcoming[i].at[0];
        after[i] = upcoming[i].at[upcoming[i].source];
      }
    }
    UNROLL
    for (u32 i = 0; i < AT_ONCE; ++i) {
      Tissue tissue =
          TISSUE_OF_REPLICA(term_words, words, upcoming[i].index / ATTEMPTS_OF_REPLICA, now.cells);
      if (may_change(tissue, FIXED, before[i], after[i])) crosses |= 1u << i;
    }
    u32 slot = reserved_slots(lists.crossing_count, population(crosses));
    UNROLL
    for (u32 i = 0; i < AT_ONCE; ++i)
      if (crosses >> i & 1) {
        lists.crossing[slot++] = (u16)(upcoming[i].index - first);
        if (!has_one_bucket(now))
          LOCAL_ATOMIC_ADD(&lists.in_bucket[bucket_of(upcoming[i].order, now.bucket_shift)], 1u);
      }
  }
}

// Finds where the candidates of each bucket begin, counted from the first of the part.
RULE void begin_buckets(PartLists lists, GLOBAL u32* starts, u32 bucket_shift) {
  u32 buckets = 0x80000000u >> bucket_shift, sum = 0;
  for (u32 bucket = 0; bucket < buckets; ++bucket) {
    u32 count = buckets == 1 ? *lists.crossing_count : lists.in_bucket[bucket];
    lists.in_bucket[bucket] = starts[bucket] = sum;
    sum += count;
  }
  starts[buckets] = sum;
}

// Stores the attempt that is listed in a slot as a candidate. Candidates of the part have numbers from
// `first` on.
RULE Kept keep_candidate(PartLists lists, SubStep now, Draws draws, LOCAL_POINTER const i32* term_words,
                         GLOBAL const i32* words, LOCAL_POINTER const i32* source, u32 first, u32 slot) {
  u32 index = first + lists.crossing[slot], replica = index / ATTEMPTS_OF_REPLICA;
  DrawnCopy drawn = copy_of_attempt(draws, index);
  GLOBAL const u32* sites = now.sites + replica * (u64)HELD_SIZE;
  SITES at = sites + drawn.place;
  Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, now.cells);
  SiteCopy copy = {at[0], at[source[drawn.direction]], drawn.direction, now.time};
  Kept kept;
  kept.attempt = weighed(tissue, sites, drawn, index, copy, kept.changes);
  kept.verdict = ALLOWS(tissue, at, copy) ? OPEN : FAILS;
  u32 bucket = bucket_of(kept.attempt.order, now.bucket_shift);
  kept.number = first + (has_one_bucket(now) ? slot : LOCAL_ATOMIC_ADD(&lists.in_bucket[bucket], 1u));
  list_candidate(now, heads_of(now, bucket, replica), kept);
  return kept;
}

#if !ONE_LAUNCH

// Finds the attempts of sub-step `when` in all replicas. It has number `since` among the sub-steps whose
// origins are drawn. Also settles the last bucket of the previous sub-step, `settled_bucket` (see
// candidates.h), and clears the heads of its lists.
//
// A work-group takes SPAN attempts. Its work-items first test whether the two sites of an attempt belong to
// one cell. They list all other attempts, and then share these evenly. Odd sub-steps go through the lattice
// backwards, so that they find in the cache what the previous sub-step has left there. The code before
// AWAIT_LAUNCH_BEFORE does not depend on any other sub-step.
KERNEL GROUP_OF(GROUP, 1, 1)
    find_copies(GLOBAL u32* sites, GLOBAL i32* unsettled, GLOBAL Candidate* candidates,
                GLOBAL NumberChanges* more, GLOBAL u32* all_starts, GLOBAL u32* heads, GLOBAL u32* used_heads,
                u64 head_count, GLOBAL const u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys,
                GLOBAL const i32* RESTRICT words, u32 cells, u64 when, u32 since, u32 replicas,
                u32 settled_bucket, u32 bucket_shift, u32 time) {
  LOCAL i32 term_words[WORDS], source[DIRECTIONS];
  LOCAL u16 crossing[SPAN];
  LOCAL u32 in_bucket[MOST_BUCKETS], crossing_count;
  PartLists lists = {crossing, &crossing_count, in_bucket};
  FETCH(term_words, words, WORDS)
  FETCH(source, (words + WORDS), DIRECTIONS)
  clear_lists(lists);
  u32 group = when & 1 ? GROUPS * replicas - 1 - group_id(0) : group_id(0);
  u32 first = group * SPAN;
  GLOBAL u32* starts = all_starts + (u64)group * (MOST_BUCKETS + 1);
  SubStep now = {sites, 0, 0, candidates, more, heads, cells, replicas, bucket_shift, time};
  Draws draws = {keys, origins + 3 * (u64)since * replicas, when};
  BARRIER();
  Upcoming upcoming[AT_ONCE];
  draw_upcoming(now, draws, source, first, SPAN, 0, upcoming);
  AWAIT_LAUNCH_BEFORE();
  for (u64 i = global_id(0); i < head_count; i += global_size(0)) used_heads[i] = 0;
  if (settled_bucket < MOST_BUCKETS)
    settle(candidates, more, first + starts[settled_bucket] + local_id(0), first + starts[settled_bucket + 1],
           GROUP, unsettled, cells);
  list_crossing(lists, now, draws, term_words, words, source, first, SPAN, upcoming);
  GLOBAL_BARRIER();
  if (local_id(0) == 0) begin_buckets(lists, starts, bucket_shift);
  BARRIER();
  for (u32 slot = local_id(0); slot < crossing_count; slot += GROUP)
    keep_candidate(lists, now, draws, term_words, words, source, first, slot);
}

#endif

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
