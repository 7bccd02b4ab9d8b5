// Divisions and dissolutions of membranes on a device: see Reshaping in ../threads/tree.h.
//
// Defines: those of selection_kernels.h.

RULE u32 kind_of(Tables tables, u32 rule) {
  return rule == NO_RULE ? 0xFFFFFFFFu : rule_word(tables, rule, RuleKind);
}

RULE u32 class_after(Tables tables, u32 of, u32 rule, u32 second) {
  if (rule == NO_RULE) return of;
  return rule_word(tables, rule, RuleLabel) * 3 +
         rule_word(tables, rule, second ? SecondChargeAfter : ChargeAfter);
}

// If no membrane divides or dissolves, only charges change.
KERNEL change_charges(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* status, GLOBAL u32* classes,
                      const GLOBAL u32* chosen, u32 n) {
  u64 x = global_id(0);
  Tables tables = {t, w};
  if (x < n && !status[Stop]) classes[x] = class_after(tables, classes[x], chosen[x], 0);
}

// The ancestor that receives the contents of `membrane`; the membrane itself if it does not dissolve.
RULE u32 survivor_of(Tables tables, const GLOBAL u32* parents, const GLOBAL u32* chosen, u32 membrane) {
  while (kind_of(tables, chosen[membrane]) == Dissolution) membrane = parents[membrane];
  return membrane;
}

// Counts the images of each membrane: the first in `stay`, the others in `more`.
KERNEL count_images(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* parents,
                    const GLOBAL u32* chosen, GLOBAL u64* stay, GLOBAL u64* more, GLOBAL u32* status, u32 n) {
  u64 x = global_id(0);
  Tables tables = {t, w};
  if (x >= n) return;
  u32 divisions = 0, gone = kind_of(tables, chosen[x]) == Dissolution;
  for (u32 at = (u32)x; at != 0; at = parents[at]) divisions += kind_of(tables, chosen[at]) == Division;
  if (divisions > 31) {  // more than any memory holds
    status[Overflows] = 2;
    divisions = 31;
  }
  stay[x] = !gone;
  more[x] = gone ? 0 : ((u64)1 << divisions) - 1;
}

// Exclusive prefix sums in place. This kernel sums within each group of numbers; then one group sums the
// groups' totals, and these are added.
KERNEL GROUP_OF(GROUP, 1, 1) scan_groups(GLOBAL u64* numbers, GLOBAL u64* sums, u64 n) {
  LOCAL u64 shared[GROUP];
  u64 i = global_id(0);
  u32 item = local_id(0);
  u64 number = i < n ? numbers[i] : 0;
  shared[item] = number;
  for (u32 reach = 1; reach < GROUP; reach *= 2) {
    BARRIER();
    u64 before = item >= reach ? shared[item - reach] : 0;
    BARRIER();
    shared[item] += before;
  }
  if (i < n) numbers[i] = shared[item] - number;
  if (item == GROUP - 1) sums[group_id(0)] = shared[item];
}

KERNEL GROUP_OF(GROUP, 1, 1) scan_sums(GLOBAL u64* sums, GLOBAL u64* total, u64 groups) {
  LOCAL u64 shared[GROUP];
  u32 item = local_id(0);
  u64 carried = 0;
  for (u64 first = 0; first < groups; first += GROUP) {
    u64 number = first + item < groups ? sums[first + item] : 0;
    BARRIER();
    shared[item] = number;
    for (u32 reach = 1; reach < GROUP; reach *= 2) {
      BARRIER();
      u64 before = item >= reach ? shared[item - reach] : 0;
      BARRIER();
      shared[item] += before;
    }
    BARRIER();
    if (first + item < groups) sums[first + item] = carried + shared[item] - number;
    carried += shared[GROUP - 1];
  }
  if (item == 0) *total = carried;
}

KERNEL GROUP_OF(GROUP, 1, 1) scan_add(GLOBAL u64* numbers, const GLOBAL u64* sums, u64 n) {
  u64 i = global_id(0);
  if (i < n) numbers[i] += sums[group_id(0)];
}

