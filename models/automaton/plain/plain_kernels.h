// The plain engine on a device: one byte per cell and a table of transitions. A work-item computes 32 cells
// of a row. The active cells are kept in a second array, one bit each, so that states can be updated in
// place, and so that the neighbours of all 32 cells are added up together, digit by digit.
//
// The defines of a model: those of lattice_defines.h, RANGE, WORDS (of 32 cells, in a row), STATES, GROUP,
// and what trigger_texts.h makes of the neighbourhood and of the rule:
//   FIND_TRIGGERS    statements that compute a word `trigger_1`, `trigger_2` … for each set of sums that
//                    excites: bit i says whether the sum of the i-th cell is in the set
//   NEXT_TRIGGERS    shifts these words by sixteen cells
//   HAS_WHOLE_TABLE  whether the table of next states (below) has an entry for every combination of triggers
//   TABLE_SIZE       its number of entries
//   HOLDING(row, i)  which triggers hold for the i-th cell (HAS_WHOLE_TABLE), or whether that of `row` does

// A coordinate that may lie outside, wrapped around a periodic boundary; -1 beyond a fixed one.
RULE i64 wrapped(i64 at, i64 side, int is_periodic) {
  if (at >= 0 && at < side) return at;
  return is_periodic ? ((at % side) + side) % side : -1;
}

// 32 active cells of a row, and those before and behind them.
typedef struct {
  u32 before, here, behind;
} ActiveCells;

// 1 if cell x of a row, which may lie outside, is active.
RULE u32 is_active_at(GLOBAL const u32* row, i64 x) {
  x = wrapped(x, SIZE_X, PERIODIC_X);
  return x < 0 ? 0 : (row[x / 32] >> (x % 32)) & 1u;
}

// Cells beyond the ends of a row are gathered one by one: only RANGE of them matter.
RULE ActiveCells active_at_ends(GLOBAL const u32* row, u32 word) {
  ActiveCells cells = {0, row[word], 0};
  i64 first = (i64)word * 32, end = first + 32 < (i64)SIZE_X ? first + 32 : (i64)SIZE_X;
  for (i64 i = 1; i <= RANGE; ++i) cells.before |= is_active_at(row, first - i) << (32 - i);
  for (i64 i = 0; i < RANGE; ++i) {
    u32 place = (u32)(end + i - first), active = is_active_at(row, end + i);
    if (place < 32)
      cells.here |= active << place;
    else
      cells.behind |= active << (place - 32);
  }
  return cells;
}

RULE ActiveCells active_cells(GLOBAL const u32* active, u32 word, i64 y, i64 z) {
  ActiveCells cells = {0, 0, 0};
  y = wrapped(y, SIZE_Y, PERIODIC_Y);
  z = wrapped(z, SIZE_Z, PERIODIC_Z);
  if (y < 0 || z < 0) return cells;
  GLOBAL const u32* row = active + ((u64)z * SIZE_Y + (u64)y) * WORDS;
  if (word == 0 || word + 2 >= WORDS) return active_at_ends(row, word);
  cells.before = row[word - 1];
  cells.here = row[word];
  cells.behind = row[word + 1];
  return cells;
}

// The active cells among the neighbours of 32 cells at distance dx along the row.
RULE u32 neighbours_at(ActiveCells cells, i32 dx) {
  if (dx < 0) return cells.here << -dx | cells.before >> (32 + dx);
  return dx > 0 ? cells.here >> dx | cells.behind << (32 - dx) : cells.here;
}

// Finds the active cells of the words begin … end: a work-item for each.
KERNEL GROUP_OF(GROUP, 1, 1) find_active(GLOBAL const u8* RESTRICT states, GLOBAL u32* RESTRICT active,
                                         GLOBAL const Transition* RESTRICT transitions, u64 begin, u64 end) {
  u64 item = begin + global_id(0), row = item / WORDS;
  u32 first = (u32)(item % WORDS) * 32, word = 0;
  if (item >= end) return;
  for (u32 i = 0; i < 32 && first + i < SIZE_X; ++i)
    word |= (u32)(transitions[states[row * SIZE_X + first + i]].flags & ACTIVE) << i;
  active[item] = word;
}

// Sixteen states, read and written at once if the length of rows is a multiple of sixteen, else byte by byte.
typedef struct ALIGNED_16 {
  u64 first, second;
} Sixteen;

RULE Sixteen sixteen_at(GLOBAL const u8* cells, u32 some) {
#if SIZE_X % 16 == 0
  return *(GLOBAL const Sixteen*)cells;
#else
  Sixteen states = {0, 0};
  for (u32 i = 0; i < some; ++i) {
    u64 state = (u64)cells[i] << (8 * (i % 8));
    if (i < 8)
      states.first |= state;
    else
      states.second |= state;
  }
  return states;
#endif
}

