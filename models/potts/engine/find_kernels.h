// The parallel order on a device, first half: the attempts of a sub-step that may happen.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, HALO, HALO_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its halo (see padded_lattice.h), and PLACE, a type that counts its words; TYPE_BITS, TYPES,
// OUTSIDE, FIXED; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis; DIRECTIONS, neighbours that
// may be copied; EXCLUSIVE; TEMPERATURES, above 1 if types have different ones; KEPT, numbers of a cell;
// HALVINGS, see attempting_regions(); GROUP, work-items of a group; EACH, regions for each of them; AT_ONCE,
// attempts that each begins together; GROUPS, of a replica; SUMS_GROUP; ONE_LAUNCH, whether whole sub-steps
// are one launch (whole_kernel.h).
//
// Those of its terms: WORDS, their number; LOCAL_ENERGY, FIND_CHANGES, ALLOWS, COUNT_SITE, which call the
// rules of all terms; READS_DIRECTION, whether any of them does; FREE_NUMBERS, whether a number has an energy
// that is not quadratic, and BOUND_FREE_NUMBERS, which calls its rule;
// LINEAR_PART, what targets that vary add to the energy; READS_GAINS, whether any of them reads the steps in
// which sites were gained, and GAINS, where these lie as seen from a site;
// FOR_key(neighbour, statement) and FOR_PLACES_key(place, statement) for the neighbourhood of each;
// FOR_CUBE(bit, neighbour, statement).

// The site that attempt `words` of a region is at; NOWHERE beyond the lattice.
#define NOWHERE ((PLACE)0 - 1)
RULE PLACE drawn_place(u32 region, u32x4 words, u32 origin_x, u32 origin_y, u32 origin_z) {
  u32 within = drawn_below(words.x, REGION_SITES);
  u32 region_x = region % PARTS_X, region_y = region / PARTS_X, region_z = 0;
  if (PARTS_Z > 1) region_z = region_y / PARTS_Y, region_y %= PARTS_Y;
  i32 x = site_in_region(region_x, within % REGION_X, origin_x, STRIDE_X, SIDE_X, PERIODIC_X),
      y = site_in_region(region_y, within / REGION_X % REGION_Y, origin_y, STRIDE_Y, SIDE_Y, PERIODIC_Y),
      z = site_in_region(region_z, within / REGION_X / REGION_Y, origin_z, STRIDE_Z, SIDE_Z, PERIODIC_Z);
  return region < REGIONS && (x | y | z) >= 0 ? place_of(x, y, z) : NOWHERE;
}

// What a region attempts: a copy into the site at `place` from the neighbour in a direction.
typedef struct {
  u32x4 words;
  PLACE place;
  u32 direction;
} DrawnCopy;

RULE DrawnCopy drawn_copy(u32x2 key, u32 region, u64 when, u32 origin_x, u32 origin_y, u32 origin_z) {
  DrawnCopy drawn;
  drawn.words = draw(key, region, when, 0);
  drawn.place = drawn_place(region, drawn.words, origin_x, origin_y, origin_z);
  drawn.direction = drawn_below(drawn.words.y, DIRECTIONS);
  return drawn;
}

// How attempts of a sub-step are drawn.
typedef struct {
  GLOBAL const u32x2* keys;
  GLOBAL const u32* origins;  // of regions, in this sub-step: three for each replica
  u64 when;
} Draws;

RULE DrawnCopy copy_of_region(Draws draws, u32 region) {
  u32 replica = region / REGIONS_OF_REPLICA;
  GLOBAL const u32* origin = draws.origins + 3 * replica;
  return drawn_copy(draws.keys[replica], region % REGIONS_OF_REPLICA, draws.when, origin[0], origin[1],
                    origin[2]);
}

// What a group notes in its memory of a part of the regions, which are counted from the first of the part.
typedef struct {
  LOCAL_POINTER u16* attempting;  // regions that make an attempt
  LOCAL_POINTER u16* crossing;    // and those whose attempt is between two cells
  LOCAL_POINTER u32* attempting_count;
  LOCAL_POINTER u32* crossing_count;
  LOCAL_POINTER u32* in_bucket;  // candidates of each bucket, MOST_BUCKETS
} PartLists;

RULE void clear_lists(PartLists lists, u32 regions) {
  if (local_id(0) == 0) *lists.crossing_count = 0;
  if (local_id(0) == 0) *lists.attempting_count = HALVINGS > 0 ? 0 : regions;
  for (u32 bucket = local_id(0); bucket < MOST_BUCKETS; bucket += local_size(0)) lists.in_bucket[bucket] = 0;
}

