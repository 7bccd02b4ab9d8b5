// The parallel order on a device, second half: the candidates of a bucket happen or fail as if they came one
// after the other, each seeing the numbers of cells that the earlier ones have left.
//
// A candidate starts from the numbers that the buckets before have left, and walks through the lists of its
// two cells. Earlier candidates that happen change its energy; those that are still open may or may not. If
// it is accepted either way, it happens; if it is rejected either way, it fails; else it stays open until
// more is known. The first of all open candidates is always decided. Verdicts are unique, so nothing depends
// on when another work-item sees them.
//
// Defines: those of find_kernels.h; RESOLVE_GROUP, work-items of a group; LOOKS, times that a work-item looks
// at its candidates.

// How the energy of a candidate changes with the numbers of one of its cells.
typedef struct {
  i64 of_number[KEPT];
} Slope;

// A change that happens, or that may or may not happen.
RULE EnergyBounds with_effect(EnergyBounds energy, i64 effect, u32 happens) {
  if (happens || effect < 0) energy.least += effect;
  if (happens || effect > 0) energy.most += effect;
  return energy;
}

// How copies are accepted: at one temperature for all types, or by the types of the two cells.
typedef struct {
  THRESHOLDS thresholds;
  GLOBAL const Acceptance* of_types;
  u32 entries;
} Acceptances;

RULE u32 is_attempt_accepted(Attempt attempt, i64 change, Acceptances acceptances) {
#if TEMPERATURES > 1
  Acceptance at = acceptances.of_types[TYPE_OF(attempt.before) * TYPES + TYPE_OF(attempt.after)];
#else
  Acceptance at = {0, acceptances.entries};
#endif
  return is_accepted(change, attempt.word, acceptances.thresholds, at);
}

RULE Member fresh_member(GLOBAL const Member* member) {
  Member met;
  LOAD_FRESH(met.order, met.next, met.verdict, met.change, member);
  return met;
}

// The candidate that asks.
typedef struct {
  GLOBAL const Member* members;
  GLOBAL const NumberChanges* more;
  u32 number, order;
} Asking;

// The region of a candidate, by which equal orders are told apart.
RULE u32 region_of(GLOBAL const Member* members, u32 number) {
  GLOBAL const Candidate* candidates = (GLOBAL const Candidate*)members;
  return number / SPAN * SPAN + (candidates[number].attempt.place_high_and_region & 0xFFFFu);
}

RULE u32 comes_earlier(Member met, u32 number, Asking asking) {
  if (met.order != asking.order) return met.order < asking.order;
  return region_of(asking.members, number) < region_of(asking.members, asking.number);
}

// What a candidate that is met in a list, as `member`, changes in a number of the cell.
RULE i32 changed_in_list(Member met, u32 member, u32 number, Asking asking) {
  if (number == 0) return member & 1u ? 1 : -1;
  if (number == 1) return met.change;
#if KEPT > 2
  NumberChanges changes = asking.more[(u64)(member >> 2) * MORE + number - 2];
  return member & 1u ? changes.gaining : changes.losing;
#else
  return 0;
#endif
}

// What it adds to the energy if it happens.
RULE i64 effect_of(Member met, u32 member, Slope slope, Asking asking) {
  i64 effect = 0;
  for (u32 number = 0; number < KEPT; ++number)
    effect += slope.of_number[number] * changed_in_list(met, member, number, asking);
  return effect;
}

// The numbers of a cell lie between these; needed where the energy of one is not quadratic.
typedef struct {
  i32 least[KEPT], most[KEPT];
} NumberBounds;

RULE void widen(NumberBounds* bounds, Member met, u32 member, Asking asking) {
#if FREE_NUMBERS
  for (u32 number = 0; number < KEPT; ++number) {
    i32 by = changed_in_list(met, member, number, asking);
    if (met.verdict != OPEN || by < 0) bounds->least[number] += by;
    if (met.verdict != OPEN || by > 0) bounds->most[number] += by;
  }
#endif
}

