// The parallel order on a device, second half: decides the candidates of a bucket. The result is the same as
// if they came one after the other and each saw the numbers of cells that the earlier ones have left.
//
// A candidate starts from the numbers after all earlier buckets, and walks through the lists of its two
// cells. Earlier candidates that happen change its energy; those that are still open may or may not change
// it. If the candidate is accepted in all these cases, it happens; if it is rejected in all of them, it
// fails; otherwise it stays open until more is known. The first of all open candidates can always be decided.
// Verdicts are unique, so nothing depends on the time at which another work-item sees them.
//
// Defines: those of find_kernels.h; RESOLVE_GROUP, number of work-items of a work-group; LOOKS, how often a
// work-item looks at its candidates.

// Adds an effect to the bounds of an energy change. If `happens` is 0, the effect may or may not occur.
RULE EnergyBounds with_effect(EnergyBounds energy, i64 effect, u32 happens) {
  if (happens || effect < 0) energy.least += effect;
  if (happens || effect > 0) energy.most += effect;
  return energy;
}

// Tables for accepting copies, at one temperature for all types or by the types of the two cells.
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

// The candidate that is to be decided, as it walks through lists of other candidates.
typedef struct {
  GLOBAL const Member* members;
  GLOBAL const NumberChanges* more;
  u32 number, order, index;
} Asking;

// Candidates with equal orders are ordered by the numbers of their attempts.
RULE u32 comes_earlier(Member met, u32 number, Asking asking) {
  if (number == asking.number) return 0;
  if (met.order != asking.order) return met.order < asking.order;
  return ((GLOBAL const Candidate*)asking.members)[number].attempt.index < asking.index;
}

// The change in a number of the cell by a candidate in the cell's list, whose member there is `member`.
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

// Bounds of the numbers of a cell; needed if the energy of a number is not quadratic.
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

// A candidate waits for the open candidates of a list that come earlier in the order. Two of them are stored,
// as members of the list; 0 stands for none.
typedef struct {
  u32 first, second;
  u32 has_more;
} Awaited;

RULE Awaited with_awaited(Awaited awaited, u32 member) {
  if (awaited.second != 0) awaited.has_more = 1;
  awaited.second = awaited.first;
  awaited.first = member;
  return awaited;
}

// The effect of a candidate in a list, whose member there is `member`, on the energy change of the candidate
// `kept`, if it happens. The list is that of the cell that would gain (`is_gaining`) or lose the site of
// `kept`.
RULE i64 effect_of(Tissue tissue, CONSTRAINTS table, const Kept* kept, Member met, u32 member, u32 is_gaining,
                   Asking asking) {
  i64 effect = 0;
  for (u32 number = 0; number < KEPT; ++number) {
    i64 slope = is_gaining ? slope_of_gaining(tissue, table, number, kept->attempt.after, kept->changes)
                           : slope_of_losing(tissue, table, number, kept->attempt.before, kept->changes);
    effect += slope * changed_in_list(met, member, number, asking);
  }
  return effect;
}

// A candidate without a verdict: the bounds of its energy change, and the candidates that it waits for.
typedef struct {
  Kept kept;
  i64 energy;         // its energy change if no other candidate of the bucket happens
  u32 happens_alone;  // is it accepted with this energy change?
  EnergyBounds change;
  Awaited at_losing, at_gaining;
} Deciding;

// Updates the data of a candidate for another candidate in a list of one of its cells. `bounds` are those of
// the cell's numbers.
RULE void meet_member(Tissue tissue, CONSTRAINTS table, Deciding* deciding, Member met, u32 member,
                      u32 is_gaining, Asking asking, NumberBounds* bounds) {
  if (met.verdict == FAILS || !comes_earlier(met, member >> 2, asking)) return;
  widen(bounds, met, member, asking);
  i64 effect = effect_of(tissue, table, &deciding->kept, met, member, is_gaining, asking);
  deciding->change = with_effect(deciding->change, effect, met.verdict != OPEN);
  if (met.verdict != OPEN) return;
  if (is_gaining)
    deciding->at_gaining = with_awaited(deciding->at_gaining, member);
  else
    deciding->at_losing = with_awaited(deciding->at_losing, member);
}