// Lists which of `regions` regions from number `first` on make an attempt; both are multiples of 32.
RULE void list_attempting(PartLists lists, Draws draws, u32 first, u32 regions) {
#if HALVINGS > 0
  u32 blocks = regions / 32;
  for (u32 start = 0; start < blocks; start += local_size(0)) {
    u32 block = start + local_id(0), region = first + block * 32, chosen = 0;
    if (block < blocks)
      chosen = attempting_regions(draws.keys[region / REGIONS_OF_REPLICA], region % REGIONS_OF_REPLICA / 32,
                                  draws.when, HALVINGS);
    u32 slot = reserved_slots(lists.attempting_count, population(chosen));
    while (chosen != 0) {
      u32 bit = 31 - leading_zeros(chosen);
      lists.attempting[slot++] = (u16)(block * 32 + bit);
      chosen ^= 1u << bit;
    }
  }
#endif
}

RULE u32 attempting_region(PartLists lists, u32 first, u32 i) {
  return first + (HALVINGS > 0 ? lists.attempting[i] : i);
}

// An attempt, and what it changes around its site.
RULE Attempt weighed(Tissue tissue, GLOBAL const u32* sites, DrawnCopy drawn, u32 region, SiteCopy copy,
                     NumberChanges* changes) {
  SITES at = sites + drawn.place;
  Attempt found = {copy.before,   copy.after,       LOCAL_ENERGY(tissue, at, copy), drawn.words.z,
                   drawn.words.w, (u32)drawn.place, (u32)((u64)drawn.place >> 32),  region};
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

// Keeps a candidate, in the lists of its two cells.
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
  u32 region, order;
  GLOBAL const u32* at;  // its site; 0 where there is no attempt
  i32 source;            // where the neighbour lies, seen from there
} Upcoming;

// What a work-item attempts of the regions that were listed, AT_ONCE of them from number `start` on. Depends
// on random numbers alone.
RULE void draw_upcoming(PartLists lists, SubStep now, Draws draws, LOCAL_POINTER const i32* source, u32 first,
                        u32 start, Upcoming* upcoming) {
  UNROLL
  for (u32 i = 0; i < AT_ONCE; ++i) {
    u32 slot = start + i * local_size(0) + local_id(0);
    upcoming[i].at = 0;
    upcoming[i].region = first;
    if (slot < *lists.attempting_count) {
      u32 region = attempting_region(lists, first, slot);
      DrawnCopy drawn = copy_of_region(draws, region);
      upcoming[i].region = region;
      upcoming[i].order = drawn.words.w;
      upcoming[i].source = source[drawn.direction];
      if (drawn.place != NOWHERE) {
        upcoming[i].at = now.sites + region / REGIONS_OF_REPLICA * (u64)HELD_SIZE + drawn.place;
        PREFETCH(upcoming[i].at);
        PREFETCH(upcoming[i].at + upcoming[i].source);
      }
    }
  }
}

// Lists the attempts of a part that are between two cells, and counts those of each bucket. The first ones of
// each work-item have been drawn.
RULE void list_crossing(PartLists lists, SubStep now, Draws draws, LOCAL_POINTER const i32* term_words,
                        GLOBAL const i32* words, LOCAL_POINTER const i32* source, u32 first,
                        Upcoming* upcoming) {
  u32 attempts = *lists.attempting_count;
  for (u32 start = 0; start < attempts; start += local_size(0) * AT_ONCE) {
    if (start > 0) draw_upcoming(lists, now, draws, source, first, start, upcoming);
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
          TISSUE_OF_REPLICA(term_words, words, upcoming[i].region / REGIONS_OF_REPLICA, now.cells);
      if (may_change(tissue, FIXED, before[i], after[i])) crosses |= 1u << i;
    }
    u32 slot = reserved_slots(lists.crossing_count, population(crosses));
    UNROLL
    for (u32 i = 0; i < AT_ONCE; ++i)
      if (crosses >> i & 1) {
        lists.crossing[slot++] = (u16)(upcoming[i].region - first);
        if (!has_one_bucket(now))
          LOCAL_ATOMIC_ADD(&lists.in_bucket[bucket_of(upcoming[i].order, now.bucket_shift)], 1u);
      }
  }
}

// Where the candidates of each bucket begin, counted from the first of the part.
RULE void begin_buckets(PartLists lists, GLOBAL u32* starts, u32 bucket_shift) {
  u32 buckets = 0x80000000u >> bucket_shift, sum = 0;
  for (u32 bucket = 0; bucket < buckets; ++bucket) {
    u32 count = buckets == 1 ? *lists.crossing_count : lists.in_bucket[bucket];
    lists.in_bucket[bucket] = starts[bucket] = sum;
    sum += count;
  }
  starts[buckets] = sum;
}

