// Observables of membranes, computed on a device.
//
// Defines: those of selection_kernels.h.

RULE u64 group_sum_of(LOCAL_POINTER u64* sums, u64 summand) {
  u32 item = local_id(0);
  sums[item] = summand;
  for (u32 reach = GROUP / 2; reach > 0; reach /= 2) {
    BARRIER();
    if (item < reach) sums[item] += sums[item + reach];
  }
  return sums[0];
}

// Sums the terms of the state hash in each group. For membranes without children, only the listed rows are
// read.
KERNEL GROUP_OF(GROUP, 1, 1)
    hash_membranes(const GLOBAL u32* classes, const GLOBAL u32* parents, const GLOBAL u32* slots,
                   const GLOBAL COUNT* contents, u64 stride, const GLOBAL u64* wide, const GLOBAL u32* rows,
                   GLOBAL u64* parts, u32 n) {
  LOCAL u64 sums[GROUP];
  u64 x = global_id(0), sum = 0;
  if (x < n) {
    u32 slot = slots[x];
    sum = hash_term(0, x, classes[x] / 3) + hash_term(1, x, classes[x] % 3) + hash_term(2, x, parents[x]);
    if (slot == NO_SLOT) {
      for (u32 r = 0; r < rows[0]; ++r) {
        u64 held = contents[rows[1 + r] * stride + x];
        if (held != 0) sum += hash_term(3, x * OBJECTS + rows[1 + r], held);
      }
    } else {
      for (u32 object = 0; object < OBJECTS; ++object) {
        u64 held = wide[(u64)slot * OBJECTS + object];
        if (held != 0) sum += hash_term(3, x * OBJECTS + object, held);
      }
    }
  }
  u64 total = group_sum_of(sums, sum);
  if (local_id(0) == 0) parts[group_id(0)] = total;
}

// Counts each of the objects in `asked` (axis 1). Each of several groups (axis 0) adds up a part.
KERNEL GROUP_OF(GROUP, 1, 1)
    count_objects(const GLOBAL u32* asked, const GLOBAL COUNT* contents, u64 stride, const GLOBAL u64* wide,
                  const GLOBAL u32* slots, GLOBAL u64* parts, u32 n, u32 slot_count) {
  LOCAL u64 sums[GROUP];
  u64 sum = 0;
  u32 object = asked[group_id(1)];
  for (u64 x = global_id(0); x < n; x += global_size(0))
    if (slots[x] == NO_SLOT) sum += contents[object * stride + x];
  for (u64 slot = global_id(0); slot < slot_count; slot += global_size(0))
    sum += wide[slot * OBJECTS + object];
  u64 total = group_sum_of(sums, sum);
  if (local_id(0) == 0) parts[group_id(1) * group_count(0) + group_id(0)] = total;
}

KERNEL count_classes(const GLOBAL u32* classes, GLOBAL u32* numbers, u32 n) {
  u64 x = global_id(0);
  if (x < n) GLOBAL_ATOMIC_ADD(numbers + classes[x], 1u);
}
