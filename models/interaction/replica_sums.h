// Sums over the sites of each replica, in the dialect. Group (g, r) takes every so many sites of replica r;
// its sums go to partial[r · groups + g].

// Adds up one number of each work-item of a group; the sum is item 0's.
RULE u64 group_sum(LOCAL_POINTER u64* sums, u64 mine) {
  u32 item = local_id(0);
  sums[item] = mine;
  for (u32 reach = GROUP / 2; reach > 0; reach /= 2) {
    BARRIER();
    if (item < reach) sums[item] += sums[item + reach];
  }
  return sums[0];
}

// The sum of the hash terms.
KERNEL GROUP_OF(GROUP, 1, 1) hash_replicas(GLOBAL const u8* RESTRICT states, GLOBAL u64* RESTRICT partial) {
  LOCAL u64 sums[GROUP];
  u64 replica = group_id(1), sum = 0;
  for (u64 site = global_id(0); site < SITES; site += global_size(0))
    sum += hash_term(0, site, states[replica * SITES + site]);
  sum = group_sum(sums, sum);
  if (local_id(0) == 0) partial[replica * group_count(0) + group_id(0)] = sum;
}

// How many sites are in each state: the counts of a group, and of a work-item in between, are below 2^32.
KERNEL GROUP_OF(GROUP, 1, 1) count_replicas(GLOBAL const u8* RESTRICT states, GLOBAL u32* RESTRICT partial) {
  LOCAL u32 counts[STATES];
  u64 replica = group_id(1);
  u32 item = local_id(0);
  // These loops are the same for every item: PoCL breaks on one that is not beside a barrier.
  for (u32 start = 0; start < STATES; start += GROUP)
    if (start + item < STATES) counts[start + item] = 0;
  BARRIER();
  for (u64 site = global_id(0); site < SITES; site += global_size(0))
    LOCAL_ATOMIC_ADD(&counts[states[replica * SITES + site]], 1u);
  BARRIER();
  for (u32 start = 0; start < STATES; start += GROUP)
    if (start + item < STATES)
      partial[(replica * group_count(0) + group_id(0)) * STATES + start + item] = counts[start + item];
}
