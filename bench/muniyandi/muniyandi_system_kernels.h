// Algorithms 1 and 2 of Muniyandi and Maroosi (2020) for any P system with active membranes. Counts have 64
// bits and are stored by slot: row 0 is the environment, row 1 + slot the membrane in that slot. A thread has
// some of the objects, and the rules that compete for one of them; so no two threads consume the same object
// of a membrane.
//
// Tables begin with their own sizes and places, so that one program serves every system: compiling takes
// longer than most runs of these algorithms.

enum {
  Objects,
  Rules,
  Threads,
  Rows,
  Once,
  Random,
  Births,
  RulesAt,
  TermsAt,
  ThreadsAt,
  MineAt,
  ObjectsAt,
  PartsAt,
  PartNumbersAt,
  ComponentsAt,
  CompetingAt,
  EnteringAt,
  EnterAt,
  MakersAt,
  MakingAt,
  MadeAt
};
enum { Evolution, SendIn, SendOut, Dissolution, Division };
enum {
  RuleKind,
  ChargeAfter,
  SecondCharge,
  LeftFirst,
  LeftLast,
  RightFirst,
  RightLast,
  SecondFirst,
  SecondLast,
  RuleWords
};
enum { Label, ChargeNow, Parent, Number, Depth, Alive, Other, Bid, Bidders, From, SlotWords };
// Which kinds of rules were selected. This decides whether a step needs further kernels.
enum { Any, Communicates, Divides, Dissolves, Broken, Steps };

#define NONE 0xFFFFFFFFu

typedef struct {
  const GLOBAL u32* t;
  const GLOBAL u64* w;
  GLOBAL u32* s;
  GLOBAL u64* remaining;  // objects at the start of a step, later those that selection leaves
  GLOBAL u64* after;      // objects at the end of the step
  GLOBAL u64* times;      // how often each evolution rule applies
  GLOBAL u32* selected;
  u32x2 rule_key, bid_key;
  u64 time;
} System;

RULE u64 row_of(System y, u32 slot) {
  return (u64)(slot + 1u) * y.t[Objects];
}  // NONE + 1 is 0, the environment
RULE u32 word_of(System y, u32 slot, u32 field) { return y.s[(u64)slot * SlotWords + field]; }
RULE void set_word(System y, u32 slot, u32 field, u32 value) { y.s[(u64)slot * SlotWords + field] = value; }
RULE u32 rule_word(System y, u32 rule, u32 field) { return y.t[y.t[RulesAt] + rule * RuleWords + field]; }
RULE u32 term_object(System y, u32 term) { return y.t[y.t[TermsAt] + term]; }
RULE u32 thread_of(System y, u32 object) { return y.t[y.t[ThreadsAt] + object]; }
RULE u32 class_at(System y, u32 slot) { return word_of(y, slot, Label) * 3 + word_of(y, slot, ChargeNow); }
RULE u32 other_kind(System y, u32 slot) {
  u32 rule = word_of(y, slot, Other);
  return word_of(y, slot, Alive) && rule != NONE ? rule_word(y, rule, RuleKind) : Evolution;
}

RULE u64 most_times(System y, u32 slot, u32 rule) {
  u64 most = 0xFFFFFFFFFFFFFFFFu;
  u32 kind = rule_word(y, rule, RuleKind);
  if (word_of(y, slot, Parent) == NONE && (kind == Dissolution || kind == Division)) return 0;
  for (u32 term = rule_word(y, rule, LeftFirst); term < rule_word(y, rule, LeftLast); ++term) {
    u64 times = y.remaining[row_of(y, slot) + term_object(y, term)] / y.w[term];
    most = times < most ? times : most;
  }
  return most;
}

RULE void take(System y, u32 slot, u32 rule, u64 times) {
  for (u32 term = rule_word(y, rule, LeftFirst); term < rule_word(y, rule, LeftLast); ++term)
    y.remaining[row_of(y, slot) + term_object(y, term)] -= times * y.w[term];
}

// The next rule after `rank` in the order of ranks, among the rules `first` to `last` of a list; NONE if
// there is none.
RULE u32 next_in_rank(System y, u32 slot, u32 first, u32 last, u64* rank, u32 begins) {
  u32 found = NONE;
  u64 lowest = 0;
  for (u32 i = first; i < last; ++i) {
    u32 rule = y.t[i];
    u64 chosen_rule = rule;
    if (y.t[Random]) chosen_rule |= (u64)draw(y.rule_key, word_of(y, slot, Number), y.time, rule).x << 32;
    if ((!begins && chosen_rule <= *rank) || (found != NONE && chosen_rule >= lowest)) continue;
    found = rule;
    lowest = chosen_rule;
  }
  *rank = lowest;
  return found;
}

// The upper 64 bits of a product of 128 bits.
RULE u64 high_of_product(u64 a, u64 b) {
  u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
  u64 low = a0 * b0, first = a1 * b0 + (low >> 32), second = a0 * b1 + (u32)first;
  return a1 * b1 + (first >> 32) + (second >> 32);
}

