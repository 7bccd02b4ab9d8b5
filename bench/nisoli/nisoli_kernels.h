// The paper's population as arrays: the initial cells, and one level of divisions (its sections 2.3.1,
// 2.3.2). Defines: TYPES, DIVIDING, START, BINS (see BranchingProcess); GROUP.

// Data that all kernels read.
typedef struct {
  const GLOBAL u64* tables;
  u32x2 key;
  u64 minimum;  // the bits of a double
} NisoliRead;

RULE u32 nisoli_time(const GLOBAL u64* tables, u32 type, u32 word) {
  if ((((u64)DIVIDING >> type) & 1u) == 0) return NEVER;
  u64 entry = tables[type * QUANTILE_ENTRIES + quantile_entry(word)];
  return quantile_ticks(word, (u32)entry, (u32)(entry >> 32));
}

// The last place in an ascending list whose value is not above this one. The first value never is.
RULE u32 nisoli_place(const GLOBAL u64* values, u32 number, u64 value) {
  u32 first = 0, last = number;
  while (last - first > 1) {
    u32 middle = (first + last) / 2;
    if (values[middle] <= value)
      first = middle;
    else
      last = middle;
  }
  return first;
}

// The values at 2i and 2i + 1 in the next array, for the cell at i.
RULE NisoliPair nisoli_becomes(NisoliCell cell, NisoliRead read) {
  u32 state = nisoli_state(cell, read.minimum);
  if (state != Alive) return nisoli_no_daughters(cell, state);
  u32x4 word = draw_in_tree(read.key, cell.cell, cell.node, 0);
  return nisoli_daughters(cell, nisoli_time(read.tables, cell.type, word.x),
                          nisoli_time(read.tables, cell.type, word.y));
}

// Makes the initial cells from number `first` on.
KERNEL GROUP_OF(GROUP, 1, 1)
    nisoli_begin(GLOBAL NisoliCell* RESTRICT cells, const GLOBAL u64* RESTRICT tables,
                 const GLOBAL u64* RESTRICT below, const GLOBAL u64* RESTRICT first_cells,
                 const GLOBAL u64* RESTRICT fluorescences, u32 key_x, u32 key_y, u32 until, u64 first,
                 u64 number) {
  u64 item = global_id(0);
  if (item >= number) return;
  u32x2 key = {key_x, key_y};
  u32 cell = (u32)(first + item), type = 0;
  u32x4 word = draw_in_tree(key, cell, 0, 0);
  while (word.x >= below[type]) ++type;
  u32 division = nisoli_time(tables, type, word.y);
  if (division != NEVER)
    division = first_division(division, nisoli_time(tables, type, word.z), word.w, START);
  u64 fluorescence = fluorescences[nisoli_place(first_cells, BINS, cell)];
  NisoliCell born = {1, fluorescence, cell, until, division, (u16)type, Alive};
  cells[item] = born;
}

// Makes the next level of cells that are all Alive.
KERNEL GROUP_OF(GROUP, 1, 1)
    nisoli_level(const GLOBAL NisoliCell* RESTRICT now, GLOBAL NisoliCell* RESTRICT next,
                 const GLOBAL u64* RESTRICT tables, u32 key_x, u32 key_y, u64 minimum, u64 cells) {
  NisoliRead read = {tables, {key_x, key_y}, minimum};
  u64 item = global_id(0);
  if (item >= cells) return;
  NisoliPair pair = nisoli_becomes(now[item], read);
  next[2 * item] = pair.first;
  next[2 * item + 1] = pair.second;
}

// The same, but a cell that is Alive takes the next free place in `next`, and one that is Inactive in
// `finished`.
KERNEL GROUP_OF(GROUP, 1, 1)
    nisoli_level_compacted(const GLOBAL NisoliCell* RESTRICT now, GLOBAL NisoliCell* RESTRICT next,
                           GLOBAL u64* RESTRICT finished, GLOBAL u32* counters,
                           const GLOBAL u64* RESTRICT tables, u32 key_x, u32 key_y, u64 minimum, u64 cells) {
  NisoliRead read = {tables, {key_x, key_y}, minimum};
  u64 item = global_id(0);
  if (item >= cells) return;
  NisoliPair pair = nisoli_becomes(now[item], read);
  if (pair.first.state == Alive) {
    u32 place = GLOBAL_ATOMIC_ADD(&counters[0], 2u);
    next[place] = pair.first;
    next[place + 1] = pair.second;
  } else if (pair.first.state == Inactive) {
    finished[GLOBAL_ATOMIC_ADD(&counters[1], 1u)] = pair.first.fluorescence;
  }
}
