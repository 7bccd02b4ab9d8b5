// Selection on a device: own rules, bids, and objects that are sent out. A work-item takes a membrane or a
// slot. Each membrane with children has a slot, and its contents lie in a row of 64-bit counts. The contents
// of the other membranes lie in columns of counts as narrow as possible.
//
// Defines, in addition to those of membrane_tables.h: COUNT and COUNT_MOST; SENDABLE, the number of objects
// that send-in rules take; OUTS, the number of send-out rules; MOST_ASKED, the largest number of rules that
// compete in a class.

// Sets the values with which a step begins, to which the rest of the step adds. There is a work-item for each
// slot and object, or for whatever is most numerous.
KERNEL begin_step(GLOBAL u32* status, const GLOBAL u64* wide, GLOBAL u64* remaining, GLOBAL u64* made,
                  GLOBAL u32* bidders, GLOBAL u32* outs, GLOBAL u64* applied, const GLOBAL u64* environment,
                  GLOBAL u64* environment_after, GLOBAL u32* present, u32 slots) {
  u64 i = global_id(0);
  if (status[Stop]) return;
  if (i < (u64)slots * OBJECTS) {
    remaining[i] = wide[i];
    made[i] = 0;
  }
  if (i < (u64)slots * SENDABLE) bidders[i] = 0;
  if (i < (u64)slots * OUTS) outs[i] = 0;
  if (i < slots) applied[i] = 0;
  if (i < OBJECTS) {
    environment_after[i] = environment[i];
    present[i] = 0;
  }
  if (i < 4) status[Overflows + i] = 0;
}

// Clears the rows of a matrix that hold something. Axis 0 goes along a row, in units of eight bytes, and axis
// 1 over some of the rows.
KERNEL clear_rows(const GLOBAL u32* RESTRICT status, GLOBAL u64* RESTRICT after,
                  const GLOBAL u32* RESTRICT rows, u64 row_words) {
  u64 x = global_id(0);
  if (status[Stop] || x >= row_words) return;
  for (u32 r = group_id(1); r < rows[0]; r += group_count(1)) after[rows[1 + r] * row_words + x] = 0;
}

KERNEL GROUP_OF(GROUP, 1, 1)
    own_narrow(const GLOBAL u32* RESTRICT t, const GLOBAL u64* RESTRICT w, const GLOBAL u32* RESTRICT classes,
               const GLOBAL u32* RESTRICT slots, GLOBAL u32* chosen, const GLOBAL COUNT* RESTRICT before,
               GLOBAL COUNT* after, GLOBAL COUNT* times, const GLOBAL u32* RESTRICT rows, GLOBAL u32* present,
               GLOBAL u64* parts, GLOBAL u32* status, u32 n, u64 stride, u32 key_x, u32 key_y, u64 time) {
  LOCAL u64 sums[GROUP];
  u64 i = global_id(0), applied = 0;
  u32 over = 0;
  if (status[Stop]) return;
  if (i < n && slots[i] == NO_SLOT) {
    NarrowPlace at = {{t, w}, before, after, after,  times,          rows, present,
                      i,      stride, i,     stride, {key_x, key_y}, time, (u32)i};
    u32 of = classes[i], number = rows[0];
    applied = narrow_compete(at, of, chosen, &over);
    for (u32 r = 0; r < number; ++r) {
      u32 object = rows[1 + r];
      u64 held = before[object * stride + i];
      if (held == 0) continue;
      u32x2 use = use_of(at.tables, of, object);
      if (use.x != Asked)
        applied = added_to_most(applied, narrow_evolve(at, use.x, use.y, object, held, &over));
    }
  }
  if (over) status[Overflows] = 1;
  u64 total = group_total(sums, applied);
  if (local_id(0) == 0) parts[group_id(0)] = total;
}

