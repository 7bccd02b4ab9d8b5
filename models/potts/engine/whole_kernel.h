// The parallel order on a device whose work-groups can wait for each other: whole sub-steps in one launch.
//
// A launch takes some microseconds to begin, as long as a whole small sub-step. Here every work-group keeps
// its parts of the attempts from one sub-step to the next. The groups wait for each other at the points where
// other devices begin a launch: when all candidates are in the lists, and after each bucket. Since all groups
// run at the same time, a work-item looks at its candidates until they are decided.
//
// Defines: those of find_kernels.h and resolve_kernels.h; WHOLE_GROUP, number of work-items of a group; ROOM,
// number of attempts of a part that a group can list.

#if ONE_LAUNCH

// The parts of a group: every `stride`-th part from number `first` on. A part has `span` of all `attempts`.
typedef struct {
  u32 first, stride, span, attempts;
} Parts;

#define FOR_PARTS(part, parts) for (u32 part = parts.first; is_part(parts, part); part += parts.stride)

RULE u32 is_part(Parts parts, u32 part) { return part * parts.span < parts.attempts; }
RULE u32 has_several(Parts parts) { return is_part(parts, parts.first + parts.stride); }

RULE u32 attempts_of_part(Parts parts, u32 part) {
  u32 after = parts.attempts - part * parts.span;
  return after < parts.span ? after : parts.span;
}

// Empties the lists for a part, and draws the first attempts of each work-item. Depends only on random
// numbers.
RULE void begin_part(PartLists lists, SubStep now, Parts parts, u32 part, Draws draws,
                     LOCAL_POINTER const i32* source, Upcoming* upcoming) {
  if (!is_part(parts, part)) return;
  BARRIER();
  clear_lists(lists);
  BARRIER();
  draw_upcoming(now, draws, source, part * parts.span, attempts_of_part(parts, part), 0, upcoming);
}

// The candidates of one work-item in a part and a bucket: every WHOLE_GROUP-th from `begin` to `end`.
typedef struct {
  u32 begin, end;
} CandidateRange;

RULE CandidateRange range_of_work_item(Parts parts, u32 part, GLOBAL const u32* all_starts, u32 bucket) {
  GLOBAL const u32* starts = all_starts + (u64)part * (MOST_BUCKETS + 1);
  CandidateRange range = {part * parts.span + starts[bucket] + local_id(0),
                          part * parts.span + starts[bucket + 1]};
  return range;
}

RULE void settle_candidates(SubStep now, Parts parts, GLOBAL const u32* all_starts, u32 bucket) {
  FOR_PARTS(part, parts) {
    CandidateRange range = range_of_work_item(parts, part, all_starts, bucket);
    settle(now.candidates, now.more, range.begin, range.end, WHOLE_GROUP, now.seen, now.cells);
  }
}

// Updates the bounds of a candidate's energy change when another candidate gets its verdict. The bounds so
// far allowed for the other one's `effect`, which now occurs for certain (`happens`) or not at all.
RULE EnergyBounds told(EnergyBounds energy, i64 effect, u32 happens) {
  if (effect < 0) energy.least -= effect;
  if (effect > 0) energy.most -= effect;
  return happens ? with_effect(energy, effect, 1) : energy;
}

// Looks again at all candidates that a candidate waits for.
RULE void look_at_awaited(SubStep now, Tissue tissue, CONSTRAINTS table, Deciding* deciding) {
  Asking asking = asking_of(now, deciding);
  Awaited losing = deciding->at_losing, gaining = deciding->at_gaining;
  Member met[4] = {fresh_member(&asking.members[losing.first]), fresh_member(&asking.members[losing.second]),
                   fresh_member(&asking.members[gaining.first]),
                   fresh_member(&asking.members[gaining.second])};
  u32* awaited[4] = {&losing.first, &losing.second, &gaining.first, &gaining.second};
  UNROLL
  for (u32 i = 0; i < 4; ++i)
    if (*awaited[i] != 0 && met[i].verdict != OPEN) {
      i64 effect = effect_of(tissue, table, &deciding->kept, met[i], *awaited[i], i >= 2, asking);
      deciding->change = told(deciding->change, effect, met[i].verdict == HAPPENS);
      *awaited[i] = 0;
    }
  deciding->at_losing = losing, deciding->at_gaining = gaining;
}

// A candidate that a work-item has loaded, and whether it has looked at the candidate's lists.
typedef struct {
  Deciding deciding;
  u32 is_looked_at;
} Held;

