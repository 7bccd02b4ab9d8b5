// The parallel order on a device whose groups can wait for each other: whole sub-steps in one launch.
//
// A launch takes some microseconds to begin, as long as a small sub-step takes in all. Here every group keeps
// its share of the regions from one sub-step to the next, and the groups meet where other devices begin a
// launch: when all candidates are in the lists, and after each bucket. Since all groups run at the same time,
// a work-item looks at its candidate until it is decided.
//
// Defines: those of find_kernels.h and resolve_kernels.h; WHOLE_GROUP, work-items of a group; BLOCK.

#if GROUPS_MEET

// Candidate number n is the attempt of region n, counted over all replicas: each has GROUPS · SPAN. A
// work-item has BLOCK regions, so few that hardly any has two attempts, for which all others would wait.
#define REGIONS_OF_REPLICA (GROUPS * SPAN)
#define BLOCK_BITS (0xFFFFFFFFu >> (32 - BLOCK))

RULE u32 lowest_bit(u32 bits) { return 31 - leading_zeros(bits & (0u - bits)); }

typedef struct {
  GLOBAL u32* sites;
  GLOBAL i32 *seen, *next;  // numbers of cells: see candidates.h
  GLOBAL Candidate* candidates;
  GLOBAL NumberChanges* more;
  GLOBAL u32* heads;
  u32 cells, replicas, bucket_shift, time;
} SubStep;

// Finds the attempt of region `number` and lists it if it may happen; 0 if it cannot.
RULE u32 find_candidate(SubStep now, Tissue tissue, LOCAL_POINTER const i32* source, u32 number, u32x2 key,
                        u64 when, GLOBAL const u32* RESTRICT origin) {
  u32 replica = number / REGIONS_OF_REPLICA, region = number % REGIONS_OF_REPLICA;
  GLOBAL const u32* sites = now.sites + replica * (u64)HELD_SIZE;
  DrawnCopy drawn = drawn_copy(key, region, when, origin[0], origin[1], origin[2]);
  if (drawn.place == NOWHERE) return 0;
  SITES at = sites + drawn.place;
  SiteCopy copy = {at[0], at[source[drawn.direction]], drawn.direction, now.time};
  if (!may_change(tissue, FIXED, copy.before, copy.after)) return 0;
  if (!(ALLOWS(tissue, at, copy))) return 0;
  NumberChanges changes[STORED];
  Attempt attempt =
      weighed(tissue, sites, drawn.place, drawn.words.z, drawn.words.w, number % SPAN, copy, changes);
  GLOBAL u32* heads =
      now.heads + ((u64)bucket_of(attempt.order, now.bucket_shift) * now.replicas + replica) * now.cells;
  list_candidate(now.candidates, now.more, heads, number, attempt, changes, OPEN);
  return 1;
}

// Lists the candidates among the attempts of BLOCK regions, from number `first` on; returns them as bits.
RULE u32 find_in_block(SubStep now, Tissue tissue, LOCAL_POINTER const i32* source, u32 first, u32x2 key,
                       u64 when, GLOBAL const u32* RESTRICT origin) {
  u32 region = first % REGIONS_OF_REPLICA, found = 0;
  u32 attempting = 1;
#if HALVINGS > 0
  attempting = attempting_regions(key, region / 32, when, HALVINGS) >> region % 32 & BLOCK_BITS;
#endif
  for (; attempting != 0; attempting &= attempting - 1) {
    u32 i = lowest_bit(attempting);
    if (find_candidate(now, tissue, source, first + i, key, when, origin)) found |= 1u << i;
  }
  return found;
}

RULE u32 candidates_in_bucket(SubStep now, u32 first, u32 found, u32 bucket) {
  u32 chosen = 0;
  for (; found != 0; found &= found - 1) {
    u32 i = lowest_bit(found);
    if (bucket_of(now.candidates[first + i].attempt.order, now.bucket_shift) == bucket) chosen |= 1u << i;
  }
  return chosen;
}