// Membranes with children are few and hold many kinds of objects, so each has a group. The group's items find
// what must be done, and its first item does it.
KERNEL GROUP_OF(GROUP, 1, 1)
    own_wide(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* classes, const GLOBAL u32* outer,
             const GLOBAL u32* levels, GLOBAL u32* chosen, GLOBAL u64* remaining, GLOBAL u64* made,
             GLOBAL u64* times, GLOBAL u64* applied, GLOBAL u32* status, u32 level, u32 key_x, u32 key_y,
             u64 time) {
  LOCAL u32 found[GROUP];
  LOCAL u32 number;
  u64 slot = group_id(0), sum = 0;
  u32 over = 0, membrane = outer[slot], item = local_id(0);
  if (status[Stop] || levels[membrane] != level) return;
  u32 of = classes[membrane];
  WidePlace at = {{t, w},         remaining, remaining,         made, times,          0,    0,
                  slot * OBJECTS, 0,         slot * MOST_ASKED, 1,    {key_x, key_y}, time, membrane};
  if (item == 0) sum = wide_compete(at, of, chosen, &over);
  u32 begin = class_word(at.tables, of, ClassFirstObject);
  u32 end = begin + class_word(at.tables, of, ClassObjects);
  for (u32 first = begin; first < end; first += GROUP) {
    u32 object = first + item;
    if (item == 0) number = 0;
    BARRIER();
    if (object < end) {
      u32x2 use = use_of(at.tables, of, object);
      if ((use.x == Renames || use.x == Evolves) && remaining[at.column + object] != 0)
        found[LOCAL_ATOMIC_ADD(&number, 1u)] = object;
    }
    BARRIER();
    if (item == 0)
      for (u32 i = 0; i < number; ++i) {
        u32x2 use = use_of(at.tables, of, found[i]);
        sum = added_to_most(sum,
                            wide_evolve(at, use.x, use.y, found[i], remaining[at.column + found[i]], &over));
      }
    BARRIER();
  }
  if (item == 0) applied[slot] = sum;
  if (over) status[Overflows] = 1;
}

RULE u32 bids_first(u32x2 bid_key, u32 membrane, u64 time) {
  return RANDOM ? draw(bid_key, membrane, time, 0).z & 1u : 0u;
}

// The first send-in rule in rank order whose object the parent has left; NO_RULE if there is none.
RULE u32 bid_of(Tables tables, u32 of, u32 membrane, const GLOBAL u64* remaining, u32x2 key, u64 time) {
  u32 best = NO_RULE, best_rank = 0;
  for (u32 i = class_word(tables, of, ClassSendIns); i < class_word(tables, of, ClassSendInsEnd); ++i) {
    u32 rule = tables.t[SEND_INS_AT(tables.t) + i];
    if (remaining[first_object_of(tables, rule)] == 0) continue;
    if (!RANDOM) return rule;
    u32 rank = draw(key, membrane, time, rule).x;
    if (best == NO_RULE || rank < best_rank) {
      best = rule;
      best_rank = rank;
    }
  }
  return best;
}

// Later rounds of bids are only for membranes that lost in the first round.
RULE u32 no_round(const GLOBAL u32* status, u32 round) {
  return status[Stop] != 0 || (round == 1 && status[Losers] == 0);
}

// A round of bids for the parents of one level that serve bids before (or after) their own rules.
KERNEL bid_choose(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* classes,
                  const GLOBAL u32* parents, const GLOBAL u32* slots, const GLOBAL u32* levels,
                  const GLOBAL u32* chosen, GLOBAL u32* bids, GLOBAL u32* bidders,
                  const GLOBAL u64* remaining, const GLOBAL u32* status, u32 round, u32 n, u32 level,
                  u32 before_own, u32 key_x, u32 key_y, u32 bid_x, u32 bid_y, u64 time) {
  u64 x = global_id(0);
  Tables tables = {t, w};
  u32x2 key = {key_x, key_y}, bid_key = {bid_x, bid_y};
  if (x >= n || no_round(status, round)) return;
  bids[x] = NO_RULE;
  if (x == 0 || chosen[x] != NO_RULE) return;
  u32 parent = parents[x];
  if (levels[parent] != level || bids_first(bid_key, parent, time) != before_own) return;
  u32 rule = bid_of(tables, classes[x], (u32)x, remaining + (u64)slots[parent] * OBJECTS, key, time);
  bids[x] = rule;
  if (rule != NO_RULE)
    GLOBAL_ATOMIC_ADD(
        bidders + (u64)slots[parent] * SENDABLE + t[SEND_INDEX_AT(t) + first_object_of(tables, rule)], 1u);
}