RULE void hold(SubStep now, Tissue tissue, CONSTRAINTS table, Acceptances acceptances, Kept kept,
               Held* held) {
  held->deciding.kept = kept;
  held->is_looked_at = 0;
  if (kept.verdict == OPEN) weigh_alone(now, tissue, table, acceptances, &held->deciding);
}

// Looks at the loaded candidate, and stores its verdict.
RULE void look_at_held(SubStep now, Tissue tissue, u32 bucket, CONSTRAINTS table, Acceptances acceptances,
                       GLOBAL u32* accepted, Held* held) {
  Deciding* deciding = &held->deciding;
  u32 waits_for_few = held->is_looked_at && !EXCLUSIVE && !FREE_NUMBERS && !deciding->at_losing.has_more &&
                      !deciding->at_gaining.has_more;
  if (waits_for_few) {
    look_at_awaited(now, tissue, table, deciding);
    deciding->kept.verdict = verdict_of_bounds(deciding, acceptances);
  } else {
    deciding->kept.verdict = look_at_lists(now, tissue, bucket, table, acceptances, deciding);
  }
  held->is_looked_at = 1;
  if (deciding->kept.verdict != OPEN) conclude(now, deciding, deciding->kept.verdict, accepted);
}

// The position of a work-item in its repeated passes through its candidates.
typedef struct {
  CandidateRange range;
  u32 part, has_open;
} Turn;

RULE Turn first_turn(Parts parts, GLOBAL const u32* all_starts, u32 bucket) {
  Turn turn = {{0, 0}, parts.first, 0};
  if (is_part(parts, parts.first)) turn.range = range_of_work_item(parts, parts.first, all_starts, bucket);
  return turn;
}

// Moves on to the next part. Returns 1 if this pass has ended and found no open candidate.
RULE u32 next_part(Turn* turn, Parts parts, GLOBAL const u32* all_starts, u32 bucket) {
  turn->part += parts.stride;
  if (!is_part(parts, turn->part)) {
    if (!turn->has_open) return 1;
    *turn = first_turn(parts, all_starts, bucket);
    return 0;
  }
  turn->range = range_of_work_item(parts, turn->part, all_starts, bucket);
  return 0;
}

// Looks at the candidates of a work-item until they are decided. If there are others besides the loaded one,
// looks at each of them in turn, so that none waits for one whose turn does not come.
RULE void resolve_candidates(SubStep now, Tissue tissue, Parts parts, GLOBAL const u32* all_starts,
                             u32 bucket, CONSTRAINTS table, Acceptances acceptances, GLOBAL u32* accepted,
                             u32 has_others, Held* held) {
  Turn turn;
  if (has_others) turn = first_turn(parts, all_starts, bucket);
  u32 is_done = 0;
  while (any_lane(!is_done)) {
    if (has_others && !is_done) {
      if (turn.range.begin >= turn.range.end) {
        is_done = next_part(&turn, parts, all_starts, bucket);
      } else {
        u32 number = turn.range.begin;
        turn.range.begin += WHOLE_GROUP;
        if (now.candidates[number].losing.verdict != OPEN)
          held->deciding.kept.verdict = FAILS;
        else if (held->deciding.kept.verdict != OPEN || held->deciding.kept.number != number)
          hold(now, tissue, table, acceptances, kept_candidate(now, number), held);
      }
    }
    if (!is_done && held->deciding.kept.verdict == OPEN)
      look_at_held(now, tissue, bucket, table, acceptances, accepted, held);
    u32 is_open = held->deciding.kept.verdict == OPEN;
    if (is_open) turn.has_open = 1;
    if (!has_others) is_done = !is_open;
  }
}

// The first candidate of a work-item in a bucket. If it has none, the verdict of the result is FAILS, so that
// nothing remains to be decided.
RULE Kept first_kept(SubStep now, Parts parts, GLOBAL const u32* all_starts, u32 bucket) {
  Kept none;
  none.verdict = FAILS;
  if (!is_part(parts, parts.first)) return none;
  CandidateRange range = range_of_work_item(parts, parts.first, all_starts, bucket);
  if (range.begin >= range.end || now.candidates[range.begin].losing.verdict != OPEN) return none;
  return kept_candidate(now, range.begin);
}

