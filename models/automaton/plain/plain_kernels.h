// The plain engine on a device: one byte per cell and a table of transitions. A work-item computes 32 cells
// of a row. The active cells are kept in a second array, one bit each, so that states can be updated in
// place, and so that the neighbours of all 32 cells are added up together, digit by digit.
//
// If the rule allows it, the states of four cells are updated together, in a word of four bytes. In nearly
// every state of a cycle a cell merely advances to the next state, so all four bytes are advanced by one and
// the exceptions are corrected. Tests of the four states leave their results in the highest bits of the
// bytes, the signs. For any other rule, the next state of each cell is looked up in a table.
//
// The defines of a model: those of lattice_defines.h, RANGE, WORDS (of 32 cells, in a row), STATES, GROUP,
// and the texts that trigger_texts.h makes for the neighbourhood and the rule:
//   RANGE_Z          how far the neighbourhood reaches along z
//   FIND_TRIGGERS    statements that compute a word `trigger_1`, `trigger_2` … for each set of sums that
//                    excites: bit i tells whether the sum of the i-th cell is in the set
//   HAS_CORRECTIONS  whether four cells are updated together:
//     CORRECT_NEXT     statements that correct the states `next` of the cells 4 i … 4 i + 3
//     IS_ACTIVE_NEXT   which of these next states are active, as signs
//   otherwise the table of next states:
//     NEXT_TRIGGERS    shifts the triggers by sixteen cells
//     HAS_WHOLE_TABLE  whether the table has an entry for every combination of triggers
//     TABLE_SIZE       its number of entries
//     HOLDING(row, i)  which triggers hold for the i-th cell if HAS_WHOLE_TABLE, else whether that of `row`
//     does

// A coordinate that may lie outside, wrapped around a periodic boundary; -1 beyond a fixed boundary.
RULE i64 wrapped(i64 at, i64 side, int is_periodic) {
  if (at >= 0 && at < side) return at;
  return is_periodic ? ((at % side) + side) % side : -1;
}

// The active cells among 32 cells of a row, among the 32 before and among the 32 behind.
typedef struct {
  u32 before, middle, behind;
} ActiveCells;

// 1 if cell x of a row, which may lie outside, is active.
RULE u32 is_active_at(GLOBAL const u32* row, i64 x) {
  x = wrapped(x, SIZE_X, PERIODIC_X);
  return x < 0 ? 0 : (row[x / 32] >> (x % 32)) & 1u;
}

// Near the end of a row, cells beyond it are gathered one by one: only RANGE of them matter.
RULE ActiveCells active_at_ends(GLOBAL const u32* row, u32 word) {
  ActiveCells cells = {0, row[word], 0};
  i64 first = (i64)word * 32, end = first + 32 < (i64)SIZE_X ? first + 32 : (i64)SIZE_X;
  for (i64 i = 1; i <= RANGE; ++i) cells.before |= is_active_at(row, first - i) << (32 - i);
  for (i64 i = 0; i < RANGE; ++i) {
    u32 place = (u32)(end + i - first), active = is_active_at(row, end + i);
    if (place < 32)
      cells.middle |= active << place;
    else
      cells.behind |= active << (place - 32);
  }
  return cells;
}

// Offsets from a word to the words before and behind it, and masks for the cells that count in these words.
typedef struct {
  i64 before, behind;
  u32 mask_before, mask_behind;
} Ends;

RULE Ends ends_at(u32 word) {
  Ends ends = {-1, 1, ~0u, ~0u};
  if (word == 0) {
    ends.before = WORDS - 1;
    ends.mask_before = PERIODIC_X ? ~0u : 0u;
  }
  if (word == WORDS - 1) {
    ends.behind = -(i64)(WORDS - 1);
    ends.mask_behind = PERIODIC_X ? ~0u : 0u;
  }
  return ends;
}

// Must cells beyond the end of the row be gathered one by one, because the row does not consist of whole
// words?
RULE int is_at_end(u32 word) { return SIZE_X % 32 != 0 && (word == 0 || word + 2 >= WORDS); }

// Do all neighbours of a word have the usual offsets in memory?
RULE int is_far_inside(u32 word, i64 y, i64 z) {
  return !is_at_end(word) && y >= RANGE && y + RANGE < SIZE_Y && z >= RANGE_Z && z + RANGE_Z < SIZE_Z;
}

RULE ActiveCells active_beside(GLOBAL const u32* word, Ends ends) {
  ActiveCells cells = {word[ends.before] & ends.mask_before, word[0], word[ends.behind] & ends.mask_behind};
  return cells;
}

// The active cells of a row that may lie outside.
RULE ActiveCells active_cells(GLOBAL const u32* active, u32 word, Ends ends, i64 y, i64 z) {
  ActiveCells none = {0, 0, 0};
  y = wrapped(y, SIZE_Y, PERIODIC_Y);
  z = wrapped(z, SIZE_Z, PERIODIC_Z);
  if (y < 0 || z < 0) return none;
  GLOBAL const u32* row = active + ((u64)z * SIZE_Y + (u64)y) * WORDS;
  return is_at_end(word) ? active_at_ends(row, word) : active_beside(row + word, ends);
}