// Word `which` of the number that decides the order in which bids are served; word 0 is the most significant.
RULE u32 order_word(u32x2 bid_key, u32 membrane, u64 time, u32 which) {
  if (which == 2) return membrane;
  u32x4 word = draw(bid_key, membrane, time, 0);
  return which == 0 ? word.x : word.y;
}

// If the bids for an object of a parent are too many, finds the last bid that is served, bit by bit. Each
// slot has a group. `limits` holds the three words of its order, which are all ones if all bids can be
// served.
KERNEL GROUP_OF(GROUP, 1, 1)
    bid_limit(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* bids, const GLOBAL u32* bidders,
              const GLOBAL u32* firsts, const GLOBAL u32* children, const GLOBAL u64* remaining,
              GLOBAL u32* limits, const GLOBAL u32* status, u32 round, u32 bid_x, u32 bid_y, u64 time) {
  LOCAL u64 sums[GROUP];
  LOCAL u64 below;
  Tables tables = {t, w};
  u32x2 bid_key = {bid_x, bid_y};
  u64 slot = group_id(0);
  if (no_round(status, round)) return;
  for (u32 s = 0; s < SENDABLE; ++s) {
    u32 object = t[SEND_OBJECTS_AT(t) + s], number = bidders[slot * SENDABLE + s];
    u64 served = remaining[slot * OBJECTS + object];
    GLOBAL u32* limit = limits + (slot * SENDABLE + s) * 3;
    if (number <= served) {
      if (local_id(0) < 3) limit[local_id(0)] = 0xFFFFFFFFu;
      continue;
    }
    u32 found0 = 0, found1 = 0, found2 = 0;  // the bits found so far
    for (u32 bit = RANDOM ? 0u : 64u; bit < 96; ++bit) {
      u32 which = bit / 32, mask = 0x80000000u >> (bit % 32);
      u64 of_item = 0;
      for (u32 i = firsts[slot] + local_id(0); i < firsts[slot + 1]; i += GROUP) {
        u32 child = children[i], rule = bids[child];
        if (rule == NO_RULE || first_object_of(tables, rule) != object) continue;
        u32 agrees = 1;
        if (RANDOM) {
          u32 word0 = order_word(bid_key, child, time, 0), word1 = order_word(bid_key, child, time, 1);
          if (which == 0)
            agrees = (word0 & ~(mask * 2 - 1)) == found0 && !(word0 & mask);
          else
            agrees = word0 == found0;
          if (which == 1)
            agrees = agrees && (word1 & ~(mask * 2 - 1)) == found1 && !(word1 & mask);
          else if (which == 2)
            agrees = agrees && word1 == found1;
        }
        if (which == 2) agrees = agrees && (child & ~(mask * 2 - 1)) == found2 && !(child & mask);
        of_item += agrees;
      }
      BARRIER();
      u64 total = group_total(sums, of_item);
      if (local_id(0) == 0) below = total;
      BARRIER();
      if (served > below) {
        served -= below;
        if (which == 0) found0 |= mask;
        if (which == 1) found1 |= mask;
        if (which == 2) found2 |= mask;
      }
    }
    if (local_id(0) == 0) {
      limit[0] = found0;
      limit[1] = found1;
      limit[2] = found2;
    }
  }
}

RULE u32 within_limit(const GLOBAL u32* limit, u32x2 bid_key, u32 membrane, u64 time) {
  if (RANDOM) {
    u32 word0 = order_word(bid_key, membrane, time, 0), word1 = order_word(bid_key, membrane, time, 1);
    if (word0 != limit[0]) return word0 < limit[0];
    if (word1 != limit[1]) return word1 < limit[1];
  }
  return membrane <= limit[2];
}

// Adds what a membrane gets by a send-in rule.
RULE void receive(Tables tables, u32 rule, GLOBAL COUNT* after, GLOBAL u32* present, u64 stride,
                  GLOBAL u64* made, u32 slot, u64 x, u32* over) {
  for (u32 term = rule_word(tables, rule, RightFirst); term < rule_word(tables, rule, RightLast); ++term) {
    u32 object = term_object(tables, term);
    if (slot == NO_SLOT) {
      u64 place = object * stride + x;
      after[place] = (COUNT)added(after[place], 1, term_count(tables, term), COUNT_MOST, over);
      if (present[object] == 0) present[object] = 1;
    } else {
      u64 place = (u64)slot * OBJECTS + object;
      made[place] = added(made[place], 1, term_count(tables, term), 0xFFFFFFFFFFFFFFFFu, over);
    }
  }
}

