// The parallel order on a device, first half: the attempts of a sub-step that may happen.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, HALO, HALO_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its halo (see padded_lattice.h), and PLACE, a type that counts its words; TYPE_BITS, TYPES,
// OUTSIDE, FIXED; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis; DIRECTIONS, neighbours that
// may be copied; EXCLUSIVE; TEMPERATURES, above 1 if types have different ones; KEPT, numbers of a cell;
// GROUP, work-items of a group; EACH, regions that each begins with; GROUPS, of a replica; SUMS_GROUP.
//
// Those of its terms: WORDS, their number; LOCAL_ENERGY, FIND_CHANGES, ALLOWS, COUNT_SITE, which call the
// rules of all terms; READS_DIRECTION, whether any of them does; FREE_NUMBERS, whether a number has an energy
// that is not quadratic, and BOUND_FREE_NUMBERS, which calls its rule;
// LINEAR_PART, what targets that vary add to the energy; READS_GAINS, whether any of them reads the steps in
// which sites were gained, and GAINS, where these lie as seen from a site;
// FOR_key(neighbour, statement) and FOR_PLACES_key(place, statement) for the neighbourhood of each;
// FOR_CUBE(bit, neighbour, statement).

// Attempts at sites whose neighbour belongs to another cell; all others end when that is known.
typedef struct {
  PLACE place[SPAN];
  u32 before[SPAN], after[SPAN], word[SPAN], order[SPAN];
  u16 region[SPAN];    // counted from the group's first
  u16 position[SPAN];  // among the candidates of its bucket
  u8 direction[READS_DIRECTION ? SPAN : 1];
} Queue;

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

RULE void put_in_queue(LOCAL_POINTER Queue* queue, u32 slot, PLACE place, u32 before, u32 after, u32x4 words,
                       u32 region, u32 position) {
  queue->place[slot] = place;
  queue->before[slot] = before;
  queue->after[slot] = after;
  queue->word[slot] = words.z;
  queue->order[slot] = words.w;
  queue->region[slot] = (u16)region;
  queue->position[slot] = (u16)position;
#if READS_DIRECTION
  queue->direction[slot] = (u8)drawn_below(words.y, DIRECTIONS);
#endif
}

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
// A group takes SPAN regions. Its work-items first look, all of them, whether their sites are inside a cell;
// the others they share out evenly among them. Odd sub-steps go through the lattice backwards, and so find in
// the cache what the sub-step before has left there. What comes before AWAIT_LAUNCH_BEFORE depends on no
// other sub-step.
KERNEL GROUP_OF(GROUP, 1, 1)
    find_copies(GLOBAL const u32* all_sites, GLOBAL i32* all_cells, GLOBAL Candidate* candidates,
                GLOBAL NumberChanges* more, GLOBAL u32* all_starts, GLOBAL u32* all_heads,
                GLOBAL u32* used_heads, u64 head_count, GLOBAL const u32* RESTRICT origins,
                GLOBAL const u32x2* RESTRICT keys, GLOBAL const i32* RESTRICT words, u32 cells, u64 when,
                u32 since, u32 replicas, u32 settled_bucket, u32 bucket_shift, u32 time) {
  LOCAL i32 term_words[WORDS], source[DIRECTIONS];
  LOCAL Queue queue;
  LOCAL u32 queued, counts[MOST_BUCKETS + 1];
  FETCH(term_words, words, WORDS)
  FETCH(source, (words + WORDS), DIRECTIONS)
  if (local_id(0) == 0) queued = 0;
  for (u32 start = 0; start <= MOST_BUCKETS; start += GROUP)
    if (start + local_id(0) <= MOST_BUCKETS) counts[start + local_id(0)] = 0;
  u32 group = when & 1 ? GROUPS * replicas - 1 - group_id(0) : group_id(0);
  u32 replica = group / GROUPS, first_region = group % GROUPS * SPAN, first = group * SPAN;
  GLOBAL const u32* sites = all_sites + replica * (u64)HELD_SIZE;
  GLOBAL u32* starts = all_starts + (u64)group * (MOST_BUCKETS + 1);
  GLOBAL const u32* origin = origins + 3 * ((u64)since * replicas + replica);
  u32 origin_x = origin[0], origin_y = origin[1], origin_z = origin[2];
  u32x2 key = keys[replica];
  u32x4 word[EACH];
  PLACE place[EACH];
  u32 before[EACH], after[EACH];
  UNROLL
  for (u32 i = 0; i < EACH; ++i) {
    u32 region = first_region + local_id(0) + i * GROUP;
    word[i] = draw(key, region, when, 0);
    place[i] = drawn_place(region, word[i], origin_x, origin_y, origin_z);
  }
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  UNROLL
  for (u32 i = 0; i < EACH; ++i) {
    before[i] = after[i] = OUTSIDE;
    if (place[i] != NOWHERE) {
      before[i] = sites[place[i]];
      after[i] = sites[place[i] + source[drawn_below(word[i].y, DIRECTIONS)]];
    }
  }
  for (u64 i = global_id(0); i < head_count; i += global_size(0)) used_heads[i] = 0;
  if (settled_bucket < MOST_BUCKETS)
    settle(candidates, more, first + starts[settled_bucket] + local_id(0), first + starts[settled_bucket + 1],
           GROUP, all_cells + (u64)replica * cells * KEPT);
  Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, cells);
  UNROLL
  for (u32 i = 0; i < EACH; ++i) {
    if (may_change(tissue, FIXED, before[i], after[i])) {
      u32 position = LOCAL_ATOMIC_ADD(&counts[bucket_of(word[i].w, bucket_shift)], 1u);
      put_in_queue(&queue, LOCAL_ATOMIC_ADD(&queued, 1u), place[i], before[i], after[i], word[i],
                   local_id(0) + i * GROUP, position);
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
  for (u32 slot = local_id(0); slot < queued; slot += GROUP) {
    NumberChanges changes[STORED];
    SiteCopy copy = {queue.before[slot], queue.after[slot], READS_DIRECTION ? queue.direction[slot] : 0u,
                     time};
    Attempt attempt = weighed(tissue, sites, queue.place[slot], queue.word[slot], queue.order[slot],
                              queue.region[slot], copy, changes);
    u32 bucket = bucket_of(attempt.order, bucket_shift),
        number = first + counts[bucket] + queue.position[slot];
    SITES at = sites + queue.place[slot];
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