// Runs sub-steps from `when` on. Of all `attempts` of a sub-step, a part has `span`, at most ROOM. `awaited`
// is the value of `arrived` before the launch.
KERNEL GROUP_OF(WHOLE_GROUP, 1, 1)
    run_sub_steps(GLOBAL u32* sites, GLOBAL i32* seen, GLOBAL i32* next, GLOBAL Candidate* candidates,
                  GLOBAL NumberChanges* more, GLOBAL u32* all_starts, GLOBAL u32* heads,
                  GLOBAL u32* used_heads, u64 head_count, GLOBAL const u32* RESTRICT origins,
                  GLOBAL const u32x2* RESTRICT keys, GLOBAL const i32* RESTRICT words,
                  GLOBAL const Quadratic* RESTRICT constraints, GLOBAL const u32* RESTRICT thresholds,
                  GLOBAL const Acceptance* RESTRICT of_types, GLOBAL u32* accepted, GLOBAL u32* arrived,
                  u32 entries, u32 cells, u64 when, u32 sub_steps, u32 replicas, u32 buckets,
                  u32 bucket_shift, u32 attempts, u32 span, u32 awaited, u32 time) {
  LOCAL i32 term_words[WORDS], source[DIRECTIONS];
  LOCAL Quadratic table[KEPT * TYPES];
  LOCAL u16 crossing[ROOM];
  LOCAL u32 in_bucket[MOST_BUCKETS], crossing_count;
  PartLists lists = {crossing, &crossing_count, in_bucket};
  FETCH_BY(WHOLE_GROUP, term_words, words, WORDS)
  FETCH_BY(WHOLE_GROUP, source, (words + WORDS), DIRECTIONS)
  FETCH_BY(WHOLE_GROUP, table, constraints, KEPT * TYPES)
  Acceptances acceptances = {thresholds, of_types, entries};
  SubStep now = {sites, seen, next, candidates, more, heads, cells, replicas, bucket_shift, time};
  Parts parts = {group_id(0), group_count(0), span, attempts};
  Tissue tissue = TISSUE_OF_REPLICA(term_words, words, 0, cells);
  Draws first_draws = {keys, origins, when};
  clear_lists(lists);  // for groups without a part
  BARRIER();
  Upcoming upcoming[AT_ONCE];
  begin_part(lists, now, parts, parts.first, first_draws, source, upcoming);
  for (u32 sub_step = 0; sub_step < sub_steps; ++sub_step) {
    Draws draws = {keys, origins + 3 * (u64)sub_step * replicas, when + sub_step};
    Kept first;
    first.verdict = FAILS;
    FOR_PARTS(part, parts) {
      if (part != parts.first) begin_part(lists, now, parts, part, draws, source, upcoming);
      list_crossing(lists, now, draws, term_words, words, source, part * span, attempts_of_part(parts, part),
                    upcoming);
      BARRIER();
      if (local_id(0) == 0) begin_buckets(lists, all_starts + (u64)part * (MOST_BUCKETS + 1), bucket_shift);
      BARRIER();
      for (u32 slot = local_id(0); slot < crossing_count; slot += WHOLE_GROUP) {
        Kept kept = keep_candidate(lists, now, draws, term_words, words, source, part * span, slot);
        if (part == parts.first && slot == local_id(0)) first = kept;
      }
    }
    // With one bucket, the first candidate that a work-item has stored is the first that it resolves.
    Held held;
    if (buckets == 1) hold(now, tissue, table, acceptances, first, &held);
    u32 has_others = crossing_count > WHOLE_GROUP || has_several(parts);
    for (u64 i = global_id(0); i < head_count; i += global_size(0)) used_heads[i] = 0;
    await_all_groups(arrived, awaited += group_count(0));
    for (u32 bucket = 0; bucket < buckets; ++bucket) {
      if (buckets > 1)
        hold(now, tissue, table, acceptances, first_kept(now, parts, all_starts, bucket), &held);
      resolve_candidates(now, tissue, parts, all_starts, bucket, table, acceptances, accepted, has_others,
                         &held);
      arrive_at_meeting(arrived);
      if (bucket + 1 == buckets && sub_step + 1 < sub_steps) {
        Draws next_draws = {keys, draws.origins + 3 * (u64)replicas, draws.when + 1};
        begin_part(lists, now, parts, parts.first, next_draws, source, upcoming);
      }
      await_meeting(arrived, awaited += group_count(0));
      if (has_others)
        settle_candidates(now, parts, all_starts, bucket);
      else if (held.deciding.kept.verdict == HAPPENS)
        count_copy(numbers_of(now.seen, held.deciding.kept.attempt, cells), held.deciding.kept.attempt,
                   held.deciding.kept.changes);
      GLOBAL i32* settled = now.seen;
      now.seen = now.next;
      now.next = settled;
    }
    GLOBAL u32* used = now.heads;
    now.heads = used_heads;
    used_heads = used;
  }
}

#endif