// What the other candidates in the list that begins with `head` add to the energy.
RULE EnergyBounds with_list(EnergyBounds energy, u32 head, Slope slope, Asking asking, NumberBounds* bounds) {
  while (head != 0) {
    Member met = fresh_member(&asking.members[head]);
    if (met.verdict != FAILS && comes_earlier(met, head >> 2, asking)) {
      energy = with_effect(energy, effect_of(met, head, slope, asking), met.verdict != OPEN);
      widen(bounds, met, head, asking);
    }
    head = met.next;
  }
  return energy;
}

RULE EnergyBounds with_bounds(EnergyBounds energy, EnergyBounds added) {
  energy.least += added.least;
  energy.most += added.most;
  return energy;
}

// Of a term without bounds: nothing is known of its change of energy until the number is.
RULE EnergyBounds exact_or_nothing(i64 exact, u32 is_exact) {
  i64 nothing_known = (i64)1 << 60;  // beyond every change of energy
  EnergyBounds bounds = {is_exact ? exact : -nothing_known, is_exact ? exact : nothing_known};
  return bounds;
}

// Of terms that depend on several numbers: is nothing of the cell open?
RULE u32 is_known(const NumberBounds* bounds) { return bounds->least[0] == bounds->most[0]; }

RULE NumberBounds numbers_seen(GLOBAL const i32* seen, u32 cell) {
  NumberBounds bounds;
#if FREE_NUMBERS
  for (u32 number = 0; number < KEPT; ++number)
    bounds.least[number] = bounds.most[number] = seen[(u64)cell * KEPT + number];
#endif
  return bounds;
}

RULE u32 verdict_by_lists(Tissue tissue, Asking asking, Attempt attempt, const NumberChanges* changes,
                          GLOBAL const u32* heads, GLOBAL const i32* seen, i64 energy, CONSTRAINTS table,
                          Acceptances acceptances) {
  u32 losing = CELL_OF(attempt.before), gaining = CELL_OF(attempt.after);
  NumberBounds lost = numbers_seen(seen, losing), gained = numbers_seen(seen, gaining);
  Slope of_losing, of_gaining;
  for (u32 number = 0; number < KEPT; ++number) {
    of_losing.of_number[number] = slope_of_losing(tissue, table, number, attempt.before, changes);
    of_gaining.of_number[number] = slope_of_gaining(tissue, table, number, attempt.after, changes);
  }
  EnergyBounds change = {energy, energy};
  if (losing != 0) change = with_list(change, heads[losing], of_losing, asking, &lost);
  if (gaining != 0) change = with_list(change, heads[gaining], of_gaining, asking, &gained);
  BOUND_FREE_NUMBERS(tissue, attempt, changes)
  if (is_attempt_accepted(attempt, change.most, acceptances)) return HAPPENS;
  return is_attempt_accepted(attempt, change.least, acceptances) ? OPEN : FAILS;
}

// Where a cell may change only once in a sub-step: what would be accepted at its beginning happens unless an
// earlier one at its cells does.
RULE u32 verdict_of_list(u32 head, Asking asking) {
  u32 verdict = HAPPENS;
  while (head != 0) {
    Member met = fresh_member(&asking.members[head]);
    if (met.verdict != FAILS && comes_earlier(met, head >> 2, asking)) {
      if (met.verdict == HAPPENS) return FAILS;
      verdict = OPEN;
    }
    head = met.next;
  }
  return verdict;
}

RULE u32 exclusive_verdict(Asking asking, Attempt attempt, GLOBAL const u32* heads, i64 energy,
                           Acceptances acceptances) {
  if (!is_attempt_accepted(attempt, energy, acceptances)) return FAILS;
  u32 losing = CELL_OF(attempt.before), gaining = CELL_OF(attempt.after);
  u32 of_losing = losing == 0 ? HAPPENS : verdict_of_list(heads[losing], asking);
  u32 of_gaining = gaining == 0 || of_losing == FAILS ? HAPPENS : verdict_of_list(heads[gaining], asking);
  if (of_losing == FAILS || of_gaining == FAILS) return FAILS;
  return of_losing == OPEN || of_gaining == OPEN ? OPEN : HAPPENS;
}