RULE EnergyBounds with_bounds(EnergyBounds energy, EnergyBounds added) {
  energy.least += added.least;
  energy.most += added.most;
  return energy;
}

// Bounds for a term without bounds of its own: its energy change is unknown until the number is exactly
// known.
RULE EnergyBounds exact_or_nothing(i64 exact, u32 is_exact) {
  i64 nothing_known = (i64)1 << 60;  // larger than any energy change
  EnergyBounds bounds = {is_exact ? exact : -nothing_known, is_exact ? exact : nothing_known};
  return bounds;
}

// For terms that depend on several numbers: has the cell no open candidates before this one?
RULE u32 is_known(const NumberBounds* bounds) { return bounds->least[0] == bounds->most[0]; }

RULE NumberBounds numbers_seen(GLOBAL const i32* seen, u32 cell) {
  NumberBounds bounds;
#if FREE_NUMBERS
  for (u32 number = 0; number < KEPT; ++number)
    bounds.least[number] = bounds.most[number] = seen[(u64)cell * KEPT + number];
#endif
  return bounds;
}

RULE Asking asking_of(SubStep now, const Deciding* deciding) {
  Asking asking = {(GLOBAL const Member*)now.candidates, now.more, deciding->kept.number,
                   deciding->kept.attempt.order, deciding->kept.attempt.index};
  return asking;
}

RULE u32 verdict_of_bounds(const Deciding* deciding, Acceptances acceptances) {
  EnergyBounds change = deciding->change;
  if (change.least == deciding->energy && change.most == deciding->energy)
    return deciding->happens_alone ? HAPPENS : FAILS;
  if (is_attempt_accepted(deciding->kept.attempt, change.most, acceptances)) return HAPPENS;
  return is_attempt_accepted(deciding->kept.attempt, change.least, acceptances) ? OPEN : FAILS;
}

// Walks through both lists at once.
RULE u32 verdict_by_lists(SubStep now, Tissue tissue, Deciding* deciding, GLOBAL const u32* heads,
                          CONSTRAINTS table, Acceptances acceptances) {
  Attempt attempt = deciding->kept.attempt;
  Asking asking = asking_of(now, deciding);
  u32 losing = CELL_OF(attempt.before), gaining = CELL_OF(attempt.after);
  GLOBAL const i32* seen = numbers_of(now.seen, attempt, now.cells);
  NumberBounds lost = numbers_seen(seen, losing), gained = numbers_seen(seen, gaining);
  Awaited nobody = {0, 0, 0};
  deciding->at_losing = deciding->at_gaining = nobody;
  deciding->change.least = deciding->change.most = deciding->energy;
  u32 at_loser = losing != 0 ? heads[losing] : 0, at_gainer = gaining != 0 ? heads[gaining] : 0;
  while ((at_loser | at_gainer) != 0) {
    Member of_loser = fresh_member(&asking.members[at_loser]),
           of_gainer = fresh_member(&asking.members[at_gainer]);
    if (at_loser != 0) {
      meet_member(tissue, table, deciding, of_loser, at_loser, 0, asking, &lost);
      at_loser = of_loser.next;
    }
    if (at_gainer != 0) {
      meet_member(tissue, table, deciding, of_gainer, at_gainer, 1, asking, &gained);
      at_gainer = of_gainer.next;
    }
  }
#if FREE_NUMBERS
  const NumberChanges* changes = deciding->kept.changes;
  EnergyBounds change = deciding->change;
  BOUND_FREE_NUMBERS(tissue, attempt, changes)
  deciding->change = change;
#endif
  return verdict_of_bounds(deciding, acceptances);
}

// If a cell may change only once in a sub-step: a candidate that would be accepted at the beginning of the
// sub-step happens unless an earlier candidate at one of its cells happens.
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

RULE Kept kept_candidate(SubStep now, u32 number) {
  Kept kept;
  kept.attempt = now.candidates[number].attempt;
  read_changes(now.candidates, now.more, number, kept.changes);
  kept.number = number;
  kept.verdict = OPEN;
  return kept;
}

