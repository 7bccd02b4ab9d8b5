// The algorithms of Muniyandi and Maroosi (2020) on the system of their equation (10): rules [a, b*2, c*3 -->
// a*2, b*4, c*6], each at most once a step. Counts have 32 bits and are stored membrane by membrane. There
// are two versions of each kernel, with counts in shared and in global memory.
//
// Defines: OBJECTS, the number of objects of a membrane; THREADS of a block of Algorithm 1; TX and TY, the
// sub-matrix of a block of Algorithm 2.

RULE u32 needed_of(u32 object) { return object % 3 + 1; }

// Algorithm 1, lines 3 to 7: each block has one membrane and each thread one object (several if a membrane
// has more objects than a block has threads). Every thread writes whether there is enough of its object, and
// the threads of a rule read what the others wrote. Line 2 needs to know whether any rule was selected.
KERNEL GROUP_OF(THREADS, 1, 1)
    select_and_evolve_shared(const GLOBAL u32* before, GLOBAL u32* after, GLOBAL u32* selected) {
  LOCAL u32 held[OBJECTS];
  LOCAL u32 enough[OBJECTS];
  u64 membrane = (u64)group_id(0) * OBJECTS;
  u32 any = 0;
  for (u32 object = local_id(0); object < OBJECTS; object += THREADS) {
    held[object] = before[membrane + object];
    enough[object] = held[object] >= needed_of(object);
  }
  BARRIER();
  for (u32 object = local_id(0); object < OBJECTS; object += THREADS) {
    u32 rule = object / 3 * 3, applies = 1;
    for (u32 k = 0; k < 3; ++k) applies &= enough[rule + k];
    after[membrane + object] = held[object] + (applies ? needed_of(object) : 0);
    any |= applies;
  }
  if (any) selected[0] = 1;
}

KERNEL GROUP_OF(THREADS, 1, 1)
    select_and_evolve_global(const GLOBAL u32* before, GLOBAL u32* after, GLOBAL u32* selected) {
  u64 membrane = (u64)group_id(0) * OBJECTS;
  u32 any = 0;
  for (u32 object = local_id(0); object < OBJECTS; object += THREADS) {
    u32 rule = object / 3 * 3, applies = 1;
    for (u32 k = 0; k < 3; ++k) applies &= before[membrane + rule + k] >= needed_of(rule + k);
    after[membrane + object] = before[membrane + object] + (applies ? needed_of(object) : 0);
    any |= applies;
  }
  if (any) selected[0] = 1;
}

RULE void note_last(GLOBAL u32* last, u32 done) {
  for (u32 seen = last[0]; done > seen;) {
    u32 was = GLOBAL_ATOMIC_CAS(last, seen, done);
    if (was == seen) return;
    seen = was;
  }
}

// Algorithm 2, lines 3 to 26: each block has a sub-matrix of TX threads by TY membranes. The three objects of
// a rule have the same place in three sub-matrices, and so one thread. Blocks do not communicate; therefore
// the loop over steps is in the kernel. `last` is the largest number of steps that a thread took. With one
// membrane per block this is the third variant of Table 1.
KERNEL GROUP_OF(TX* TY, 1, 1)
    all_rules_shared(GLOBAL u32* counts, GLOBAL u32* last, u32 membranes, u32 steps) {
  LOCAL u32 held[3 * TX * TY];
  u32 item = local_id(0), done = 0;
  u64 membrane = (u64)group_id(0) * TY + item / TX;
  if (membrane >= membranes) return;
  for (u32 rule = item % TX; rule < OBJECTS / 3; rule += TX) {
    GLOBAL u32* counts_of_rule = counts + membrane * OBJECTS + 3 * rule;
    u32 step = 0;
    for (u32 k = 0; k < 3; ++k) held[k * TX * TY + item] = counts_of_rule[k];
    for (; step < steps; ++step) {
      u32 applies = held[item] >= 1 && held[TX * TY + item] >= 2 && held[2 * TX * TY + item] >= 3;
      if (!applies) break;
      for (u32 k = 0; k < 3; ++k) held[k * TX * TY + item] += k + 1;
    }
    for (u32 k = 0; k < 3; ++k) counts_of_rule[k] = held[k * TX * TY + item];
    done = step > done ? step : done;
  }
  note_last(last, done);
}

KERNEL GROUP_OF(TX* TY, 1, 1)
    all_rules_global(GLOBAL u32* counts, GLOBAL u32* last, u32 membranes, u32 steps) {
  u32 item = local_id(0), done = 0;
  u64 membrane = (u64)group_id(0) * TY + item / TX;
  if (membrane >= membranes) return;
  for (u32 rule = item % TX; rule < OBJECTS / 3; rule += TX) {
    // The counts are volatile, since a compiler would otherwise keep them in registers.
    volatile GLOBAL u32* counts_of_rule = counts + membrane * OBJECTS + 3 * rule;
    u32 step = 0;
    for (; step < steps; ++step) {
      u32 applies = counts_of_rule[0] >= 1 && counts_of_rule[1] >= 2 && counts_of_rule[2] >= 3;
      if (!applies) break;
      for (u32 k = 0; k < 3; ++k) counts_of_rule[k] += k + 1;
    }
    done = step > done ? step : done;
  }
  note_last(last, done);
}
