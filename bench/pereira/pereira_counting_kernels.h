// Counting the cells of each state. Compiled with CELLS, PADDED (a power of two, at least CELLS) and GROUP
// (also a power of two, at most half of PADDED).

// A copy of the cells is sorted. The values that fill it up to a power of two are sorted to the end.
KERNEL GROUP_OF(GROUP, 1, 1) pereira_copy(GLOBAL const u32* RESTRICT cells, GLOBAL u32* RESTRICT sorted) {
  u32 item = (u32)global_id(0);
  if (item < PADDED) sorted[item] = item < CELLS ? cells[item] : 0xFFFFFFFFu;
}

// A bitonic sort goes through pairs of cells at the distance `reach`; runs of `run` cells become ascending
// and descending in turn.
RULE u32 pereira_lower_of(u32 pair, u32 reach) { return 2 * pair - (pair & (reach - 1)); }
RULE u32 pereira_in_order(u32 lower, u32 upper, u32 at, u32 run) {
  return (at & run) == 0 ? lower <= upper : lower >= upper;
}

// One pass, through global memory.
KERNEL GROUP_OF(GROUP, 1, 1) pereira_sort_far(GLOBAL u32* sorted, u32 run, u32 reach) {
  u32 pair = (u32)global_id(0);
  if (pair >= PADDED / 2) return;
  u32 low = pereira_lower_of(pair, reach), high = low + reach;
  u32 a = sorted[low], b = sorted[high];
  if (pereira_in_order(a, b, low, run)) return;
  sorted[low] = b;
  sorted[high] = a;
}

// All passes for the runs `first` to `last` whose pairs are at most GROUP apart. A group has 2 GROUP cells in
// local memory.
KERNEL GROUP_OF(GROUP, 1, 1) pereira_sort_near(GLOBAL u32* sorted, u32 first, u32 last) {
  LOCAL u32 cells[2 * GROUP];
  u32 item = local_id(0), start = group_id(0) * 2 * GROUP;
  cells[item] = sorted[start + item];
  cells[item + GROUP] = sorted[start + item + GROUP];
  for (u32 run = first; run <= last; run *= 2)
    for (u32 reach = run / 2 < GROUP ? run / 2 : GROUP; reach > 0; reach /= 2) {
      BARRIER();
      u32 low = pereira_lower_of(item, reach), high = low + reach;
      u32 a = cells[low], b = cells[high];
      u32 stays = pereira_in_order(a, b, start + low, run);
      cells[low] = stays ? a : b;
      cells[high] = stays ? b : a;
    }
  BARRIER();
  sorted[start + item] = cells[item];
  sorted[start + item + GROUP] = cells[item + GROUP];
}

// ends[state] is the number of cells with this state or a lower one. The paper's count (Código Fonte 4.3)
// reads one cell beyond the last, and takes these positions for the counts. Here the last cell is an end, and
// the host takes differences.
KERNEL GROUP_OF(GROUP, 1, 1) pereira_ends(GLOBAL const u32* RESTRICT sorted, GLOBAL u32* RESTRICT ends) {
  u32 item = (u32)global_id(0);
  if (item >= CELLS) return;
  u32 state = sorted[item];
  if (item + 1 == CELLS || sorted[item + 1] != state) ends[state] = item + 1;
}

// The method that the paper calls simple: one counter per state, for all work-items.
KERNEL GROUP_OF(GROUP, 1, 1) pereira_add(GLOBAL const u32* RESTRICT cells, GLOBAL u32* RESTRICT counts) {
  u32 item = (u32)global_id(0);
  if (item < CELLS) GLOBAL_ATOMIC_ADD(&counts[cells[item]], 1u);
}