// Keeps an attempt that was listed in a slot as a candidate; those of the part have numbers from `first` on.
RULE Kept keep_candidate(PartLists lists, SubStep now, Draws draws, LOCAL_POINTER const i32* term_words,
                         GLOBAL const i32* words, LOCAL_POINTER const i32* source, u32 first, u32 slot) {
  u32 region = first + lists.crossing[slot], replica = region / REGIONS_OF_REPLICA;
  DrawnCopy drawn = copy_of_region(draws, region);
  GLOBAL const u32* sites = now.sites + replica * (u64)HELD_SIZE;
  SITES at = sites + drawn.place;
  Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, now.cells);
  SiteCopy copy = {at[0], at[source[drawn.direction]], drawn.direction, now.time};
  Kept kept;
  kept.attempt = weighed(tissue, sites, drawn, region, copy, kept.changes);
  kept.verdict = ALLOWS(tissue, at, copy) ? OPEN : FAILS;
  u32 bucket = bucket_of(kept.attempt.order, now.bucket_shift);
  kept.number = first + (has_one_bucket(now) ? slot : LOCAL_ATOMIC_ADD(&lists.in_bucket[bucket], 1u));
  list_candidate(now, heads_of(now, bucket, replica), kept);
  return kept;
}

#if !ONE_LAUNCH

// The attempts of sub-step `when` of all replicas, number `since` of those whose origins are drawn. The last
// bucket of the sub-step before, `settled_bucket`, is settled (see candidates.h), and the heads of its lists
// are cleared.
//
// A group takes SPAN regions. Its work-items first look whether the two sites of an attempt belong to one
// cell. They list all other attempts, and then share these out evenly. Odd sub-steps go through the lattice
// backwards, and so find in the cache what the sub-step before has left there. What comes before
// AWAIT_LAUNCH_BEFORE depends on no other sub-step.
KERNEL GROUP_OF(GROUP, 1, 1)
    find_copies(GLOBAL u32* sites, GLOBAL i32* unsettled, GLOBAL Candidate* candidates,
                GLOBAL NumberChanges* more, GLOBAL u32* all_starts, GLOBAL u32* heads, GLOBAL u32* used_heads,
                u64 head_count, GLOBAL const u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys,
                GLOBAL const i32* RESTRICT words, u32 cells, u64 when, u32 since, u32 replicas,
                u32 settled_bucket, u32 bucket_shift, u32 time) {
  LOCAL i32 term_words[WORDS], source[DIRECTIONS];
  LOCAL u16 attempting[HALVINGS > 0 ? SPAN : 1], crossing[SPAN];
  LOCAL u32 in_bucket[MOST_BUCKETS], attempting_count, crossing_count;
  PartLists lists = {attempting, crossing, &attempting_count, &crossing_count, in_bucket};
  FETCH(term_words, words, WORDS)
  FETCH(source, (words + WORDS), DIRECTIONS)
  clear_lists(lists, SPAN);
  u32 group = when & 1 ? GROUPS * replicas - 1 - group_id(0) : group_id(0);
  u32 first = group * SPAN;
  GLOBAL u32* starts = all_starts + (u64)group * (MOST_BUCKETS + 1);
  SubStep now = {sites, 0, 0, candidates, more, heads, cells, replicas, bucket_shift, time};
  Draws draws = {keys, origins + 3 * (u64)since * replicas, when};
  BARRIER();
  list_attempting(lists, draws, first, SPAN);
  BARRIER();
  Upcoming upcoming[AT_ONCE];
  draw_upcoming(lists, now, draws, source, first, 0, upcoming);
  AWAIT_LAUNCH_BEFORE();
  for (u64 i = global_id(0); i < head_count; i += global_size(0)) used_heads[i] = 0;
  if (settled_bucket < MOST_BUCKETS)
    settle(candidates, more, first + starts[settled_bucket] + local_id(0), first + starts[settled_bucket + 1],
           GROUP, unsettled, cells);
  list_crossing(lists, now, draws, term_words, words, source, first, upcoming);
  GLOBAL_BARRIER();
  if (local_id(0) == 0) begin_buckets(lists, starts, bucket_shift);
  BARRIER();
  for (u32 slot = local_id(0); slot < crossing_count; slot += GROUP)
    keep_candidate(lists, now, draws, term_words, words, source, first, slot);
}

#endif

// Where the regions of the sub-steps from `when` begin, in every replica.
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