// The energy change of a candidate for the numbers of its cells after all earlier buckets.
RULE void weigh_alone(SubStep now, Tissue tissue, CONSTRAINTS table, Acceptances acceptances,
                      Deciding* deciding) {
  Attempt attempt = deciding->kept.attempt;
  const NumberChanges* changes = deciding->kept.changes;
  GLOBAL const i32* seen = numbers_of(now.seen, attempt, now.cells);
  GLOBAL const i32* losing = seen + (u64)CELL_OF(attempt.before) * KEPT;
  GLOBAL const i32* gaining = seen + (u64)CELL_OF(attempt.after) * KEPT;
  deciding->energy = energy_change(tissue, table, KEPT, attempt.energy, attempt.before, attempt.after,
                                   changes, losing, gaining);
  deciding->happens_alone = is_attempt_accepted(attempt, deciding->energy, acceptances);
}

// Looks at all other candidates in the lists of an open candidate's cells. Returns the verdict.
RULE u32 look_at_lists(SubStep now, Tissue tissue, u32 bucket, CONSTRAINTS table, Acceptances acceptances,
                       Deciding* deciding) {
  Attempt attempt = deciding->kept.attempt;
  GLOBAL const u32* heads = heads_of(now, bucket, replica_of(attempt));
#if EXCLUSIVE
  const NumberChanges* changes = deciding->kept.changes;
  GLOBAL const i32* seen = numbers_of(now.seen, attempt, now.cells);
  NumberBounds lost = numbers_seen(seen, CELL_OF(attempt.before)),
               gained = numbers_seen(seen, CELL_OF(attempt.after));
  EnergyBounds change = {deciding->energy, deciding->energy};
  BOUND_FREE_NUMBERS(tissue, attempt, changes)
  return exclusive_verdict(asking_of(now, deciding), attempt, heads, change.least, acceptances);
#else
  return verdict_by_lists(now, tissue, deciding, heads, table, acceptances);
#endif
}

// Publishes a verdict. If the copy happens, it is made: its site and the numbers of its cells change, and it
// is counted with the accepted copies of its SPAN attempts.
RULE void conclude(SubStep now, const Deciding* deciding, u32 verdict, GLOBAL u32* accepted) {
  GLOBAL Candidate* candidate = &now.candidates[deciding->kept.number];
  Attempt attempt = deciding->kept.attempt;
  candidate->losing.verdict = candidate->gaining.verdict = verdict;
  if (verdict != HAPPENS) return;
  GLOBAL u32* sites = now.sites + replica_of(attempt) * (u64)HELD_SIZE;
  set_place(sites, place_of_attempt(attempt), attempt.after);
#if READS_GAINS
  set_place(sites + GAINS, place_of_attempt(attempt), CELL_OF(attempt.after) != 0 ? now.time : 0);
#endif
  count_copy(numbers_of(now.next, attempt, now.cells), attempt, deciding->kept.changes);
  GLOBAL_ATOMIC_ADD(&accepted[attempt.index / SPAN], 1u);
}

// Tries to decide an open candidate of a bucket.
RULE u32 decide(SubStep now, Tissue tissue, u32 number, u32 bucket, CONSTRAINTS table,
                Acceptances acceptances, GLOBAL u32* accepted) {
  Deciding deciding;
  deciding.kept = kept_candidate(now, number);
  weigh_alone(now, tissue, table, acceptances, &deciding);
  u32 verdict = look_at_lists(now, tissue, bucket, table, acceptances, &deciding);
  if (verdict != OPEN) conclude(now, &deciding, verdict, accepted);
  return verdict;
}

#if !ONE_LAUNCH

// The rules here read the words of their terms only if there are numbers whose energy is not quadratic.
#if FREE_NUMBERS
#define TISSUE_OF_WORDS         \
  LOCAL i32 term_words[WORDS];  \
  Tissue tissue = {term_words}; \
  FETCH_BY(RESOLVE_GROUP, term_words, words, WORDS)
#else
#define TISSUE_OF_WORDS Tissue tissue = {0};
#endif
#define FETCH_CONSTRAINTS FETCH_BY(RESOLVE_GROUP, table, constraints, KEPT* TYPES)