// Finds of which membrane each new membrane is an image. `stay` and `more` now hold prefix sums. There is a
// work-item for each new membrane.
KERNEL place_images(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* classes,
                    const GLOBAL u32* parents, const GLOBAL u32* chosen, const GLOBAL u64* stay,
                    const GLOBAL u64* more, GLOBAL u32* new_classes, GLOBAL u32* new_parents,
                    GLOBAL u32* origins, GLOBAL u32* second, u32 n, u64 staying, u64 membranes) {
  u64 i = global_id(0);
  Tables tables = {t, w};
  if (i >= membranes) return;
  const GLOBAL u64* sums = i < staying ? stay : more;
  u64 wanted = i < staying ? i : i - staying;
  u32 low = 0, high = n;  // the membrane is the last one whose sum is at most `wanted`
  while (high - low > 1) {
    u32 middle = low + (high - low) / 2;
    if (sums[middle] <= wanted)
      low = middle;
    else
      high = middle;
  }
  u64 image = i < staying ? 0 : wanted - more[low] + 1;
  u32 divides = kind_of(tables, chosen[low]) == Division, is_second = divides && (image & 1u);
  origins[i] = low;
  second[i] = is_second;
  new_classes[i] = class_after(tables, classes[low], chosen[low], is_second);
  if (low == 0) {
    new_parents[i] = NO_MEMBRANE;
    return;
  }
  u32 outer = survivor_of(tables, parents, chosen, parents[low]);
  u64 outside = image >> divides;
  new_parents[i] = outside == 0 ? (u32)stay[outer] : (u32)(staying + more[outer] + outside - 1);
}

KERNEL mark_outer(const GLOBAL u32* parents, GLOBAL u64* flags, u32 n) {
  u64 x = global_id(0);
  if (x > 0 && x < n) flags[parents[x]] = 1;
}

KERNEL make_slots(const GLOBAL u64* places, const GLOBAL u64* flags, const GLOBAL u32* parents,
                  GLOBAL u32* slots, GLOBAL u32* outer, GLOBAL u32* levels, GLOBAL u32* deepest, u32 n) {
  u64 x = global_id(0);
  if (x >= n) return;
  u32 level = 0;
  for (u32 at = (u32)x; at != 0; at = parents[at]) ++level;
  levels[x] = level;
  slots[x] = flags[x] ? (u32)places[x] : NO_SLOT;
  if (flags[x]) {
    outer[places[x]] = (u32)x;
    deepest[level < 65535u ? level : 65535u] = 1;
  }
}

// Counts the children of each slot. Their order does not matter, since the result does not depend on it.
KERNEL count_children(const GLOBAL u32* parents, const GLOBAL u32* slots, GLOBAL u32* numbers, u32 n) {
  u64 x = global_id(0);
  if (x > 0 && x < n) GLOBAL_ATOMIC_ADD(numbers + slots[parents[x]], 1u);
}

KERNEL list_children(const GLOBAL u32* parents, const GLOBAL u32* slots, const GLOBAL u32* firsts,
                     GLOBAL u32* numbers, GLOBAL u32* children, u32 n) {
  u64 x = global_id(0);
  if (x == 0 || x >= n) return;
  u32 slot = slots[parents[x]];
  children[firsts[slot] + GLOBAL_ATOMIC_ADD(numbers + slot, 0xFFFFFFFFu) - 1] = (u32)x;
}

// How many of an object `membrane` holds after a step.
RULE u64 held_by(const GLOBAL u32* slots, const GLOBAL COUNT* after, u64 stride, const GLOBAL u64* remaining,
                 u32 membrane, u32 object) {
  u32 slot = slots[membrane];
  return slot == NO_SLOT ? (u64)after[object * stride + membrane] : remaining[(u64)slot * OBJECTS + object];
}

RULE u64 of_multiset(Tables tables, u32 first, u32 last, u32 object) {
  for (u32 term = first; term < last; ++term)
    if (term_object(tables, term) == object) return term_count(tables, term);
  return 0;
}

// Membranes that dissolve leave their contents to the nearest ancestor that survives. A work-item for each
// slot and object walks through the slot's tree of dissolving children, depth first, by parent and sibling.
KERNEL release(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* slots, const GLOBAL u32* outer,
               const GLOBAL u32* chosen, const GLOBAL u32* gone_firsts, const GLOBAL u32* gone,
               const GLOBAL COUNT* after, u64 stride, const GLOBAL u64* remaining, GLOBAL u64* released,
               GLOBAL u32* status, u64 items) {
  u64 i = global_id(0);
  Tables tables = {t, w};
  u32 over = 0;
  if (i >= items) return;
  u32 slot = (u32)(i / OBJECTS), object = (u32)(i % OBJECTS);
  u64 sum = remaining[i];
  for (u32 at = gone_firsts[slot]; at < gone_firsts[slot + 1]; ++at) {
    u32 membrane = gone[at], rule = chosen[membrane];
    sum =
        added(sum, held_by(slots, after, stride, remaining, membrane, object), 1, 0xFFFFFFFFFFFFFFFFu, &over);
    sum = added(
        sum,
        of_multiset(tables, rule_word(tables, rule, RightFirst), rule_word(tables, rule, RightLast), object),
        1, 0xFFFFFFFFFFFFFFFFu, &over);
  }
  released[i] = sum;
  if (over) status[Overflows] = 1;
}