KERNEL bid_grant(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* parents, const GLOBAL u32* slots,
                 GLOBAL u32* chosen, const GLOBAL u32* bids, const GLOBAL u32* bidders,
                 const GLOBAL u32* limits, const GLOBAL u64* remaining, GLOBAL COUNT* after,
                 GLOBAL u32* present, GLOBAL u64* made, GLOBAL u32* status, u32 round, u32 n, u64 stride,
                 u32 bid_x, u32 bid_y, u64 time) {
  u64 x = global_id(0);
  Tables tables = {t, w};
  u32x2 bid_key = {bid_x, bid_y};
  u32 over = 0;
  if (x >= n || no_round(status, round) || bids[x] == NO_RULE) return;
  u64 slot = slots[parents[x]];
  u32 object = first_object_of(tables, bids[x]), s = t[SEND_INDEX_AT(t) + object];
  if (bidders[slot * SENDABLE + s] <= remaining[slot * OBJECTS + object] ||
      within_limit(limits + (slot * SENDABLE + s) * 3, bid_key, (u32)x, time)) {
    chosen[x] = bids[x];
    receive(tables, bids[x], after, present, stride, made, slots[x], x, &over);
    if (over) status[Overflows] = 1;
  } else {
    status[Losers + round] = 1;
  }
}

// There is a work-item for each slot and sendable object.
KERNEL bid_settle(const GLOBAL u32* t, GLOBAL u32* bidders, GLOBAL u64* remaining, const GLOBAL u32* status,
                  u64 items) {
  u64 i = global_id(0);
  if (i >= items || status[Stop] || bidders[i] == 0) return;
  GLOBAL u64* held = remaining + i / SENDABLE * OBJECTS + t[SEND_OBJECTS_AT(t) + i % SENDABLE];
  *held -= bidders[i] < *held ? bidders[i] : *held;
  bidders[i] = 0;
}

// Exchange between the skin and the environment, by one work-item.
KERNEL skin_exchange(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* classes,
                     const GLOBAL u32* slots, GLOBAL u32* chosen, GLOBAL u64* environment,
                     GLOBAL COUNT* after, GLOBAL u32* present, GLOBAL u64* made, GLOBAL u32* status,
                     u64 stride, u32 key_x, u32 key_y, u64 time) {
  Tables tables = {t, w};
  u32x2 key = {key_x, key_y};
  u32 over = 0;
  if (global_id(0) != 0 || status[Stop]) return;
  if (chosen[0] == NO_RULE) {
    u32 rule = bid_of(tables, classes[0], 0, environment, key, time);
    if (rule != NO_RULE) {
      chosen[0] = rule;
      environment[first_object_of(tables, rule)] -= 1;
      receive(tables, rule, after, present, stride, made, slots[0], 0, &over);
    }
  } else if (rule_word(tables, chosen[0], RuleKind) == SendOut) {
    u32 rule = chosen[0];
    for (u32 term = rule_word(tables, rule, RightFirst); term < rule_word(tables, rule, RightLast); ++term) {
      u32 object = term_object(tables, term);
      environment[object] =
          added(environment[object], 1, term_count(tables, term), 0xFFFFFFFFFFFFFFFFu, &over);
    }
  }
  if (over) status[Overflows] = 1;
}

// Notes objects of daughters that no membrane may have held before. In the table, the objects of the second
// daughter follow those of the first.
RULE void note_daughters(Tables tables, u32 rule, GLOBAL u32* present) {
  for (u32 term = rule_word(tables, rule, RightFirst); term < rule_word(tables, rule, SecondLast); ++term)
    if (present[term_object(tables, term)] == 0) present[term_object(tables, term)] = 1;
}

