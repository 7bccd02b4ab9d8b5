// Lineage trees on a device. A group takes a range of items (initial cells, or parts of their trees). In
// every round of one loop, each of its work-items simulates one division, so that all draw at the same time.
// A work-item takes the next item when its own has ended.
//
// Defines, explained in BranchingProcess: TYPES, GENERATIONS, BINS, START, DIVIDING, DYING, SIBLINGS_BELOW,
// SPLIT_DEPTH, TIMES, FINAL_COUNTERS, FATE_COUNTERS, COUNTERS, TABLES. Also GROUP, SUMS_GROUP.

// The position of a work-item in its tree.
typedef struct {
  u64 cell, node;
  u64 pending;  // bit k is set if a sister in generation k waits for her turn
  u32 path, bin, type;
  u32 last_generation;        // of its bin
  u32 generation, remaining;  // of the current node, which divides; ticks from then to the end
  u32 lowest, highest;        // lowest and highest generation in which cells of this tree were counted
  u64 divided, died, faded, too_deep;
} Walk;

// Data read by all work-items.
typedef struct {
  const GLOBAL u64* tables;
  const GLOBAL u64* type_below;
  const GLOBAL u32* times;
  GLOBAL u32* counts;
  u32x2 key;
  u32 until;
} Shared;

RULE u32 time_in(const GLOBAL u64* tables, u32 table, u32 word) {
  u64 entry = tables[table * QUANTILE_ENTRIES + quantile_entry(word)];
  return quantile_ticks(word, (u32)entry, (u32)(entry >> 32));
}

RULE u32 division_time(Shared shared, u32 type, u32 word) {
  return ((u64)DIVIDING >> type) & 1u ? time_in(shared.tables, type, word) : NEVER;
}

RULE u32 death_time(Shared shared, u32 type, u32 word) {
  return ((u64)DYING >> type) & 1u ? time_in(shared.tables, TYPES + type, word) : NEVER;
}

// Counters have 64 bits, but devices can only add 32 bits atomically.
RULE void add_to(GLOBAL u32* counter, u32 number) {
  u32 before = GLOBAL_ATOMIC_ADD(counter, number);
  if (before > 0xFFFFFFFFu - number) GLOBAL_ATOMIC_ADD(counter + 1, 1u);
}

RULE void add_wide(GLOBAL u32* counter, u64 number) {
  add_to(counter, (u32)number);
  if (number >> 32) GLOBAL_ATOMIC_ADD(counter + 1, (u32)(number >> 32));
}

RULE void take_one_from(GLOBAL u32* counter) {
  if (GLOBAL_ATOMIC_ADD(counter, 0xFFFFFFFFu) == 0u) GLOBAL_ATOMIC_ADD(counter + 1, 0xFFFFFFFFu);
}