RULE u32 decide_candidate(SubStep now, Tissue tissue, u32 number, u32 bucket, CONSTRAINTS table,
                          Acceptances acceptances) {
  u64 replica = number / REGIONS_OF_REPLICA, cells = replica * now.cells * KEPT;
  return decide(tissue, now.sites + replica * HELD_SIZE, now.seen + cells, now.next + cells, now.candidates,
                now.more, number, now.heads + ((u64)bucket * now.replicas + replica) * now.cells, table,
                acceptances, now.time);
}

// Sub-steps from `when` on. Each work-item has at most one block of regions, a group `share` of them;
// `awaited` is what `arrived` holds before the launch.
KERNEL GROUP_OF(WHOLE_GROUP, 1, 1)
    run_sub_steps(GLOBAL u32* sites, GLOBAL i32* seen, GLOBAL i32* next, GLOBAL Candidate* candidates,
                  GLOBAL NumberChanges* more, GLOBAL u32* heads, GLOBAL u32* used_heads, u64 head_count,
                  GLOBAL const u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys,
                  GLOBAL const i32* RESTRICT words, GLOBAL const Quadratic* RESTRICT constraints,
                  GLOBAL const u32* RESTRICT thresholds, GLOBAL const Acceptance* RESTRICT of_types,
                  GLOBAL u32* accepted, GLOBAL u32* arrived, u32 entries, u32 cells, u64 when, u32 sub_steps,
                  u32 replicas, u32 buckets, u32 bucket_shift, u32 share, u32 awaited, u32 time) {
  LOCAL i32 term_words[WORDS], source[DIRECTIONS];
  LOCAL Quadratic table[KEPT * TYPES];
  FETCH_BY(WHOLE_GROUP, term_words, words, WORDS)
  FETCH_BY(WHOLE_GROUP, source, (words + WORDS), DIRECTIONS)
  FETCH_BY(WHOLE_GROUP, table, constraints, KEPT * TYPES)
  BARRIER();
  Acceptances acceptances = {thresholds, of_types, entries};
  SubStep now = {sites, seen, next, candidates, more, heads, cells, replicas, bucket_shift, time};
  u32 first = (group_id(0) * share + local_id(0)) * BLOCK;
  u32 has_regions = local_id(0) < share && first < REGIONS_OF_REPLICA * replicas;
  u32 replica = has_regions ? first / REGIONS_OF_REPLICA : 0, copies = 0;
  Tissue tissue = TISSUE_OF_REPLICA(term_words, words, replica, cells);
  u32x2 key = keys[replica];
  for (u32 sub_step = 0; sub_step < sub_steps; ++sub_step) {
    u32 found = 0;
    if (has_regions)
      found = find_in_block(now, tissue, source, first, key, when + sub_step,
                            origins + 3 * ((u64)sub_step * replicas + replica));
    for (u64 i = global_id(0); i < head_count; i += global_size(0)) used_heads[i] = 0;
    await_all_groups(arrived, awaited += group_count(0));
    for (u32 bucket = 0; bucket < buckets; ++bucket) {
      u32 undecided = candidates_in_bucket(now, first, found, bucket), happened = 0;
      while (any_lane(undecided != 0))
        for (u32 remaining = undecided; remaining != 0; remaining &= remaining - 1) {
          u32 i = lowest_bit(remaining);
          u32 verdict = decide_candidate(now, tissue, first + i, bucket, table, acceptances);
          if (verdict != OPEN) undecided ^= 1u << i;
          if (verdict == HAPPENS) happened |= 1u << i;
        }
      await_all_groups(arrived, awaited += group_count(0));
      for (; happened != 0; happened &= happened - 1) {
        u32 number = first + lowest_bit(happened);
        copies += 1;
        settle(candidates, more, number, number + 1, 1, now.seen + (u64)replica * cells * KEPT);
      }
      GLOBAL i32* settled = now.seen;
      now.seen = now.next;
      now.next = settled;
    }
    GLOBAL u32* used = now.heads;
    now.heads = used_heads;
    used_heads = used;
  }
  if (copies != 0) GLOBAL_ATOMIC_ADD(&accepted[first / SPAN], copies);
}

#endif
