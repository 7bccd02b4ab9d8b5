// Steps of islands (see islands.h). A work-item holds an island of one membrane and carries out many steps.
//
// Defines: KINDS and RULES, the numbers of objects and rules of an island; NEEDS and MAKES, what rules take
// and make, by rule and object; COUNT, the type of counts in memory, and COUNT_MOST, the largest count; HALF,
// the type before counts were widened; WORD, u32 if IS_NARROW says that a step cannot overflow it, otherwise
// u64; ONCE and RANDOM; GROUP.

// Words that work-items report: whether a count overflows; the total number of applications, in several parts
// of two words each; and a flag for each step, set if it is the last step in which some work-item applied a
// rule.
enum { IslandOverflows = 0, IslandSaturates = 1, IslandParts = 32, IslandApplied = 32, IslandLast = 96 };

#if IS_NARROW
RULE WORD made_of(WORD held, WORD times, WORD makes, u32* over) { return held + times * makes; }
RULE WORD sum_of(WORD applied, WORD times) { return applied + times; }
#else
RULE WORD made_of(WORD held, WORD times, WORD makes, u32* over) {
  return added(held, times, makes, COUNT_MOST, over);
}
RULE WORD sum_of(WORD applied, WORD times) { return added_to_most(applied, times); }
#endif

// Largest number of times that a rule can apply.
RULE WORD most_of(const WORD* held, const WORD* needs) {
  WORD most = 0;
  u32 first = 1;
  UNROLL for (u32 k = 0; k < KINDS; ++k) {
    if (needs[k] == 0) continue;
    WORD times = ONCE ? (WORD)(held[k] >= needs[k]) : held[k] / needs[k];
    if (first || times < most) most = times;
    first = 0;
  }
  return most;
}

RULE void take_of(WORD* held, const WORD* needs, WORD times) {
  UNROLL for (u32 k = 0; k < KINDS; ++k) { held[k] -= times * needs[k]; }
}

#if RANDOM && RULES > 1
// Takes the rules in the order of one random number each; rules with equal numbers in file order. In the
// first round a rule applies a uniformly drawn number of times, up to its maximum; in the second, as often as
// it still can.
RULE void select_rules(WORD* held, WORD* times, const WORD* needs, u32x2 key, u32 membrane, u64 time,
                       const GLOBAL u32* rules) {
  u32x4 words[RULES];
  u32 order[RULES];
  for (u32 r = 0; r < RULES; ++r) {
    words[r] = draw(key, membrane, time, rules[r]);
    times[r] = 0;
    u32 place = r;
    for (; place > 0 && words[order[place - 1]].x > words[r].x; --place) order[place] = order[place - 1];
    order[place] = r;
  }
  for (u32 pass = 0; pass < (ONCE ? 1u : 2u); ++pass)
    for (u32 i = 0; i < RULES; ++i) {
      u32 r = order[i];
      WORD most = most_of(held, needs + r * KINDS);
      if (!ONCE && pass == 0) most = (WORD)uniform((u64)words[r].y << 32 | words[r].z, most);
      take_of(held, needs + r * KINDS, most);
      times[r] += most;
    }
}
#else
RULE void select_rules(WORD* held, WORD* times, const WORD* needs, u32x2 key, u32 membrane, u64 time,
                       const GLOBAL u32* rules) {
  UNROLL for (u32 r = 0; r < RULES; ++r) {
    times[r] = most_of(held, needs + r * KINDS);
    take_of(held, needs + r * KINDS, times[r]);
  }
}
#endif

// If words are narrow and a rule applies at most once in a step, a step adds less than 2^15 to a count. A
// launch has at most 1024 steps, so no count can wrap around, and overflow is checked only at its end.
#define ASKS_LATER (ONCE && IS_NARROW)

// Carries out one step and returns how many rules applied.
RULE WORD step_island(WORD* held, u32x2 key, u32 membrane, u64 time, const GLOBAL u32* rules, u32* over) {
  const WORD needs[RULES * KINDS] = NEEDS;
  const WORD makes[RULES * KINDS] = MAKES;
  WORD times[RULES], applied = 0;
  select_rules(held, times, needs, key, membrane, time, rules);
  UNROLL for (u32 r = 0; r < RULES; ++r) {
    applied = sum_of(applied, times[r]);
    UNROLL for (u32 k = 0; k < KINDS; ++k) {
      WORD each = makes[r * KINDS + k];
      if (each != 0) held[k] = made_of(held[k], times[r], each, over);
    }
  }
  UNROLL for (u32 k = 0; k < KINDS; ++k) {
    if (ASKS_LATER)
      *over |= (u32)held[k];  // too large: sets a bit above those of a count
    else if (held[k] > COUNT_MOST)
      *over = 1;
  }
  return applied;
}

