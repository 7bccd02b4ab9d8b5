// The rules that a membrane applies without its parent or children, in the dialect. The program contains this
// text twice: for membranes without children, whose counts are as narrow as possible, and for membranes with
// children.
//
// Defines: OWN(name) makes the names of one of the two versions; HELD, the type of a count, and LARGEST, the
// largest count; AT(object), the place of an object; WITH_CHILDREN, 0 or 1. In membranes without children,
// remaining objects and new ones lie in the same place, `made`; therefore the objects that rules compete for
// are handled first. There `rows` lists the objects that any membrane may hold, and `present` notes the
// objects that are made.

typedef struct {
  Tables tables;
  const GLOBAL HELD* before;
  GLOBAL HELD* remaining;
  GLOBAL HELD* made;
  GLOBAL HELD* times;  // of the competing rules
  const GLOBAL u32* rows;
  GLOBAL u32* present;
  u64 column, stride, times_column, times_stride;
  u32x2 key;
  u64 time;
  u32 membrane;
} OWN(Place);

// Most work-items find the object noted already, and frequent reads cost less than frequent writes.
RULE void OWN(note)(OWN(Place) at, u32 object) {
  if (!WITH_CHILDREN && at.present[object] == 0) at.present[object] = 1;
}

RULE void OWN(make)(OWN(Place) at, u32 first, u32 last, u64 times, u32* over) {
  u64 column = at.column, stride = at.stride;
  for (u32 term = first; term < last; ++term) {
    u32 object = term_object(at.tables, term);
    u64 place = AT(object);
    at.made[place] = (HELD)added(at.made[place], times, term_count(at.tables, term), LARGEST, over);
    OWN(note)(at, object);
  }
}

RULE u64 OWN(most_times)(OWN(Place) at, u32 rule) {
  u64 column = at.column, stride = at.stride, most = 0xFFFFFFFFFFFFFFFFu;
  u32 kind = rule_word(at.tables, rule, RuleKind);
  if (at.membrane == 0 && (kind == Dissolution || kind == Division)) return 0;
  for (u32 term = rule_word(at.tables, rule, LeftFirst); term < rule_word(at.tables, rule, LeftLast);
       ++term) {
    u64 times = (u64)at.remaining[AT(term_object(at.tables, term))] / term_count(at.tables, term);
    most = times < most ? times : most;
  }
  return most;
}

RULE void OWN(take)(OWN(Place) at, u32 rule, u64 times) {
  u64 column = at.column, stride = at.stride;
  for (u32 term = rule_word(at.tables, rule, LeftFirst); term < rule_word(at.tables, rule, LeftLast); ++term)
    at.remaining[AT(term_object(at.tables, term))] -= (HELD)(times * term_count(at.tables, term));
}

// The next rule that can apply, in rank order after rank `last`; NO_RULE if there is none.
RULE u32 OWN(next_asking)(OWN(Place) at, u32 first, u32 end, u64* last, u32 begins) {
  u32 found = NO_RULE;
  u64 lowest = 0;
  for (u32 i = first; i < end; ++i) {
    u32 rule = at.tables.t[ASKING_AT(at.tables.t) + i];
    if (OWN(most_times)(at, rule) == 0) continue;
    u64 rank = i;
    if (RANDOM) rank |= (u64)draw(at.key, at.membrane, at.time, rule).x << 32;
    if (!begins && rank <= *last) continue;
    if (found == NO_RULE || rank < lowest) {
      found = i;
      lowest = rank;
    }
    if (!RANDOM) break;
  }
  *last = lowest;
  return found;
}

// Applies the competing rules: returns the chosen rule of a kind other than evolution and notes how often the
// others apply.
RULE u32 OWN(select)(OWN(Place) at, u32 first, u32 end) {
  u32 chosen = NO_RULE;
  for (u32 i = first; i < end; ++i) at.times[at.times_column + (i - first) * at.times_stride] = 0;
  for (u32 pass = 0; pass < (RANDOM && !ONCE ? 2u : 1u); ++pass) {
    u64 last = 0;
    u32 begins = 1;
    while (1) {
      u32 i = OWN(next_asking)(at, first, end, &last, begins);
      if (i == NO_RULE) break;
      begins = 0;
      u32 rule = at.tables.t[ASKING_AT(at.tables.t) + i];
      u64 times = OWN(most_times)(at, rule);
      if (rule_word(at.tables, rule, RuleKind) != Evolution) {
        if (pass != 0 || chosen != NO_RULE) continue;
        chosen = rule;
        OWN(take)(at, rule, 1);
        continue;
      }
      if (ONCE) times = 1;
      if (RANDOM && !ONCE && pass == 0) {
        u32x4 word = draw(at.key, at.membrane, at.time, rule);
        times = uniform((u64)word.y << 32 | word.z, times);
      }
      OWN(take)(at, rule, times);
      at.times[at.times_column + (i - first) * at.times_stride] += (HELD)times;
    }
  }
  return chosen;
}

// Applies the rule of an object that no rules compete for. Returns how often it applied.
RULE u64 OWN(evolve)(OWN(Place) at, u32 use, u32 value, u32 object, u64 held, u32* over) {
  u64 column = at.column, stride = at.stride, rest = held, times = 0;
  if (use == Renames) {
    times = ONCE ? 1 : held;
    at.made[AT(value)] = (HELD)added(at.made[AT(value)], times, 1, LARGEST, over);
    OWN(note)(at, value);
    rest = held - times;
  } else if (use == Evolves) {
    u64 needed = at.tables.w[NEEDED_AT(at.tables.t) + value];
    u32 rule = at.tables.t[EVOLUTIONS_AT(at.tables.t) + value];
    times = held / needed;
    if (ONCE && times > 1) times = 1;
    if (times != 0) OWN(make)
    (at, rule_word(at.tables, rule, RightFirst), rule_word(at.tables, rule, RightLast), times, over);
    rest = held - times * needed;
  }
  if (WITH_CHILDREN) {
    at.remaining[AT(object)] = (HELD)rest;
  } else if (rest != 0) {
    at.made[AT(object)] = (HELD)added(at.made[AT(object)], rest, 1, LARGEST, over);
    OWN(note)(at, object);
  }
  return times;
}

// Applies the competing rules: sets `chosen` to the chosen rule of a kind other than evolution, and returns
// how many applied.
RULE u64 OWN(compete)(OWN(Place) at, u32 of, GLOBAL u32* chosen, u32* over) {
  u64 column = at.column, stride = at.stride, applied = 0;
  u32 first = class_word(at.tables, of, ClassAsking), end = class_word(at.tables, of, ClassAskingEnd);
  u32 any = 0;
  chosen[at.membrane] = NO_RULE;
  for (u32 i = class_word(at.tables, of, ClassAsked); i < class_word(at.tables, of, ClassAskedEnd); ++i) {
    u32 object = at.tables.t[ASKED_AT(at.tables.t) + i];
    HELD held = at.before[AT(object)];
    if (held == 0) continue;
    any = 1;
    if (WITH_CHILDREN) continue;
    at.remaining[AT(object)] = held;
    OWN(note)(at, object);
  }
  if (!any) return 0;
  chosen[at.membrane] = OWN(select)(at, first, end);
  for (u32 i = first; i < end; ++i) {
    u64 times = at.times[at.times_column + (i - first) * at.times_stride];
    u32 rule = at.tables.t[ASKING_AT(at.tables.t) + i];
    if (times == 0) continue;
    OWN(make)
    (at, rule_word(at.tables, rule, RightFirst), rule_word(at.tables, rule, RightLast), times, over);
    applied = added_to_most(applied, times);
  }
  return applied;
}