RULE void store_sixteen(GLOBAL u8* cells, Sixteen states, u32 some) {
#if SIZE_X % 16 == 0
  *(GLOBAL Sixteen*)cells = states;
#else
  for (u32 i = 0; i < some; ++i) cells[i] = (u8)((i < 8 ? states.first : states.second) >> (8 * (i % 8)));
#endif
}

// An entry of the table of next states: the state in bits 8 to 15, and in bit 0 whether it is active.
RULE u32 entry_of(GLOBAL const Transition* transitions, u8 state) {
  return (u32)state << 8 | (transitions[state].flags & ACTIVE ? 1u : 0u);
}

// The table of next states, by state and by which triggers hold, or by whether the state's own trigger does.
RULE void fill_table(LOCAL_POINTER u16* table, GLOBAL const Transition* transitions) {
  for (u32 i = local_id(0); i < TABLE_SIZE; i += GROUP) {
    Transition transition = transitions[i % STATES];
    u32 holding = i / STATES;
    u32 excited = HAS_WHOLE_TABLE ? transition.row && ((holding >> (transition.row - 1)) & 1u) : holding;
    table[i] = (u16)entry_of(transitions, next_state(transition, excited));
  }
  BARRIER();
}

// One step for `count` words, from word `first` on; the first of all words follows the last. The sums, then
// the rule. Writes the cells that are active afterwards to `active_next`.
KERNEL GROUP_OF(GROUP, 1, 1) plain_step(GLOBAL u8* RESTRICT states, GLOBAL const u32* RESTRICT active,
                                        GLOBAL u32* RESTRICT active_next,
                                        GLOBAL const Transition* RESTRICT transitions, u64 first, u64 count) {
  LOCAL u16 table[TABLE_SIZE];
  fill_table(table, transitions);
  u64 words = (u64)WORDS * SIZE_Y * SIZE_Z, item = first + global_id(0);
  if (item >= words) item -= words;
  if (global_id(0) < count) {
    u64 row = item / WORDS;
    u32 word = (u32)(item % WORDS), now_active = 0, done = 0;
    i64 y = (i64)(row % SIZE_Y), z = (i64)(row / SIZE_Y);
    FIND_TRIGGERS
    GLOBAL u8* cells = states + row * SIZE_X + word * 32;
    u32 in_word = word == WORDS - 1 ? SIZE_X - word * 32 : 32;
    for (; done < in_word; done += 16) {
      u32 some = in_word - done < 16 ? in_word - done : 16;
      Sixteen now = sixteen_at(cells + done, some), next = {0, 0};
      UNROLL for (u32 i = 0; i < 16; ++i) {
        u32 state = (u32)((i < 8 ? now.first : now.second) >> (8 * (i % 8))) & 255u;
        u32 entry = table[state + STATES * HOLDING(transitions[state].row, i)];
        if (SIZE_X % 16 != 0 && i >= some) entry = 0;
        u64 place = (u64)(entry >> 8) << (8 * (i % 8));
        if (i < 8)
          next.first |= place;
        else
          next.second |= place;
        now_active = now_active >> 1 | entry << 31;
      }
      NEXT_TRIGGERS
      store_sixteen(cells + done, next, some);
    }
    active_next[item] = now_active >> (32 - done);
  }
}

// Excites the excitable cells of a shape: one work-item per cell of its bounding box.
KERNEL excite(GLOBAL u8* RESTRICT states, GLOBAL const Transition* RESTRICT transitions, u64 from_x,
              u64 from_y, u64 from_z, u64 wide, u64 tall, u64 deep, u32 is_ball, u64 centre_x, u64 centre_y,
              u64 centre_z, u64 radius) {
  u64 item = global_id(0);
  if (item >= wide * tall * deep) return;
  u64 x = from_x + item % wide, y = from_y + item / wide % tall, z = from_z + item / wide / tall;
  if (is_ball && !is_in_ball(x, y, z, centre_x, centre_y, centre_z, radius)) return;
  u64 cell = (z * SIZE_Y + y) * SIZE_X + x;
  Transition transition = transitions[states[cell]];
  if (transition.row) states[cell] = transition.excited;
}

// Writes the time of activation of the cells that have just been excited.
KERNEL mark_activation(GLOBAL const u8* RESTRICT states, GLOBAL const Transition* RESTRICT transitions,
                       GLOBAL u32* RESTRICT activation_times, u32 time) {
  u64 cell = global_id(0);
  if (cell < (u64)SIZE_X * SIZE_Y * SIZE_Z && (transitions[states[cell]].flags & JUST_EXCITED))
    activation_times[cell] = time;
}
