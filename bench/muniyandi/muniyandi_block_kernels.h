// Algorithm 2, lines 3 to 26: every block has TY membranes of TX threads each, and makes steps on its own
// until the next iteration at which blocks must wait for each other. The kernel has all kinds of rules.

// The next dividing membrane of the block in the order of numbers: the first one if the search `begins`, else
// the first above `last`. NONE if there is no other.
RULE u32 next_dividing(System y, u32 base, u32 last, u32 begins) {
  u32 found = NONE;
  for (u32 k = 0; k < y.t[Rows]; ++k) {
    u32 number = word_of(y, base + k, Number);
    if (other_kind(y, base + k) != Division || (!begins && number <= last)) continue;
    if (found == NONE || number < word_of(y, found, Number)) found = base + k;
  }
  return found;
}

RULE u32 free_row(System y, u32 base) {
  for (u32 k = 0; k < y.t[Rows]; ++k)
    if (!word_of(y, base + k, Alive) && word_of(y, base + k, From) == NONE) return base + k;
  return NONE;
}

// Gives a row to each second daughter. Its number is known only when the births of all blocks are; until then
// it has a provisional number, above those of the older membranes of its block. `log` records when it was
// born and its mother.
RULE u32 place_daughters(System y, u32 base, u32 first_number, u32 births, GLOBAL u32* log) {
  u32 last = 0, mother = next_dividing(y, base, 0, 1);
  for (; mother != NONE; mother = next_dividing(y, base, last, 0)) {
    u32 rule = word_of(y, mother, Other), daughter = free_row(y, base);
    u32 entry = base / y.t[Rows] * y.t[Births] + births;
    last = word_of(y, mother, Number);
    if (daughter == NONE || births == y.t[Births] || y.t[Random]) {
      y.selected[Broken] = 1;
      return births;
    }
    set_word(y, daughter, Label, word_of(y, mother, Label));
    set_word(y, daughter, ChargeNow, rule_word(y, rule, SecondCharge));
    set_word(y, daughter, Parent, word_of(y, mother, Parent));
    set_word(y, daughter, Depth, word_of(y, mother, Depth));
    set_word(y, daughter, Number, first_number + entry);
    set_word(y, daughter, From, mother);
    log[2 * entry] = (u32)y.time;
    log[2 * entry + 1] = last;
    ++births;
  }
  return births;
}

// A rule that this block cannot apply on its own. The schedule should have ended the kernel before it.
RULE u32 is_beyond(System y, u32 slot, u32 base) {
  u32 parent = word_of(y, slot, Parent), kind = other_kind(y, slot);
  if (kind == Evolution) return 0;
  if (y.t[Random] && (kind == Dissolution || kind == Division)) return 1;
  return kind != Division && parent != NONE && parent / y.t[Rows] != base / y.t[Rows];
}

RULE void note_most(GLOBAL u32* place, u32 value) {
  for (u32 seen = place[0]; value > seen;) {
    u32 was = GLOBAL_ATOMIC_CAS(place, seen, value);
    if (was == seen) return;
    seen = was;
  }
}

KERNEL all_kinds(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                 GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                 const GLOBAL u32* blocks, const GLOBAL u32* slots, GLOBAL u32* log, GLOBAL u32* own_selected,
                 u32 first_number, u32 levels, u32 steps) {
  LOCAL u32 bids[1];
  LOCAL u32 goes_on[1];
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  u32 threads = t[Threads], rows = t[Rows], items = threads * rows, asked = t[Random] ? rows : 0;
  u32 item = local_id(0), x = item % threads, base = blocks[group_id(0)] * rows, slot = base + item / threads;
  u32 done = 0, births = 0, beyond = 0;
  const GLOBAL u32* list = slots + base;
  y.selected = own_selected + blocks[group_id(0)] * Steps;
  if (item == 0) goes_on[0] = 1;
  BARRIER();
  for (u32 step = 0; step < steps && goes_on[0]; ++step) {
    u32 is_skin = word_of(y, slot, Alive) && word_of(y, slot, Parent) == NONE;
    GLOBAL_BARRIER();
    if (step > 0) ++y.time;
    if (item == 0)
      for (u32 i = 0; i < Steps; ++i) y.selected[i] = 0;
    if (x == 0) {
      set_word(y, slot, Other, NONE);
      set_word(y, slot, From, NONE);
    }
    if (is_skin && x == 0)
      for (u32 i = 0; i < t[Objects]; ++i) after[i] = remaining[i];
    GLOBAL_BARRIER();
    // Lines 5 to 7, from the deepest membranes to the skin, since the bids of children may come first.
    for (u32 level = levels; level > 0; --level) {
      u32 acts = word_of(y, slot, Alive) && (!t[Random] || word_of(y, slot, Depth) == level - 1);
      serve(y, list, asked, base, base + rows, item, items, level - 1, 1, bids);
      if (acts) select_own(y, slot, x);
      GLOBAL_BARRIER();
      if (acts) evolve(y, slot, x);
      GLOBAL_BARRIER();
      serve(y, list, rows, base, base + rows, item, items, level - 1, 0, bids);
    }
    serve(y, list, asked, base, base + rows, item, items, NONE, 0, bids);
    GLOBAL_BARRIER();
    // Lines 8 to 12.
    if (word_of(y, slot, Alive)) receive(y, slot, list, rows, x);
    if (is_skin) receive(y, NONE, list, rows, x);
    beyond |= is_beyond(y, slot, base);
    GLOBAL_BARRIER();
    // Lines 13 to 17.
    if (item == 0) births = place_daughters(y, base, first_number, births, log);
    GLOBAL_BARRIER();
    u32 mother = word_of(y, slot, From);
    if (mother != NONE) {
      copy_contents(y, slot, mother, x);
      add_terms(y, slot, word_of(y, mother, Other), SecondFirst, x);
    }
    GLOBAL_BARRIER();
    if (other_kind(y, slot) == Division) add_terms(y, slot, word_of(y, slot, Other), RightFirst, x);
    // Lines 18 to 22.
    for (u32 k = 0; k < rows; ++k)
      if (other_kind(y, base + k) == Dissolution && word_of(y, base + k, Parent) == slot) {
        add_contents(y, slot, base + k, x);
        add_terms(y, slot, word_of(y, base + k, Other), RightFirst, x);
      }
    GLOBAL_BARRIER();
    if (x == 0) {
      u32 dissolves = other_kind(y, slot) == Dissolution;
      change_charge(y, slot);
      if (dissolves) set_word(y, slot, Alive, 0);
      if (mother != NONE) set_word(y, slot, Alive, 1);
    }
    for (u32 i = t[t[MineAt] + x]; i < t[t[MineAt] + x + 1]; ++i)
      remaining[row_of(y, slot) + t[t[ObjectsAt] + i]] = after[row_of(y, slot) + t[t[ObjectsAt] + i]];
    if (is_skin && x == 0)
      for (u32 i = 0; i < t[Objects]; ++i) remaining[i] = after[i];
    if (item == 0) goes_on[0] = y.selected[Any];
    done += y.selected[Any];
    if (y.selected[Broken]) beyond = 1;
    GLOBAL_BARRIER();
  }
  if (beyond) selected[Broken] = 1;
  if (item == 0) note_most(selected + Steps, done);
}
