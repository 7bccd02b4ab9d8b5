// Algorithm 1: each block has one membrane, and each kind of rules is a launch, since blocks cannot wait for
// each other. `first` and `list` hold the children of each row: of the environment, then of each slot.

KERNEL begin_step(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                  GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                  u32 slots) {
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  u64 i = global_id(0);
  if (i < slots) set_word(y, (u32)i, Other, NONE);
  if (i < y.t[Objects]) after[i] = remaining[i];
}

// Lines 3 to 7 of Algorithm 1, for the membranes of one depth; with `choice: first`, for all membranes at
// once.
KERNEL select_and_evolve(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                         GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                         u32 depth) {
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  u32 slot = group_id(0), x = local_id(0);
  u32 acts = word_of(y, slot, Alive) && (!y.t[Random] || word_of(y, slot, Depth) == depth);
  if (acts) select_own(y, slot, x);
  GLOBAL_BARRIER();
  if (acts) evolve(y, slot, x);
}

KERNEL serve_bids(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                  GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                  const GLOBAL u32* first, const GLOBAL u32* list, u32 depth, u32 before_own) {
  LOCAL u32 bids[1];
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  u32 row = group_id(0);
  serve(y, list + first[row], first[row + 1] - first[row], 0, NONE, local_id(0), local_size(0), depth,
        before_own, bids);
}

// Line 11.
KERNEL communicate(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                   GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                   const GLOBAL u32* first, const GLOBAL u32* list) {
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  u32 row = group_id(0), x = local_id(0);
  receive(y, row - 1u, list + first[row], first[row + 1] - first[row], x);
}

KERNEL change_charges(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                      GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                      u32 slots) {
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  if (global_id(0) < slots) change_charge(y, (u32)global_id(0));
}

// Line 13: new membranes are copies of others; then each daughter gets what its side of the rule makes.
KERNEL copy_membranes(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                      GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                      const GLOBAL u32* from_to) {
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  copy_contents(y, from_to[2 * group_id(0) + 1], from_to[2 * group_id(0)], local_id(0));
}

KERNEL add_products(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                    GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                    const GLOBAL u32* slot_rule_field) {
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  const GLOBAL u32* rule_fields = slot_rule_field + 3 * group_id(0);
  add_terms(y, rule_fields[0], rule_fields[1], rule_fields[2], local_id(0));
}

// Line 9: a membrane that remains gets the objects of the membranes that dissolve into it.
KERNEL dissolve(const GLOBAL u32* t, const GLOBAL u64* w, GLOBAL u32* s, GLOBAL u64* remaining,
                GLOBAL u64* after, GLOBAL u64* times, GLOBAL u32* selected, const GLOBAL u32* now,
                const GLOBAL u32* holders, const GLOBAL u32* first, const GLOBAL u32* gone_rule) {
  System y = system_of(t, w, s, remaining, after, times, selected, now);
  u32 slot = holders[group_id(0)], x = local_id(0);
  for (u32 i = first[group_id(0)]; i < first[group_id(0) + 1]; ++i) {
    add_contents(y, slot, gone_rule[2 * i], x);
    add_terms(y, slot, gone_rule[2 * i + 1], RightFirst, x);
  }
}