// The last 16 cells before a word and the first 16 behind it, in one word; and the reverse.
RULE u32 ends_of(ActiveCells cells) { return cells.before >> 16 | cells.behind << 16; }
RULE ActiveCells with_ends(u32 word, u32 ends) {
  ActiveCells cells = {ends << 16, word, ends >> 16};
  return cells;
}

// For each of 32 cells, whether its neighbour at distance dx along the row is active.
RULE u32 neighbours_at(ActiveCells cells, i32 dx) {
  if (dx < 0) return cells.middle << -dx | cells.before >> (32 + dx);
  return dx > 0 ? cells.middle >> dx | cells.behind << (32 - dx) : cells.middle;
}

// Finds the active cells of the words from `begin` to `end`, with one work-item for each word.
KERNEL GROUP_OF(GROUP, 1, 1) find_active(GLOBAL const u8* RESTRICT states, GLOBAL u32* RESTRICT active,
                                         GLOBAL const Transition* RESTRICT transitions, u64 begin, u64 end) {
  u64 item = begin + global_id(0), row = item / WORDS;
  u32 first = (u32)(item % WORDS) * 32, word = 0;
  if (item >= end) return;
  for (u32 i = 0; i < 32 && first + i < SIZE_X; ++i)
    word |= (u32)(transitions[states[row * SIZE_X + first + i]].flags & ACTIVE) << i;
  active[item] = word;
}

// Sixteen states, four in a word. They are read and written at once if the length of rows is a multiple of
// sixteen, otherwise word by word or byte by byte.
typedef struct ALIGNED_16 {
  u32 words[4];
} Sixteen;

#define SIZE_TOGETHER (SIZE_X % 16 == 0 ? 16 : SIZE_X % 4 == 0 ? 4 : 1)

RULE Sixteen sixteen_at(GLOBAL const u8* cells, u32 count) {
  Sixteen states = {{0, 0, 0, 0}};
  if (SIZE_TOGETHER == 16) {
    if (count > 0) states = *(GLOBAL const Sixteen*)cells;
  } else if (SIZE_TOGETHER == 4) {
    UNROLL for (u32 i = 0; i < 4; ++i) if (4 * i < count) states.words[i] = ((GLOBAL const u32*)cells)[i];
  } else {
    UNROLL for (u32 i = 0; i < 16; ++i) if (i < count) states.words[i / 4] |= (u32)cells[i] << (8 * (i % 4));
  }
  return states;
}

RULE void store_sixteen(GLOBAL u8* cells, Sixteen states, u32 count) {
  if (SIZE_TOGETHER == 16) {
    if (count > 0) *(GLOBAL Sixteen*)cells = states;
  } else if (SIZE_TOGETHER == 4) {
    UNROLL for (u32 i = 0; i < 4; ++i) if (4 * i < count)((GLOBAL u32*)cells)[i] = states.words[i];
  } else {
    UNROLL for (u32 i = 0; i < 16; ++i) if (i < count) cells[i] = (u8)(states.words[i / 4] >> (8 * (i % 4)));
  }
}

RULE u64 word_of_item(u64 first) {
  u64 words = (u64)WORDS * SIZE_Y * SIZE_Z, item = first + global_id(0);
  return item < words ? item : item - words;
}

#if HAS_CORRECTIONS

#define FOUR_BYTES 0x01010101u

// The signs of those states that are at least `bound`, which is not 0.
RULE u32 from_state(u32 states, u32 bound) { return states + (128u - bound) * FOUR_BYTES; }

// signs_of: bits 4 i … 4 i + 3 as the signs of four bytes (the other bits are arbitrary). bits_of: four signs
// as four bits. The multiplications add up shifts by different distances, none of which set the same bit.
RULE u32 signs_of(u32 cells, u32 i) { return ((cells >> (4 * i)) & 15u) * 0x10204080u; }
RULE u32 bits_of(u32 signs) { return ((signs & 0x80808080u) * 0x00204081u) >> 28; }

// The states, with those whose sign is set replaced by `target`.
RULE u32 corrected(u32 states, u32 signs, u32 target) {
  u32 bytes = bytes_of_signs(signs);
  return (states & ~bytes) | (target * FOUR_BYTES & bytes);
}