// Tries to decide an open candidate. A copy that happens is made: its site and the numbers of its cells
// change.
RULE u32 decide(Tissue tissue, GLOBAL u32* sites, GLOBAL const i32* seen, GLOBAL i32* next,
                GLOBAL Candidate* candidates, GLOBAL const NumberChanges* more, u32 number,
                GLOBAL const u32* heads, CONSTRAINTS table, Acceptances acceptances, u32 time) {
  Attempt attempt = candidates[number].attempt;
  NumberChanges changes[STORED];
  read_changes(candidates, more, number, changes);
  Asking asking = {(GLOBAL const Member*)candidates, more, number, attempt.order};
  GLOBAL const i32* losing = seen + (u64)CELL_OF(attempt.before) * KEPT;
  GLOBAL const i32* gaining = seen + (u64)CELL_OF(attempt.after) * KEPT;
  i64 energy = energy_change(tissue, table, KEPT, attempt.energy, attempt.before, attempt.after, changes,
                             losing, gaining);
#if EXCLUSIVE
  NumberBounds lost = numbers_seen(seen, CELL_OF(attempt.before)),
               gained = numbers_seen(seen, CELL_OF(attempt.after));
  EnergyBounds change = {energy, energy};
  BOUND_FREE_NUMBERS(tissue, attempt, changes)
  u32 verdict = exclusive_verdict(asking, attempt, heads, change.least, acceptances);
#else
  u32 verdict = verdict_by_lists(tissue, asking, attempt, changes, heads, seen, energy, table, acceptances);
#endif
  if (verdict != OPEN) candidates[number].losing.verdict = candidates[number].gaining.verdict = verdict;
  if (verdict == HAPPENS) {
    set_place(sites, place_of_attempt(attempt), attempt.after);
#if READS_GAINS
    set_place(sites + GAINS, place_of_attempt(attempt), CELL_OF(attempt.after) != 0 ? time : 0);
#endif
    count_copy(next, attempt, changes);
  }
  return verdict;
}

// Rules read the words of their terms only where a number is free.
#if FREE_NUMBERS
#define TISSUE_OF_WORDS         \
  LOCAL i32 term_words[WORDS];  \
  Tissue tissue = {term_words}; \
  FETCH_BY(RESOLVE_GROUP, term_words, words, WORDS)
#else
#define TISSUE_OF_WORDS Tissue tissue = {0};
#endif
#define FETCH_CONSTRAINTS FETCH_BY(RESOLVE_GROUP, table, constraints, KEPT* TYPES)