// Adds to a number of two words, up to 2^64 - 1; a flag tells the host that this limit was reached.
RULE void add_applied(GLOBAL u32* status, u64 more) {
  GLOBAL u32* words = status + IslandApplied + 2 * ((group_id(0) + group_id(1)) % IslandParts);
  u32 low = (u32)more, high = (u32)(more >> 32);
  u32 before = GLOBAL_ATOMIC_ADD(words, low), carried = before + low < before;
  if (high == 0 && carried == 0) return;
  if (high == 0xFFFFFFFFu && carried) {
    status[IslandSaturates] = 1;
    return;
  }
  before = GLOBAL_ATOMIC_ADD(words + 1, high + carried);
  if (before + high + carried < before) status[IslandSaturates] = 1;
}

// Membranes of one class lie side by side, from column `first` on; islands lie along axis 1.
KERNEL GROUP_OF(GROUP, 1, 1)
    step_islands(const GLOBAL COUNT* before, GLOBAL COUNT* after, const GLOBAL u32* objects,
                 const GLOBAL u32* rules, const GLOBAL u32* numbers, GLOBAL u32* status, u32 first,
                 u32 columns, u64 stride, u32 islands, u32 steps, u32 key_x, u32 key_y, u64 time) {
  LOCAL u64 sums[GROUP];
  LOCAL u32 lasts[GROUP];
  u32x2 key = {key_x, key_y};
  u64 column = global_id(0), applied = 0;
  u32 last = 0, over = 0, item = local_id(0);
  for (u32 island = group_id(1); column < columns && island < islands; island += group_count(1)) {
    WORD held[KINDS];
    u64 place = first + column;
    u32 membrane = RANDOM ? numbers[place] : 0, step = 0, seen = 0;
    WORD times = 0;  // for this island; narrow words cannot wrap around
    UNROLL for (u32 k = 0; k < KINDS; ++k) { held[k] = before[objects[island * KINDS + k] * stride + place]; }
    for (; step < steps && (ASKS_LATER || !seen); ++step) {
      WORD any = step_island(held, key, membrane, time + step, rules + island * RULES, &seen);
      if (any == 0) break;
      times = sum_of(times, any);
    }
    over |= ASKS_LATER ? seen > COUNT_MOST : seen;
    applied = added_to_most(applied, times);
    if (step > last) last = step;
    UNROLL for (u32 k = 0; k < KINDS; ++k) {
      after[objects[island * KINDS + k] * stride + place] = (COUNT)held[k];
    }
  }
  if (over) status[IslandOverflows] = 1;
  lasts[item] = last;
  u64 total = group_total(sums, applied);
  if (item == 0) {
    for (u32 i = 1; i < GROUP; ++i) last = lasts[i] > last ? lasts[i] : last;
    status[IslandLast + last] = 1;
    if (total != 0) add_applied(status, total);
  }
}

RULE u64 island_sum(LOCAL_POINTER u64* sums, u64 summand) {
  u32 item = local_id(0);
  sums[item] = summand;
  for (u32 reach = GROUP / 2; reach > 0; reach /= 2) {
    BARRIER();
    if (item < reach) sums[item] += sums[item + reach];
  }
  return sums[0];
}

// Terms of the state hash for contents: columns along axis 0, some of the objects along axis 1.
KERNEL GROUP_OF(GROUP, 1, 1) hash_columns(const GLOBAL COUNT* contents, const GLOBAL u32* numbers,
                                          GLOBAL u64* parts, u64 columns, u64 stride, u32 objects) {
  LOCAL u64 sums[GROUP];
  u64 column = global_id(0), sum = 0;
  if (column < columns && numbers[column] != NO_MEMBRANE)
    for (u32 object = group_id(1); object < objects; object += group_count(1)) {
      u64 held = contents[object * stride + column];
      if (held != 0) sum += hash_term(3, (u64)numbers[column] * objects + object, held);
    }
  u64 total = island_sum(sums, sum);
  if (local_id(0) == 0) parts[group_id(1) * group_count(0) + group_id(0)] = total;
}

// Widens counts of half the width.
KERNEL GROUP_OF(GROUP, 1, 1) widen_counts(const GLOBAL HALF* narrow, GLOBAL COUNT* wide, u64 number) {
  for (u64 i = global_id(0); i < number; i += global_size(0)) wide[i] = narrow[i];
}

// Counts each of the objects in `asked` (axis 1).
KERNEL GROUP_OF(GROUP, 1, 1) count_columns(const GLOBAL u32* asked, const GLOBAL COUNT* contents,
                                           GLOBAL u64* parts, u64 columns, u64 stride) {
  LOCAL u64 sums[GROUP];
  u64 sum = 0;
  for (u64 column = global_id(0); column < columns; column += global_size(0))
    sum += contents[asked[group_id(1)] * stride + column];
  u64 total = island_sum(sums, sum);
  if (local_id(0) == 0) parts[group_id(1) * group_count(0) + group_id(0)] = total;
}