// Decides the candidates of a bucket in all replicas. Each group of find_copies has `lanes` work-items here
// for its candidates. Candidates that stay open are listed in `open`; `open_count` is their number.
KERNEL GROUP_OF(RESOLVE_GROUP, 1, 1)
    resolve_bucket(GLOBAL u32* sites, GLOBAL i32* seen, GLOBAL i32* next, GLOBAL Candidate* candidates,
                   GLOBAL NumberChanges* more, GLOBAL const u32* all_starts, GLOBAL u32* heads,
                   GLOBAL u32* accepted, GLOBAL u32* open, GLOBAL u32* open_count,
                   GLOBAL const i32* RESTRICT words, GLOBAL const Quadratic* RESTRICT constraints,
                   GLOBAL const u32* RESTRICT thresholds, GLOBAL const Acceptance* RESTRICT of_types,
                   u32 entries, u32 cells, u32 replicas, u32 bucket, u32 lanes, u32 time) {
  LOCAL Quadratic table[KEPT * TYPES];
  TISSUE_OF_WORDS
  Acceptances acceptances = {thresholds, of_types, entries};
  FETCH_CONSTRAINTS
  SubStep now = {sites, seen, next, candidates, more, heads, cells, replicas, 0, time};
  u32 lane = local_id(0) % lanes, group = (u32)(global_id(0) / lanes), first = group * SPAN;
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  if (group >= GROUPS * replicas) return;
  GLOBAL const u32* starts = all_starts + (u64)group * (MOST_BUCKETS + 1);
  u32 begin = first + starts[bucket] + lane, end = first + starts[bucket + 1], undecided = 1;
  // Each work-item looks at its candidates in turn, again and again. It looks at all of them, so that none
  // waits for one whose turn does not come. Work-items that run in lockstep look together, and see each
  // other's verdicts.
  for (u32 look = 0; look < LOOKS && any_lane(undecided != 0); ++look) {
    undecided = 0;
    for (u32 i = begin; i < end; i += lanes)
      if (candidates[i].losing.verdict == OPEN)
        undecided += decide(now, tissue, i, bucket, table, acceptances, accepted) == OPEN;
  }
  for (u32 i = begin; i < end && undecided != 0; i += lanes)
    if (candidates[i].losing.verdict == OPEN) open[GLOBAL_ATOMIC_ADD(open_count, 1u)] = i;
  if (bucket > 0)
    settle(candidates, more, first + starts[bucket - 1] + lane, first + starts[bucket], lanes, next, cells);
}

// One work-group decides the remaining open candidates in rounds. Each round decides at least the first of
// them.
KERNEL GROUP_OF(RESOLVE_GROUP, 1, 1)
    finish_bucket(GLOBAL u32* sites, GLOBAL i32* seen, GLOBAL i32* next, GLOBAL Candidate* candidates,
                  GLOBAL NumberChanges* more, GLOBAL u32* heads, GLOBAL u32* accepted, GLOBAL const u32* open,
                  GLOBAL u32* open_count, GLOBAL const i32* RESTRICT words,
                  GLOBAL const Quadratic* RESTRICT constraints, GLOBAL const u32* RESTRICT thresholds,
                  GLOBAL const Acceptance* RESTRICT of_types, u32 entries, u32 cells, u32 replicas,
                  u32 bucket, u32 time) {
  LOCAL u32 remaining;
  LOCAL Quadratic table[KEPT * TYPES];
  TISSUE_OF_WORDS
  Acceptances acceptances = {thresholds, of_types, entries};
  FETCH_CONSTRAINTS
  SubStep now = {sites, seen, next, candidates, more, heads, cells, replicas, 0, time};
  AWAIT_LAUNCH_BEFORE();
  BARRIER();
  u32 count = *open_count, rounds = count;
  for (u32 round = 0; round < rounds; ++round) {
    if (local_id(0) == 0) remaining = 0;
    GLOBAL_BARRIER();
    for (u32 start = 0; start < count; start += RESOLVE_GROUP) {
      u32 number = start + local_id(0) < count ? open[start + local_id(0)] : open[0];
      if (start + local_id(0) < count && candidates[number].losing.verdict == OPEN &&
          decide(now, tissue, number, bucket, table, acceptances, accepted) == OPEN)
        LOCAL_ATOMIC_ADD(&remaining, 1u);
    }
    GLOBAL_BARRIER();
    if (remaining == 0) rounds = round;
    BARRIER();
  }
  if (local_id(0) == 0) *open_count = 0;
}

#endif
