// Counts and hashes of the sites of each replica, held as bytes; in the dialect. Group (g, r) of work-items
// takes its share of the sites from `first` up to `end` of replica r; its sums go to partial[r * groups + g].
// Defines: SITES (in a replica), STATES, SUMS_GROUP.

// Sums the hash terms. A site's canonical index is its place in memory plus `shift`, modulo 2^64.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) hash_replicas(GLOBAL const u8* RESTRICT states, u64 first, u64 end,
                                                u64 shift, GLOBAL u64* RESTRICT partial) {
  LOCAL u64 sums[SUMS_GROUP];
  u64 replica = group_id(1), sum = 0;
  for (u64 site = first + global_id(0); site < end; site += global_size(0))
    sum += hash_term(0, shift + site, states[replica * SITES + site]);
  sum = group_sum(sums, sum);
  if (local_id(0) == 0) partial[replica * group_count(0) + group_id(0)] = sum;
}

// Counts the sites in each state. A group, and so each of its work-items, counts fewer than 2^32 sites.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    count_replicas(GLOBAL const u8* RESTRICT states, u64 first, u64 end, GLOBAL u32* RESTRICT partial) {
  LOCAL u32 counts[STATES];
  u64 replica = group_id(1);
  u32 item = local_id(0);
  // Every work-item runs the same number of rounds: PoCL miscompiles a loop beside a barrier if that number
  // differs.
  for (u32 start = 0; start < STATES; start += SUMS_GROUP)
    if (start + item < STATES) counts[start + item] = 0;
  BARRIER();
  for (u64 site = first + global_id(0); site < end; site += global_size(0))
    LOCAL_ATOMIC_ADD(&counts[states[replica * SITES + site]], 1u);
  BARRIER();
  for (u32 start = 0; start < STATES; start += SUMS_GROUP)
    if (start + item < STATES)
      partial[(replica * group_count(0) + group_id(0)) * STATES + start + item] = counts[start + item];
}
