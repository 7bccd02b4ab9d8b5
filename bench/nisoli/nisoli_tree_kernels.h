// Whole trees as full binary arrays, L · 2^i cells in level i (the paper's section 2.3.3). More defines:
// BOUNDS: sub-trees of a group that leaves no cell Alive are skipped. COUNTS: the histogram is made here.
// FLUORESCENCES: their number in the paper's Ω.

// Counters have 64 bits, but devices add 32 bits at a time.
RULE void nisoli_count(const GLOBAL u64* omega, GLOBAL u32* counts, u64 fluorescence) {
  GLOBAL u32* counter = counts + 2 * nisoli_place(omega, FLUORESCENCES, fluorescence);
  if (GLOBAL_ATOMIC_ADD(counter, 1u) == 0xFFFFFFFFu) GLOBAL_ATOMIC_ADD(counter + 1, 1u);
}

// Makes the next level. The flags of the groups that made this level begin at `before`, and those of the
// groups that make the next one at `mine`. The cells that one group makes are read by two groups.
KERNEL GROUP_OF(GROUP, 1, 1)
    nisoli_tree_level(const GLOBAL NisoliCell* RESTRICT now, GLOBAL NisoliCell* RESTRICT next,
                      const GLOBAL u64* RESTRICT tables, const GLOBAL u64* RESTRICT omega, GLOBAL u32* counts,
                      GLOBAL u32* flags, u64 before, u64 mine, u32 key_x, u32 key_y, u64 minimum, u64 cells) {
  NisoliRead read = {tables, {key_x, key_y}, minimum};
  u64 item = global_id(0);
  u32 mother_lives = item < cells;
#if BOUNDS
  LOCAL u32 some_alive;
  u32 visited = flags[before + group_id(0) / 2];
  mother_lives = mother_lives && visited;
  if (local_id(0) == 0) some_alive = 0;
  BARRIER();
#endif
  if (mother_lives) {
    if (now[item].state != Alive) {
      next[2 * item].state = Remove;
      next[2 * item + 1].state = Remove;
    } else {
      NisoliPair pair = nisoli_becomes(now[item], read);
      next[2 * item] = pair.first;
      next[2 * item + 1] = pair.second;
#if COUNTS
      if (pair.first.state == Inactive) nisoli_count(omega, counts, pair.first.fluorescence);
#endif
#if BOUNDS
      if (pair.first.state == Alive) some_alive = 1;  // all work-items write the same value
#endif
    }
  }
#if BOUNDS
  BARRIER();
  if (local_id(0) == 0) flags[mine + group_id(0)] = some_alive;
#endif
}

// Counts the Alive cells of the last level and, if `moves` is set, copies them to `alive`. The flags of the
// groups that made the level begin at `made`.
KERNEL GROUP_OF(GROUP, 1, 1)
    nisoli_gather(const GLOBAL NisoliCell* RESTRICT last, GLOBAL NisoliCell* RESTRICT alive,
                  GLOBAL u32* counter, const GLOBAL u32* RESTRICT flags, u64 made, u32 moves, u64 cells) {
  u64 item = global_id(0);
  if (item >= cells) return;
#if BOUNDS
  if (flags[made + group_id(0) / 2] == 0) return;
#endif
  if (last[item].state != Alive) return;
  u32 place = GLOBAL_ATOMIC_ADD(counter, 1u);
  if (moves) alive[place] = last[item];
}