// The candidates of a bucket, of all replicas: `lanes` work-items for those that one group has found. What
// stays open is listed in `open`, which `open_count` counts.
KERNEL GROUP_OF(RESOLVE_GROUP, 1, 1)
    resolve_bucket(GLOBAL u32* all_sites, GLOBAL const i32* all_seen, GLOBAL i32* all_next,
                   GLOBAL Candidate* candidates, GLOBAL const NumberChanges* more,
                   GLOBAL const u32* all_starts, GLOBAL const u32* all_heads, GLOBAL u32* accepted,
                   GLOBAL u32* open, GLOBAL u32* open_count, GLOBAL const i32* RESTRICT words,
                   GLOBAL const Quadratic* RESTRICT constraints, GLOBAL const u32* RESTRICT thresholds,
                   GLOBAL const Acceptance* RESTRICT of_types, u32 entries, u32 cells, u32 replicas,
                   u32 bucket, u32 lanes, u32 time) {
  LOCAL u32 counted[RESOLVE_GROUP];
  LOCAL Quadratic table[KEPT * TYPES];
  TISSUE_OF_WORDS
  Acceptances acceptances = {thresholds, of_types, entries};
  FETCH_CONSTRAINTS
  counted[local_id(0)] = 0;
  u32 part = local_id(0) / lanes, lane = local_id(0) % lanes,
      group = group_id(0) * (RESOLVE_GROUP / lanes) + part;
  u32 replica = group / GROUPS, first = group * SPAN, is_used = group < GROUPS * replicas, copies = 0;
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  if (is_used) {
    GLOBAL const u32* starts = all_starts + (u64)group * (MOST_BUCKETS + 1);
    GLOBAL const u32* heads = all_heads + ((u64)bucket * replicas + replica) * cells;
    GLOBAL const i32* seen = all_seen + (u64)replica * cells * KEPT;
    GLOBAL i32* next = all_next + (u64)replica * cells * KEPT;
    u32 begin = first + starts[bucket] + lane, end = first + starts[bucket + 1], undecided = 1;
    // Each work-item looks at its candidates in turn, again and again: all of them are looked at, so that
    // none waits for one whose turn does not come. Work-items that run in step look together, and see what
    // each has told.
    for (u32 look = 0; look < LOOKS && any_lane(undecided != 0); ++look) {
      undecided = 0;
      for (u32 i = begin; i < end; i += lanes)
        if (candidates[i].losing.verdict == OPEN) {
          u32 verdict = decide(tissue, all_sites + replica * (u64)HELD_SIZE, seen, next, candidates, more, i,
                               heads, table, acceptances, time);
          undecided += verdict == OPEN;
          copies += verdict == HAPPENS;
        }
    }
    for (u32 i = begin; i < end && undecided != 0; i += lanes)
      if (candidates[i].losing.verdict == OPEN) open[GLOBAL_ATOMIC_ADD(open_count, 1u)] = i;
    if (bucket > 0)
      settle(candidates, more, first + starts[bucket - 1] + lane, first + starts[bucket], lanes, next);
    if (copies) LOCAL_ATOMIC_ADD(&counted[part], copies);
  }
  BARRIER();
  if (is_used && lane == 0) accepted[group] += counted[part];
}

// One group decides what is left open, in rounds: in each, at least the first open candidate is decided.
KERNEL GROUP_OF(RESOLVE_GROUP, 1, 1)
    finish_bucket(GLOBAL u32* all_sites, GLOBAL const i32* all_seen, GLOBAL i32* all_next,
                  GLOBAL Candidate* candidates, GLOBAL const NumberChanges* more, GLOBAL const u32* all_heads,
                  GLOBAL u32* accepted, GLOBAL const u32* open, GLOBAL u32* open_count,
                  GLOBAL const i32* RESTRICT words, GLOBAL const Quadratic* RESTRICT constraints,
                  GLOBAL const u32* RESTRICT thresholds, GLOBAL const Acceptance* RESTRICT of_types,
                  u32 entries, u32 cells, u32 replicas, u32 bucket, u32 time) {
  LOCAL u32 remaining;
  LOCAL Quadratic table[KEPT * TYPES];
  TISSUE_OF_WORDS
  Acceptances acceptances = {thresholds, of_types, entries};
  FETCH_CONSTRAINTS
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  u32 count = *open_count, rounds = count;
  for (u32 round = 0; round < rounds; ++round) {
    if (local_id(0) == 0) remaining = 0;
    GLOBAL_BARRIER();
    for (u32 start = 0; start < count; start += RESOLVE_GROUP) {
      u32 number = start + local_id(0) < count ? open[start + local_id(0)] : open[0];
      if (start + local_id(0) < count && candidates[number].losing.verdict == OPEN) {
        u32 group = number / SPAN, replica = group / GROUPS;
        u32 verdict =
            decide(tissue, all_sites + replica * (u64)HELD_SIZE, all_seen + (u64)replica * cells * KEPT,
                   all_next + (u64)replica * cells * KEPT, candidates, more, number,
                   all_heads + ((u64)bucket * replicas + replica) * cells, table, acceptances, time);
        if (verdict == OPEN) LOCAL_ATOMIC_ADD(&remaining, 1u);
        if (verdict == HAPPENS) GLOBAL_ATOMIC_ADD(&accepted[group], 1u);
      }
    }
    GLOBAL_BARRIER();
    if (remaining == 0) rounds = round;
    BARRIER();
  }
  if (local_id(0) == 0) *open_count = 0;
}