// Does one step for `count` words, from word `first` on; after the last word of the lattice comes the first.
// Computes the sums, then applies the rule. Writes the cells that are active after the step to `active_next`.
KERNEL GROUP_OF(GROUP, 1, 1) plain_step(GLOBAL u8* RESTRICT states, GLOBAL const u32* RESTRICT active,
                                        GLOBAL u32* RESTRICT active_next,
                                        GLOBAL const Transition* RESTRICT transitions, u64 first, u64 count) {
  u64 item = word_of_item(first), row = item / WORDS;
  if (global_id(0) >= count) return;
  u32 word = (u32)(item % WORDS), now_active = 0;
  u32 in_word = word == WORDS - 1 ? SIZE_X - word * 32 : 32, above = in_word > 16 ? in_word - 16 : 0;
  GLOBAL u8* cells = states + row * SIZE_X + word * 32;
  Sixteen halves[2] = {sixteen_at(cells, in_word - above), sixteen_at(cells + 16, above)};
  GLOBAL const u32* active_word = active + item;
  Ends ends = ends_at(word);
  i64 y = (i64)(row % SIZE_Y), z = (i64)(row / SIZE_Y);
  int is_inside = is_far_inside(word, y, z);
  FIND_TRIGGERS
  UNROLL for (u32 left = 8; left > 0; --left) {
    u32 i = left - 1, now = halves[i / 4].words[i % 4], next = now + FOUR_BYTES;
    CORRECT_NEXT
    halves[i / 4].words[i % 4] = next;
    now_active = now_active << 4 | bits_of(IS_ACTIVE_NEXT);
  }
  store_sixteen(cells, halves[0], in_word - above);
  store_sixteen(cells + 16, halves[1], above);
  active_next[item] = now_active & (~0u >> (32 - in_word));
}

#else

// An entry of the table of next states: bits 8 to 15 are the state, bit 0 tells whether it is active.
RULE u32 entry_of(GLOBAL const Transition* transitions, u8 state) {
  return (u32)state << 8 | (transitions[state].flags & ACTIVE ? 1u : 0u);
}

// Fills the table of next states. Its index is the state and which triggers hold, or the state and whether
// its own trigger holds.
RULE void fill_table(LOCAL_POINTER u16* table, GLOBAL const Transition* transitions) {
  for (u32 i = local_id(0); i < TABLE_SIZE; i += GROUP) {
    Transition transition = transitions[i % STATES];
    u32 holding = i / STATES;
    u32 excited = HAS_WHOLE_TABLE ? transition.row && ((holding >> (transition.row - 1)) & 1u) : holding;
    table[i] = (u16)entry_of(transitions, next_state(transition, excited));
  }
  BARRIER();
}

// Does one step for `count` words, from word `first` on; after the last word of the lattice comes the first.
// Computes the sums, then applies the rule. Writes the cells that are active after the step to `active_next`.
KERNEL GROUP_OF(GROUP, 1, 1) plain_step(GLOBAL u8* RESTRICT states, GLOBAL const u32* RESTRICT active,
                                        GLOBAL u32* RESTRICT active_next,
                                        GLOBAL const Transition* RESTRICT transitions, u64 first, u64 count) {
  LOCAL u16 table[TABLE_SIZE];
  fill_table(table, transitions);
  u64 item = word_of_item(first), row = item / WORDS;
  if (global_id(0) < count) {
    u32 word = (u32)(item % WORDS), now_active = 0, done = 0;
    GLOBAL const u32* active_word = active + item;
    Ends ends = ends_at(word);
    i64 y = (i64)(row % SIZE_Y), z = (i64)(row / SIZE_Y);
    int is_inside = is_far_inside(word, y, z);
    FIND_TRIGGERS
    GLOBAL u8* cells = states + row * SIZE_X + word * 32;
    u32 in_word = word == WORDS - 1 ? SIZE_X - word * 32 : 32;
    for (; done < in_word; done += 16) {
      u32 cell_count = in_word - done < 16 ? in_word - done : 16;
      Sixteen now = sixteen_at(cells + done, cell_count), next = {{0, 0, 0, 0}};
      UNROLL for (u32 i = 0; i < 16; ++i) {
        u32 state = (now.words[i / 4] >> (8 * (i % 4))) & 255u;
        u32 entry = table[state + STATES * HOLDING(transitions[state].row, i)];
        if (SIZE_X % 16 != 0 && i >= cell_count) entry = 0;
        next.words[i / 4] |= (entry >> 8) << (8 * (i % 4));
        now_active = now_active >> 1 | entry << 31;
      }
      NEXT_TRIGGERS
      store_sixteen(cells + done, next, cell_count);
    }
    active_next[item] = now_active >> (32 - done);
  }
}

#endif

// Excites the excitable cells of a shape. One work-item for each cell of its bounding box.
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

// Writes the activation time of the cells that have just been excited.
KERNEL mark_activation(GLOBAL const u8* RESTRICT states, GLOBAL const Transition* RESTRICT transitions,
                       GLOBAL u32* RESTRICT activation_times, u32 time) {
  u64 cell = global_id(0);
  if (cell < (u64)SIZE_X * SIZE_Y * SIZE_Z && (transitions[states[cell]].flags & JUST_EXCITED))
    activation_times[cell] = time;
}
