// A sum over the work-items of a group, in the dialect. SUMS_GROUP must be defined as the number of
// work-items.

// Adds up one number from each work-item; only item 0 gets the sum.
RULE u64 group_sum(LOCAL_POINTER u64* sums, u64 term) {
  u32 item = local_id(0);
  sums[item] = term;
  for (u32 reach = SUMS_GROUP / 2; reach > 0; reach /= 2) {
    BARRIER();
    if (item < reach) sums[item] += sums[item + reach];
  }
  return sums[0];
}