#if TIMES > 0
// The first observed time that is not before this tick.
RULE u32 place_of(const GLOBAL u32* times, u32 tick) {
  u32 first = 0, last = TIMES;
  while (first < last) {
    u32 middle = (first + last) / 2;
    if (times[middle] < tick)
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

// Adds a cell that lives at every observed time from its birth until it is gone.
RULE void count_life(Shared shared, u32 column, u32 born, u32 gone) {
  GLOBAL u32* changes = shared.counts + 2 * ((u64)FINAL_COUNTERS + FATE_COUNTERS);
  u32 from = place_of(shared.times, born), to = place_of(shared.times, gone);
  if (from < TIMES) add_to(changes + 2 * ((u64)from * TYPES * GENERATIONS + column), 1u);
  if (to < TIMES) take_one_from(changes + 2 * ((u64)to * TYPES * GENERATIONS + column));
}
#endif

// Counts the fate of a cell, and returns whether it divides.
RULE u32 decide_fate(Walk* walk, Shared shared, LOCAL_POINTER u32* tally, u32 generation, u32 remaining,
                     u32 division, u32 death, u32 counted) {
  u32 fate = fate_of(division, death, remaining, generation, walk->last_generation);
  if (!counted) return fate == Divides;
  walk->divided += fate == Divides;
  walk->died += fate == Dies;
  walk->faded += fate == Fades;
  walk->too_deep += fate == TooDeep;
  if (fate == Lives) {
    tally[generation * GROUP] += 1;
    walk->lowest = generation < walk->lowest ? generation : walk->lowest;
    walk->highest = generation > walk->highest ? generation : walk->highest;
  }
#if TIMES > 0
  u32 born = shared.until - remaining;
  u32 gone = fate == Lives ? NEVER : born + (fate == Dies ? death : division);
  count_life(shared, walk->type * GENERATIONS + generation, born, gone);
#endif
  return fate == Divides;
}

// Adds the counts of a tree to the counters that all work-items share.
RULE void add_tree_counts(Walk* walk, Shared shared, LOCAL_POINTER u32* tally) {
  for (u32 k = walk->lowest; k <= walk->highest && k < GENERATIONS; ++k) {
    u32 number = tally[k * GROUP];
    tally[k * GROUP] = 0;
    if (number) add_to(shared.counts + 2 * (((u64)walk->type * GENERATIONS + k) * BINS + walk->bin), number);
  }
  walk->lowest = GENERATIONS;
  walk->highest = 0;
}

// Adds the cells of all trees of this work-item that are not alive at the end, by fate.
RULE void add_fate_counts(Walk walk, Shared shared) {
  GLOBAL u32* fate_counters = shared.counts + 2 * (u64)FINAL_COUNTERS;
  if (walk.divided) add_wide(fate_counters + 2 * Divides, walk.divided);
  if (walk.died) add_wide(fate_counters + 2 * Dies, walk.died);
  if (walk.faded) add_wide(fate_counters + 2 * Fades, walk.faded);
  if (walk.too_deep) add_wide(fate_counters + 2 * TooDeep, walk.too_deep);
}

// Begins the tree of an initial cell. Returns whether the cell divides.
RULE u32 begin_tree(Walk* walk, Shared shared, LOCAL_POINTER u32* tally, u32x4 word) {
  u32 type = 0;
  while (word.x >= shared.type_below[type]) ++type;
  walk->type = type;
  walk->pending = 0;
  u32 first = division_time(shared, type, word.y);
  if (first != NEVER) first = first_division(first, division_time(shared, type, word.z), word.w, START);
  u32 death = NEVER;
  if (((u64)DYING >> type) & 1u)
    death = death_time(shared, type, draw_in_tree(shared.key, walk->cell, 0, 1).x);
  u32 divides = decide_fate(walk, shared, tally, 0, shared.until, first, death, walk->path == 0);
  walk->node = 1;
  walk->generation = 0;
  walk->remaining = shared.until - first;
  return divides;
}

// Continues with the waiting sister of the latest generation. Returns whether there is one.
RULE u32 go_to_sister(Walk* walk, LOCAL_POINTER u32* waiting) {
  if (walk->pending == 0) return 0;
  u32 high = (u32)(walk->pending >> 32);
  u32 latest = high ? 63 - leading_zeros(high) : 31 - leading_zeros((u32)walk->pending);
  walk->pending ^= (u64)1 << latest;
  walk->node = (walk->node >> (walk->generation - latest)) | 1;
  walk->generation = latest;
  walk->remaining = waiting[latest * GROUP];
  return 1;
}

// Divides the current cell; if both daughters divide, the second waits. Returns whether the tree goes on.
RULE u32 divide(Walk* walk, Shared shared, LOCAL_POINTER u32* tally, LOCAL_POINTER u32* waiting, u32x4 word) {
  u32 generation = walk->generation + 1, remaining = walk->remaining;
  u32 counted = is_counted_on_path(walk->path, SPLIT_DEPTH, generation);
  if (SIBLINGS_BELOW > 0 && draw_in_tree(shared.key, walk->cell, walk->node, 1).x < (u64)SIBLINGS_BELOW)
    word.y = word.x;
  u32 first_time = division_time(shared, walk->type, word.x),
      second_time = division_time(shared, walk->type, word.y);
  u32 first = 0, second = 0;
  if (is_on_path(walk->path, SPLIT_DEPTH, generation, 0))
    first = decide_fate(walk, shared, tally, generation, remaining, first_time,
                        death_time(shared, walk->type, word.z), counted);
  if (is_on_path(walk->path, SPLIT_DEPTH, generation, 1))
    second = decide_fate(walk, shared, tally, generation, remaining, second_time,
                         death_time(shared, walk->type, word.w), counted);
  if (!first && !second) return go_to_sister(walk, waiting);
  if (first && second) {
    waiting[generation * GROUP] = remaining - second_time;
    walk->pending |= (u64)1 << generation;
  }
  walk->node = walk->node * 2 + !first;
  walk->generation = generation;
  walk->remaining = remaining - (first ? first_time : second_time);
  return 1;
}

RULE u32 bin_of(const GLOBAL u64* first_cells, u64 cell) {
  u32 first = 0, last = BINS;
  while (last - first > 1) {
    u32 middle = (first + last) / 2;
    if (first_cells[middle] <= cell)
      first = middle;
    else
      last = middle;
  }
  return first;
}

// Begins an item, which comes after the previous one in the order of cells.
RULE void start_item(Walk* walk, u64 item, const GLOBAL u64* first_cells,
                     const GLOBAL u32* last_generations) {
  walk->cell = item >> SPLIT_DEPTH;
  walk->path = (u32)item & ((1u << SPLIT_DEPTH) - 1u);
  while (walk->cell >= first_cells[walk->bin + 1]) ++walk->bin;
  walk->last_generation = last_generations[walk->bin];
  walk->node = 0;
}

// Cells at the end in each bin of the score, for every variant: see Rebinning. A group sums up one bin of one
// variant; its work-items share out the types and generations.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    rebin_final_counts(GLOBAL u64* RESTRICT scored, const GLOBAL u64* RESTRICT counts,
                       const GLOBAL u32* RESTRICT firsts, u32 score_bins) {
  LOCAL u64 sums[SUMS_GROUP];
  u32 item = local_id(0), bin = group_id(0), variant = group_id(1);
  u64 sum = 0;
  for (u32 start = 0; start < TYPES * GENERATIONS; start += SUMS_GROUP) {
    u32 column = start + item;
    if (column < TYPES * GENERATIONS) {
      const GLOBAL u32* range = firsts + column % GENERATIONS * (score_bins + 1) + bin;
      const GLOBAL u64* of_bins = counts + (u64)variant * COUNTERS + (u64)column * BINS;
      u32 end = range[1];
      for (u32 i = range[0]; i < end; ++i) sum += of_bins[i];
    }
  }
  sum = group_sum(sums, sum);
  if (item == 0) scored[(u64)variant * score_bins + bin] = sum;
}

KERNEL GROUP_OF(GROUP, 1, 1)
    simulate_trees(GLOBAL u32* RESTRICT counts, const GLOBAL u64* RESTRICT tables,
                   const GLOBAL u64* RESTRICT type_below, const GLOBAL u32* RESTRICT untils_and_keys,
                   const GLOBAL u64* RESTRICT first_cells, const GLOBAL u32* RESTRICT last_generations,
                   const GLOBAL u32* RESTRICT times, u64 first_item, u64 items, u32 items_a_group) {
  LOCAL u32 taken;
  LOCAL u32 waiting[GENERATIONS * GROUP];  // remaining ticks of waiting sisters, by generation
  LOCAL u32 tally[GENERATIONS * GROUP];    // cells of a tree that were counted
  u32 me = local_id(0), variant = group_id(1);
  Shared shared = {tables + (u64)variant * TABLES * QUANTILE_ENTRIES,
                   type_below + variant * TYPES,
                   times,
                   counts + (u64)variant * 2 * COUNTERS,
                   {untils_and_keys[variant * 3 + 1], untils_and_keys[variant * 3 + 2]},
                   untils_and_keys[variant * 3]};
  u64 begin = first_item + (u64)group_id(0) * items_a_group, rest = first_item + items - begin;
  u32 mine = rest < items_a_group ? (u32)rest : items_a_group;
  if (me == 0) taken = 0;
  for (u32 k = 0; k < GENERATIONS; ++k) tally[k * GROUP + me] = 0;
  BARRIER();

  Walk walk = {0, 0, 0, 0, bin_of(first_cells, begin >> SPLIT_DEPTH), 0, 0, 0, 0, GENERATIONS, 0, 0, 0, 0, 0};
  u32 walking = 0;
  for (;;) {
    if (!walking) {
      u32 item = LOCAL_ATOMIC_ADD(&taken, 1u);
      if (item >= mine) break;
      start_item(&walk, begin + item, first_cells, last_generations);
    }
    u32x4 word = draw_in_tree(shared.key, walk.cell, walk.node, 0);
    walking = walk.node == 0 ? begin_tree(&walk, shared, tally + me, word)
                             : divide(&walk, shared, tally + me, waiting + me, word);
    if (!walking) add_tree_counts(&walk, shared, tally + me);
  }
  add_fate_counts(walk, shared);
}