// Counts the chosen rules and the objects that they send out.
KERNEL GROUP_OF(GROUP, 1, 1) tally(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* parents,
                                   const GLOBAL u32* slots, const GLOBAL u32* chosen, GLOBAL u32* outs,
                                   GLOBAL u32* present, GLOBAL u64* parts, GLOBAL u32* status, u32 n) {
  LOCAL u64 sums[GROUP];
  Tables tables = {t, w};
  u64 x = global_id(0), of_item = 0;
  if (status[Stop]) return;
  if (x < n && chosen[x] != NO_RULE) {
    u32 kind = rule_word(tables, chosen[x], RuleKind);
    of_item = 1;
    if (kind == SendOut && x > 0)
      GLOBAL_ATOMIC_ADD(outs + (u64)slots[parents[x]] * OUTS + t[OUT_INDEX_AT(t) + chosen[x]], 1u);
    if (kind == Division || kind == Dissolution) status[Reshapes] = 1;
    if (kind == Division) note_daughters(tables, chosen[x], present);
  }
  u64 total = group_total(sums, of_item);
  if (local_id(0) == 0) parts[group_id(0)] = added_to_most(parts[group_id(0)], total);
}

// Computes in `remaining` what a membrane with children holds after communication. There is a work-item for
// each slot and object.
KERNEL gather_outs(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* outs, GLOBAL u64* remaining,
                   const GLOBAL u64* made, GLOBAL u32* status, u64 items) {
  u64 i = global_id(0);
  Tables tables = {t, w};
  u32 over = 0;
  if (i >= items || status[Stop]) return;
  u64 slot = i / OBJECTS, sum = added(remaining[i], made[i], 1, 0xFFFFFFFFFFFFFFFFu, &over);
  for (u32 q = 0; q < OUTS; ++q) {
    u32 number = outs[slot * OUTS + q], rule = t[OUT_RULES_AT(t) + q];
    if (number == 0) continue;
    for (u32 term = rule_word(tables, rule, RightFirst); term < rule_word(tables, rule, RightLast); ++term)
      if (term_object(tables, term) == i % OBJECTS)
        sum = added(sum, number, term_count(tables, term), 0xFFFFFFFFFFFFFFFFu, &over);
  }
  remaining[i] = sum;
  if (over) status[Overflows] = 1;
}

// Lists the rows that may hold something, in any order. Launched as one group.
KERNEL GROUP_OF(GROUP, 1, 1)
    list_rows(const GLOBAL u32* status, const GLOBAL u32* present, GLOBAL u32* rows) {
  LOCAL u32 number;
  if (status[Stop]) return;
  if (local_id(0) == 0) number = 0;
  BARRIER();
  for (u32 object = local_id(0); object < OBJECTS; object += GROUP)
    if (present[object]) rows[1 + LOCAL_ATOMIC_ADD(&number, 1u)] = object;
  BARRIER();
  if (local_id(0) == 0) rows[0] = number;
}

// Why a step that applied this many rules must stop, or 0 if the step is done.
RULE u32 reason_to_stop(const GLOBAL u32* status, u64 applied) {
  if (applied == 0) return Halted;
  if (status[Overflows]) return Overflowed;
  if (status[Losers + 1]) return Unserved;
  return status[Reshapes] ? Reshaped : 0;
}

// End of a step: decides whether it is done or the host has to help. Launched as one group.
KERNEL GROUP_OF(GROUP, 1, 1)
    judge(const GLOBAL u64* parts, const GLOBAL u64* applied, GLOBAL u32* status, u64 groups, u32 slots) {
  LOCAL u64 sums[GROUP];
  u64 of_item = 0;
  u32 stopped = status[Stop];
  if (!stopped) {
    for (u64 i = local_id(0); i < groups; i += GROUP) of_item = added_to_most(of_item, parts[i]);
    for (u64 i = local_id(0); i < slots; i += GROUP) of_item = added_to_most(of_item, applied[i]);
  }
  u64 total = group_total(sums, of_item);
  if (local_id(0) == 0 && !stopped) {
    u32 reason = reason_to_stop(status, total);
    put_two_words(status + AppliedNow, total);
    if (reason == 0) {
      status[StepsDone] += 1;
      put_two_words(status + Applied, added_to_most(two_words(status + Applied), total));
    }
    status[Stop] = reason;
  }
}