RULE u64 uniform_to(u64 word, u64 most) {
  return most == 0xFFFFFFFFFFFFFFFFu ? word : high_of_product(word, most + 1);
}

// Lines 4 and 5: selects among rules that compete with each other, in the order of ranks.
RULE void select_competing(System y, u32 slot, u32 first, u32 last) {
  for (u32 i = first; i < last; ++i) y.times[(u64)slot * y.t[Rules] + y.t[i]] = 0;
  for (u32 pass = 0; pass < (y.t[Random] && !y.t[Once] ? 2u : 1u); ++pass) {
    u64 rank = 0;
    u32 rule = next_in_rank(y, slot, first, last, &rank, 1);
    for (; rule != NONE; rule = next_in_rank(y, slot, first, last, &rank, 0)) {
      u64 times = most_times(y, slot, rule);
      if (times == 0) continue;
      u32 kind = rule_word(y, rule, RuleKind);
      if (kind != Evolution) {
        if (pass != 0 || word_of(y, slot, Other) != NONE) continue;
        set_word(y, slot, Other, rule);
        take(y, slot, rule, 1);
        y.selected[kind == Division ? Divides : kind == Dissolution ? Dissolves : Communicates] = 1;
        y.selected[Any] = 1;
        continue;
      }
      if (y.t[Once]) times = 1;
      if (y.t[Random] && !y.t[Once] && pass == 0) {
        u32x4 word = draw(y.rule_key, word_of(y, slot, Number), y.time, rule);
        times = uniform_to((u64)word.y << 32 | word.z, times);
      }
      if (times == 0) continue;
      take(y, slot, rule, times);
      y.times[(u64)slot * y.t[Rules] + rule] += times;
      y.selected[Any] = 1;
    }
  }
}

RULE void select_own(System y, u32 slot, u32 x) {
  u32 place = y.t[PartsAt] + class_at(y, slot) * y.t[Threads] + x;
  for (u32 part = y.t[place]; part < y.t[place + 1]; ++part)
    select_competing(y, slot, y.t[CompetingAt] + y.t[y.t[ComponentsAt] + part],
                     y.t[CompetingAt] + y.t[y.t[ComponentsAt] + part + 1]);
}

// Line 6: adds up, for every object, how many of it the rules make.
RULE void evolve(System y, u32 slot, u32 x) {
  for (u32 i = y.t[y.t[MineAt] + x]; i < y.t[y.t[MineAt] + x + 1]; ++i) {
    u32 object = y.t[y.t[ObjectsAt] + i], place = y.t[MakersAt] + class_at(y, slot) * y.t[Objects] + object;
    u64 made = 0;
    for (u32 k = y.t[place]; k < y.t[place + 1]; ++k)
      made += y.times[(u64)slot * y.t[Rules] + y.t[y.t[MakingAt] + k]] * y.w[y.t[MadeAt] + k];
    y.after[row_of(y, slot) + object] = y.remaining[row_of(y, slot) + object] + made;
  }
}

RULE u32 serves_first(System y, u32 slot) {
  return y.t[Random] && slot != NONE ? draw(y.bid_key, word_of(y, slot, Number), y.time, 0).z & 1u : 0u;
}

// The send-in rule by which a membrane bids for an object of its parent.
RULE u32 bid_of(System y, u32 slot) {
  u32 place = y.t[EnteringAt] + class_at(y, slot), rule = 0;
  u64 rank = 0, parent = row_of(y, word_of(y, slot, Parent));
  u32 first = y.t[EnterAt] + y.t[place], last = y.t[EnterAt] + y.t[place + 1];
  for (u32 begins = 1; rule != NONE; begins = 0) {
    rule = next_in_rank(y, slot, first, last, &rank, begins);
    if (rule != NONE && y.remaining[parent + term_object(y, rule_word(y, rule, LeftFirst))] > 0) return rule;
  }
  return NONE;
}

RULE u32 is_served_before(System y, u32 a, u32 b) {
  u32 first = word_of(y, a, Number), second = word_of(y, b, Number);
  if (y.t[Random]) {
    u32x4 x = draw(y.bid_key, first, y.time, 0), z = draw(y.bid_key, second, y.time, 0);
    if (x.x != z.x) return x.x < z.x;
    if (x.y != z.y) return x.y < z.y;
  }
  return first < second;
}

RULE u32 is_same_bid(System y, u32 a, u32 b) {
  if (word_of(y, b, Bid) == NONE || word_of(y, a, Parent) != word_of(y, b, Parent)) return 0;
  return term_object(y, rule_word(y, word_of(y, a, Bid), LeftFirst)) ==
         term_object(y, rule_word(y, word_of(y, b, Bid), LeftFirst));
}

// A bid gets its object if fewer bids precede it than there are objects.
RULE void decide_bid(System y, u32 slot, const GLOBAL u32* list, u32 n) {
  u32 before = 0, bidders = 0;
  for (u32 k = 0; k < n; ++k)
    if (is_same_bid(y, slot, list[k])) {
      ++bidders;
      before += is_served_before(y, list[k], slot);
    }
  u64 held = y.remaining[row_of(y, word_of(y, slot, Parent)) +
                         term_object(y, rule_word(y, word_of(y, slot, Bid), LeftFirst))];
  set_word(y, slot, Bidders, before == 0 ? bidders : 0);
  if (before >= held) return;
  set_word(y, slot, Other, word_of(y, slot, Bid));
  y.selected[Communicates] = 1;
  y.selected[Any] = 1;
}