KERNEL count_gone(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* parents,
                  const GLOBAL u32* slots, const GLOBAL u32* chosen, GLOBAL u32* numbers, u32 n) {
  u64 x = global_id(0);
  Tables tables = {t, w};
  if (x >= n || kind_of(tables, chosen[x]) != Dissolution) return;
  GLOBAL_ATOMIC_ADD(numbers + slots[survivor_of(tables, parents, chosen, (u32)x)], 1u);
}

KERNEL list_gone(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* parents, const GLOBAL u32* slots,
                 const GLOBAL u32* chosen, const GLOBAL u32* firsts, GLOBAL u32* numbers, GLOBAL u32* gone,
                 u32 n) {
  u64 x = global_id(0);
  Tables tables = {t, w};
  if (x >= n || kind_of(tables, chosen[x]) != Dissolution) return;
  u32 slot = slots[survivor_of(tables, parents, chosen, (u32)x)];
  gone[firsts[slot] + GLOBAL_ATOMIC_ADD(numbers + slot, 0xFFFFFFFFu) - 1] = (u32)x;
}

RULE u64 image_count(Tables tables, const GLOBAL u32* slots, const GLOBAL u32* chosen,
                     const GLOBAL COUNT* after, u64 stride, const GLOBAL u64* remaining, u32 origin,
                     u32 second, u32 object, u32* over) {
  u64 held = held_by(slots, after, stride, remaining, origin, object);
  u32 rule = chosen[origin];
  if (kind_of(tables, rule) != Division) return held;
  u32 first = rule_word(tables, rule, second ? SecondFirst : RightFirst);
  u32 last = rule_word(tables, rule, second ? SecondLast : RightLast);
  return added(held, of_multiset(tables, first, last, object), 1, 0xFFFFFFFFFFFFFFFFu, over);
}

// Notes the contents of membranes with children, since a membrane that loses its last child keeps them. There
// is a work-item for each slot and object.
KERNEL note_wide(const GLOBAL u64* remaining, GLOBAL u32* present, u64 items) {
  u64 i = global_id(0);
  if (i < items && remaining[i] != 0) present[i % OBJECTS] = 1;
}

// Fills in the contents of new membranes without children: a work-item for each membrane (axis 0) and for
// some of the rows (axis 1).
KERNEL fill_narrow(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* slots,
                   const GLOBAL u32* chosen, const GLOBAL COUNT* after, u64 stride,
                   const GLOBAL u64* remaining, const GLOBAL u32* origins, const GLOBAL u32* second,
                   const GLOBAL u32* new_slots, GLOBAL COUNT* contents, u64 new_stride,
                   const GLOBAL u32* rows, GLOBAL u32* status, u32 n) {
  u64 i = global_id(0);
  Tables tables = {t, w};
  u32 over = 0;
  if (i >= n || new_slots[i] != NO_SLOT) return;
  u32 origin = origins[i], is_second = second[i];
  for (u32 r = group_id(1); r < rows[0]; r += group_count(1)) {
    u32 object = rows[1 + r];
    u64 held = image_count(tables, slots, chosen, after, stride, remaining, origin, is_second, object, &over);
    contents[object * new_stride + i] = (COUNT)held;
    if (held > COUNT_MOST) over = 1;
  }
  if (over) status[Overflows] = 1;
}

// Fills in the contents of new membranes with children: a work-item for each slot and object.
KERNEL fill_wide(const GLOBAL u32* t, const GLOBAL u64* w, const GLOBAL u32* slots, const GLOBAL u32* chosen,
                 const GLOBAL COUNT* after, u64 stride, const GLOBAL u64* remaining,
                 const GLOBAL u32* origins, const GLOBAL u32* second, const GLOBAL u32* new_outer,
                 GLOBAL u64* contents, GLOBAL u32* status, u64 items) {
  u64 i = global_id(0);
  Tables tables = {t, w};
  u32 over = 0;
  if (i >= items) return;
  u32 membrane = new_outer[i / OBJECTS];
  contents[i] = image_count(tables, slots, chosen, after, stride, remaining, origins[membrane],
                            second[membrane], (u32)(i % OBJECTS), &over);
  if (over) status[Overflows] = 1;
}
