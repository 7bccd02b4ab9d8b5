// The parallel order on a device, first half: the attempts of a sub-step that may happen.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, HALO, HALO_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its halo (see padded_lattice.h), and PLACE, a type that counts its words; TYPE_BITS, TYPES,
// OUTSIDE, FIXED; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis; DIRECTIONS, neighbours that
// may be copied; EXCLUSIVE; TEMPERATURES, above 1 if types have different ones; KEPT, numbers of a cell;
// HALVINGS, see attempting_regions(); GROUP, work-items of a group; EACH, regions for each of them; AT_ONCE,
// attempts that each begins together; GROUPS, of a replica; SUMS_GROUP.
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

// Lists the regions of a group that make an attempt, counted from the group's first region.
#if HALVINGS > 0
RULE void list_attempting(LOCAL_POINTER u16* attempting, LOCAL_POINTER u32* count, u32x2 key,
                          u32 first_region, u64 when) {
  for (u32 block = local_id(0); block < SPAN / 32; block += GROUP) {
    u32 chosen = attempting_regions(key, first_region / 32 + block, when, HALVINGS);
    u32 slot = LOCAL_ATOMIC_ADD(count, population(chosen));
    while (chosen != 0) {
      u32 bit = 31 - leading_zeros(chosen);
      attempting[slot++] = (u16)(block * 32 + bit);
      chosen ^= 1u << bit;
    }
  }
}
#endif

// An attempt, and what it changes around its site. `region` is counted from the group's first.
RULE Attempt weighed(Tissue tissue, GLOBAL const u32* sites, PLACE place, u32 word, u32 order, u32 region,
                     SiteCopy copy, NumberChanges* changes) {
  SITES at = sites + place;
  Attempt found = {copy.before, copy.after, LOCAL_ENERGY(tissue, at, copy),        word,
                   order,       (u32)place, (u32)((u64)place >> 32) << 16 | region};
  FIND_CHANGES(tissue, at, copy)
#if MOMENTS
  find_moments(tissue, place, copy, changes);
#endif
  found.energy += LINEAR_PART(tissue, copy, changes);
  return found;
}

RULE Member joined_list(GLOBAL u32* heads, u32 member, u32 cell, u32 order, i32 change, u32 verdict) {
  Member joined = {order, 0, verdict, change};
  if (cell != 0 && verdict == OPEN) joined.next = GLOBAL_ATOMIC_EXCHANGE(&heads[cell], member);
  return joined;
}

// Keeps a candidate as number `number`, in the lists of its two cells.
RULE void list_candidate(GLOBAL Candidate* candidates, GLOBAL NumberChanges* more, GLOBAL u32* heads,
                         u32 number, Attempt attempt, const NumberChanges* changes, u32 verdict) {
  Candidate listed;
  listed.attempt = attempt;
  listed.losing = joined_list(heads, 4 * number + 2, CELL_OF(attempt.before), attempt.order,
                              KEPT > 1 ? changes[0].losing : 0, verdict);
  listed.gaining = joined_list(heads, 4 * number + 3, CELL_OF(attempt.after), attempt.order,
                               KEPT > 1 ? changes[0].gaining : 0, verdict);
#if KEPT > 2
  for (u32 i = 0; i < MORE; ++i) more[(u64)number * MORE + i] = changes[i + 1];
#endif
  candidates[number] = listed;
}

