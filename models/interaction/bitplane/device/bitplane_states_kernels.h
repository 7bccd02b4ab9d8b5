// Packs bytes into bit planes, unpacks them, counts states and computes hashes. A work-item takes a word of
// one parity, which is up to 32 sites. Defines: those of bitplane_layout.h; STATES, SUMS_GROUP; STORED, 0
// where the lattice is whole.

// The state of the site at one bit of a word.
RULE u32 state_in(GLOBAL const bits* planes, u32 parity, u64 y, u64 word, u32 bit) {
  u32 state = 0;
  UNROLL for (u32 p = 0; p < PLANES; ++p) state |= ((planes[word_at(p, parity, y, word)] >> bit) & 1u) << p;
  return state;
}

// `bytes` are the states of sites `first` to `first` + `count` - 1, counted through all replicas. Their bits
// replace the stored ones. Work-items cover the rows from `first_row` on.
KERNEL pack_states(GLOBAL bits* RESTRICT replica_planes, GLOBAL const u8* RESTRICT bytes, u64 first,
                   u64 count, u64 first_row, u64 rows) {
  u64 item = global_id(0);
  if (item >= rows * 2 * WORDS) return;
  u64 word = item % WORDS, row = first_row + item / WORDS / 2;
  u32 parity = (u32)(item / WORDS % 2);
  GLOBAL bits* planes = replica_planes + row / SIZE_Y * REPLICA_WORDS;
  bits covered = 0, next[PLANES];
  for (u32 p = 0; p < PLANES; ++p) next[p] = 0;
  for (u32 bit = 0; bit < 32; ++bit) {
    u64 x = (word * 32 + bit) * 2 + parity, site = row * SIZE_X + x;
    if (x >= SIZE_X || site < first || site - first >= count) continue;
    covered |= 1u << bit;
    for (u32 p = 0; p < PLANES; ++p) next[p] |= (((u32)bytes[site - first] >> p) & 1u) << bit;
  }
  for (u32 p = 0; p < PLANES; ++p) {
    u64 at = word_at(p, parity, row % SIZE_Y, word);
    planes[at] = (planes[at] & ~covered) | next[p];
  }
}

KERNEL unpack_states(GLOBAL const bits* RESTRICT replica_planes, GLOBAL u8* RESTRICT bytes, u64 first,
                     u64 count, u64 first_row, u64 rows) {
  u64 item = global_id(0);
  if (item >= rows * 2 * WORDS) return;
  u64 word = item % WORDS, row = first_row + item / WORDS / 2;
  u32 parity = (u32)(item / WORDS % 2);
  GLOBAL const bits* planes = replica_planes + row / SIZE_Y * REPLICA_WORDS;
  for (u32 bit = 0; bit < 32; ++bit) {
    u64 x = (word * 32 + bit) * 2 + parity, site = row * SIZE_X + x;
    if (x < SIZE_X && site >= first && site - first < count)
      bytes[site - first] = (u8)state_in(planes, parity, row % SIZE_Y, word, bit);
  }
}

// Hashes the sites from `first` up to `end`, which are whole rows. A site's canonical index is its place in
// memory plus `shift`, modulo 2^64.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) hash_replicas(GLOBAL const bits* RESTRICT replica_planes, u64 first,
                                                u64 end, u64 shift, GLOBAL u64* RESTRICT partial) {
  LOCAL u64 sums[SUMS_GROUP];
  GLOBAL const bits* planes = replica_planes + group_id(1) * REPLICA_WORDS;
  u64 sum = 0;
  for (u64 i = global_id(0); i < PLANE_WORDS; i += global_size(0)) {
    u64 word = i % WORDS, y = i / WORDS % SIZE_Y;
    u32 parity = (u32)(i / WORDS / SIZE_Y);
    if (y * SIZE_X < first || y * SIZE_X >= end) continue;
    for (u32 bit = 0; bit < 32; ++bit) {
      u64 x = (word * 32 + bit) * 2 + parity;
      if (x < SIZE_X) sum += hash_term(0, shift + y * SIZE_X + x, state_in(planes, parity, y, word, bit));
    }
  }
  sum = group_sum(sums, sum);
  if (local_id(0) == 0) partial[(u64)group_id(1) * group_count(0) + group_id(0)] = sum;
}

// A few states are counted a word at a time, many states site by site.
#define FEW_STATES (STATES <= 16)

// Counts the sites in each state. A group counts fewer than 2^32 sites.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) count_replicas(GLOBAL const bits* RESTRICT replica_planes, u64 first,
                                                 u64 end, GLOBAL u32* RESTRICT partial) {
  LOCAL u32 counts[STATES];
  GLOBAL const bits* planes = replica_planes + group_id(1) * REPLICA_WORDS;
  u32 item = local_id(0);
  for (u32 state = item; state < STATES; state += SUMS_GROUP) counts[state] = 0;
#if FEW_STATES
  u32 mine[STATES];
  UNROLL for (u32 state = 0; state < STATES; ++state) mine[state] = 0;
#endif
  BARRIER();
  for (u64 i = global_id(0); i < PLANE_WORDS; i += global_size(0)) {
    u64 word = i % WORDS, y = i / WORDS % SIZE_Y;
    u32 parity = (u32)(i / WORDS / SIZE_Y);
    bits sites = y * SIZE_X < first || y * SIZE_X >= end ? 0 : sites_in_word(parity, word);
#if FEW_STATES
    SiteStates states;
    UNROLL for (u32 p = 0; p < PLANES; ++p) states.plane[p] = planes[word_at(p, parity, y, word)];
    UNROLL for (u32 state = 0; state < STATES; ++state) mine[state] +=
        population(in_state(states, state, PLANES) & sites);
#else
    for (u32 bit = 0; bit < 32; ++bit)
      if ((sites >> bit) & 1u) LOCAL_ATOMIC_ADD(&counts[state_in(planes, parity, y, word, bit)], 1u);
#endif
  }
#if FEW_STATES
  UNROLL for (u32 state = 0; state < STATES; ++state) LOCAL_ATOMIC_ADD(&counts[state], mine[state]);
#endif
  BARRIER();
  for (u32 state = item; state < STATES; state += SUMS_GROUP)
    partial[((u64)group_id(1) * group_count(0) + group_id(0)) * STATES + state] = counts[state];
}

#if STORED
// Rows in the form in which ranks send them to each other: the rows from `first_row` on of every parity,
// plane and replica, one behind the other. The message has `words` words in all.
KERNEL gather_rows(GLOBAL const bits* RESTRICT replica_planes, GLOBAL bits* RESTRICT message, u64 first_row,
                   u64 rows, u64 words) {
  u64 item = global_id(0), each = rows * WORDS;
  if (item < words) message[item] = replica_planes[(item / each * SIZE_Y + first_row) * WORDS + item % each];
}

KERNEL scatter_rows(GLOBAL bits* RESTRICT replica_planes, GLOBAL const bits* RESTRICT message, u64 first_row,
                    u64 rows, u64 words) {
  u64 item = global_id(0), each = rows * WORDS;
  if (item < words) replica_planes[(item / each * SIZE_Y + first_row) * WORDS + item % each] = message[item];
}
#endif