// The thread of the first bid for an object removes the objects of all successful bids.
RULE void settle_bid(System y, u32 slot) {
  u64 place =
      row_of(y, word_of(y, slot, Parent)) + term_object(y, rule_word(y, word_of(y, slot, Bid), LeftFirst));
  u64 bidders = word_of(y, slot, Bidders), held = y.remaining[place];
  // Only the first bid writes: others could write back a count from before its subtraction.
  if (bidders == 0) return;
  u64 taken = bidders < held ? bidders : held;
  y.remaining[place] -= taken;
  y.after[place] -= taken;
}

// Membranes of a list bid for the objects left in their parents, in rounds, until no bid can be served.
// Parents are the environment and the slots `base` to `end` - 1. With `choice: random` only parents of one
// depth take part: if `before_own` is set, those that serve bids before they apply their own rules, else
// those that do so afterwards.
RULE void serve(System y, const GLOBAL u32* list, u32 n, u32 base, u32 end, u32 item, u32 items, u32 depth,
                u32 before_own, LOCAL_POINTER u32* bids) {
  for (u32 goes_on = 1; goes_on;) {
    if (item == 0) bids[0] = 0;
    GLOBAL_BARRIER();
    for (u32 start = 0; start < n; start += items) {
      if (start + item >= n) continue;
      u32 slot = list[start + item], parent = word_of(y, slot, Parent), rule = NONE;
      u32 bidding = word_of(y, slot, Alive) && word_of(y, slot, Other) == NONE &&
                    (parent == NONE || (parent >= base && parent < end));
      if (y.t[Random])
        bidding = bidding && word_of(y, slot, Depth) == depth + 1u && serves_first(y, parent) == before_own;
      if (bidding) rule = bid_of(y, slot);
      set_word(y, slot, Bid, rule);
      if (rule != NONE) bids[0] = 1;
    }
    GLOBAL_BARRIER();
    goes_on = bids[0];
    for (u32 start = 0; start < n; start += items)
      if (start + item < n && word_of(y, list[start + item], Bid) != NONE)
        decide_bid(y, list[start + item], list, n);
    GLOBAL_BARRIER();
    for (u32 start = 0; start < n; start += items)
      if (start + item < n && word_of(y, list[start + item], Bid) != NONE) settle_bid(y, list[start + item]);
    GLOBAL_BARRIER();
  }
}

// Adds the objects on one side of a rule. Each is added by the thread that has this object.
RULE void add_terms(System y, u32 slot, u32 rule, u32 first_field, u32 x) {
  for (u32 term = rule_word(y, rule, first_field); term < rule_word(y, rule, first_field + 1); ++term)
    if (thread_of(y, term_object(y, term)) == x) y.after[row_of(y, slot) + term_object(y, term)] += y.w[term];
}

// Adds what a membrane, or the environment, gets from its children in a list, and by its own send-in rule.
RULE void receive(System y, u32 slot, const GLOBAL u32* list, u32 n, u32 x) {
  for (u32 k = 0; k < n; ++k)
    if (word_of(y, list[k], Parent) == slot && other_kind(y, list[k]) == SendOut)
      add_terms(y, slot, word_of(y, list[k], Other), RightFirst, x);
  if (slot != NONE && other_kind(y, slot) == SendIn)
    add_terms(y, slot, word_of(y, slot, Other), RightFirst, x);
}

RULE void change_charge(System y, u32 slot) {
  u32 kind = other_kind(y, slot);
  if (kind == SendIn || kind == SendOut || kind == Division)
    set_word(y, slot, ChargeNow, rule_word(y, word_of(y, slot, Other), ChargeAfter));
}

// The objects that a dissolved membrane leaves.
RULE void add_contents(System y, u32 slot, u32 gone, u32 x) {
  for (u32 i = y.t[y.t[MineAt] + x]; i < y.t[y.t[MineAt] + x + 1]; ++i)
    y.after[row_of(y, slot) + y.t[y.t[ObjectsAt] + i]] += y.after[row_of(y, gone) + y.t[y.t[ObjectsAt] + i]];
}

RULE void copy_contents(System y, u32 slot, u32 from, u32 x) {
  for (u32 i = y.t[y.t[MineAt] + x]; i < y.t[y.t[MineAt] + x + 1]; ++i)
    y.after[row_of(y, slot) + y.t[y.t[ObjectsAt] + i]] = y.after[row_of(y, from) + y.t[y.t[ObjectsAt] + i]];
}

// `now` has the keys of both kinds of draws, and the time.
RULE System system_of(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                      GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now) {
  System y = {t,
              w,
              s,
              remaining,
              after,
              times,
              selected,
              {now[0], now[1]},
              {now[2], now[3]},
              (u64)now[5] << 32 | now[4]};
  return y;
}