// The attempts of sub-step `when` of all replicas, number `since` of those whose origins are drawn. The last
// bucket of the sub-step before, `settled_bucket`, is settled (see candidates.h), and the heads of its lists
// are cleared.
//
// A group takes SPAN regions. Its work-items first look whether the two sites of an attempt belong to one
// cell. They list all other attempts (`crossing`), and then share these out evenly. Odd sub-steps go through
// the lattice backwards, and so find in the cache what the sub-step before has left there. What comes before
// AWAIT_LAUNCH_BEFORE depends on no other sub-step.
KERNEL GROUP_OF(GROUP, 1, 1)
    find_copies(GLOBAL const u32* all_sites, GLOBAL i32* all_cells, GLOBAL Candidate* candidates,
                GLOBAL NumberChanges* more, GLOBAL u32* all_starts, GLOBAL u32* all_heads,
                GLOBAL u32* used_heads, u64 head_count, GLOBAL const u32* RESTRICT origins,
                GLOBAL const u32x2* RESTRICT keys, GLOBAL const i32* RESTRICT words, u32 cells, u64 when,
                u32 since, u32 replicas, u32 settled_bucket, u32 bucket_shift, u32 time) {
  LOCAL i32 term_words[WORDS], source[DIRECTIONS];
  LOCAL u32 crossing[SPAN];  // attempts between two cells: region, and in the upper half position in bucket
  LOCAL u32 crossing_count, counts[MOST_BUCKETS + 1];
  FETCH(term_words, words, WORDS)
  FETCH(source, (words + WORDS), DIRECTIONS)
  if (local_id(0) == 0) crossing_count = 0;
  for (u32 start = 0; start <= MOST_BUCKETS; start += GROUP)
    if (start + local_id(0) <= MOST_BUCKETS) counts[start + local_id(0)] = 0;
  u32 group = when & 1 ? GROUPS * replicas - 1 - group_id(0) : group_id(0);
  u32 replica = group / GROUPS, first_region = group % GROUPS * SPAN, first = group * SPAN;
  GLOBAL const u32* sites = all_sites + replica * (u64)HELD_SIZE;
  GLOBAL u32* starts = all_starts + (u64)group * (MOST_BUCKETS + 1);
  GLOBAL const u32* origin = origins + 3 * ((u64)since * replicas + replica);
  u32 origin_x = origin[0], origin_y = origin[1], origin_z = origin[2];
  u32x2 key = keys[replica];
#if HALVINGS > 0
  LOCAL u16 attempting[SPAN];
  LOCAL u32 attempts;
  if (local_id(0) == 0) attempts = 0;
  BARRIER();
  list_attempting(attempting, &attempts, key, first_region, when);
#define ATTEMPTING(i) attempting[i]
#else
  u32 attempts = SPAN;
#define ATTEMPTING(i) (i)
#endif
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  for (u64 i = global_id(0); i < head_count; i += global_size(0)) used_heads[i] = 0;
  if (settled_bucket < MOST_BUCKETS)
    settle(candidates, more, first + starts[settled_bucket] + local_id(0), first + starts[settled_bucket + 1],
           GROUP, all_cells + (u64)replica * cells * KEPT);
  Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, cells);
  for (u32 start = local_id(0); start < attempts; start += GROUP * AT_ONCE) {
    u32 region[AT_ONCE], before[AT_ONCE], after[AT_ONCE], order[AT_ONCE];
    UNROLL
    for (u32 i = 0; i < AT_ONCE; ++i) {
      before[i] = after[i] = OUTSIDE;
      if (start + i * GROUP < attempts) {
        region[i] = ATTEMPTING(start + i * GROUP);
        DrawnCopy drawn = drawn_copy(key, first_region + region[i], when, origin_x, origin_y, origin_z);
        order[i] = drawn.words.w;
        if (drawn.place != NOWHERE) {
          before[i] = sites[drawn.place];
          after[i] = sites[drawn.place + source[drawn.direction]];
        }
      }
    }
    UNROLL
    for (u32 i = 0; i < AT_ONCE; ++i)
      if (may_change(tissue, FIXED, before[i], after[i])) {
        u32 position = LOCAL_ATOMIC_ADD(&counts[bucket_of(order[i], bucket_shift)], 1u);
        crossing[LOCAL_ATOMIC_ADD(&crossing_count, 1u)] = position << 16 | region[i];
      }
  }
  GLOBAL_BARRIER();
  if (local_id(0) == 0) {
    u32 sum = 0;
    for (u32 bucket = 0; bucket <= MOST_BUCKETS; ++bucket) {
      u32 count = counts[bucket];
      counts[bucket] = starts[bucket] = sum;
      sum += count;
    }
  }
  BARRIER();
  for (u32 slot = local_id(0); slot < crossing_count; slot += GROUP) {
    u32 region = crossing[slot] & 0xFFFFu, position = crossing[slot] >> 16;
    DrawnCopy drawn = drawn_copy(key, first_region + region, when, origin_x, origin_y, origin_z);
    SITES at = sites + drawn.place;
    SiteCopy copy = {sites[drawn.place], sites[drawn.place + source[drawn.direction]], drawn.direction, time};
    NumberChanges changes[STORED];
    Attempt attempt =
        weighed(tissue, sites, drawn.place, drawn.words.z, drawn.words.w, region, copy, changes);
    u32 bucket = bucket_of(attempt.order, bucket_shift), number = first + counts[bucket] + position;
    u32 verdict = ALLOWS(tissue, at, copy) ? OPEN : FAILS;
    GLOBAL u32* heads = all_heads + ((u64)bucket * replicas + replica) * cells;
    list_candidate(candidates, more, heads, number, attempt, changes, verdict);
  }
}

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
