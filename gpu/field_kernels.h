// Kernels over a canonical field of any model: one value per site, nothing packed. They are compiled with
// VALUE, the type of a value; VALUE_BITS, its width; GROUP, the number of work-items in a group (a power of
// two); and VALUES: the values 0, 1, ... VALUES - 1 are counted (bytes only; 0 if nothing is counted).

// Fields are read in words of 64 bits whatever their type, so that a warp's loads are wide. Every machine
// that runs this puts the first value in the lowest bits.
#define PER_WORD (64 / VALUE_BITS)
#define VALUE_MASK (~(u64)0 >> (64 - VALUE_BITS))

// partial[group] is the sum of the hash terms over the group's share of `count` values, the first of which
// has the canonical index `first`.
KERNEL GROUP_OF(GROUP, 1, 1) hash_field(GLOBAL const u64* RESTRICT words, u64 count, u64 first, u32 field,
                                        GLOBAL u64* RESTRICT partial) {
  LOCAL u64 sums[GROUP];
  u32 item = local_id(0);
  u64 whole = count / PER_WORD;
  u64 sum = 0;
  for (u64 i = global_id(0); i < whole; i += global_size(0)) {
    u64 word = words[i];
#pragma unroll
    for (u32 k = 0; k < PER_WORD; ++k)
      sum += hash_term(field, first + i * PER_WORD + k, (word >> (k * VALUE_BITS)) & VALUE_MASK);
  }
  GLOBAL const VALUE* values = (GLOBAL const VALUE*)words;
  for (u64 i = whole * PER_WORD + global_id(0); i < count; i += global_size(0))
    sum += hash_term(field, first + i, (u64)values[i]);
  sums[item] = sum;
  for (u32 reach = GROUP / 2; reach > 0; reach /= 2) {
    BARRIER();
    if (item < reach) sums[item] += sums[item + reach];
  }
  if (item == 0) partial[group_id(0)] = sums[0];
}

#if VALUES > 0

// The number of the eight bytes of `word` that are equal to `value`. The sum sets the top bit of every byte
// that differs, and it never carries into the next byte.
RULE u32 bytes_equal(u64 word, u32 value) {
  u64 low_bits = 0x7F7F7F7F7F7F7F7Fu;
  u64 differing = word ^ (value * 0x0101010101010101u);
  u64 tops = (((differing & low_bits) + low_bits) | differing) & ~low_bits;
  return 8 - population((u32)tops) - population((u32)(tops >> 32));
}

// partial[group * VALUES + v] is the number of times that v occurs in the group's share of `count` bytes; the
// host makes sure that a share has fewer than 2^32 bytes. Few different values are counted in registers, many
// by atomics in the group's memory.
KERNEL GROUP_OF(GROUP, 1, 1)
    count_values(GLOBAL const u64* RESTRICT words, u64 count, GLOBAL u32* RESTRICT partial) {
  LOCAL u32 totals[VALUES];
  u32 item = local_id(0);
  // Every work-item runs these loops equally often: PoCL fails on a loop next to a barrier if the number of
  // rounds differs between work-items.
  for (u32 start = 0; start < VALUES; start += GROUP)
    if (start + item < VALUES) totals[start + item] = 0;
  BARRIER();
  u64 whole = count / 8;
#if VALUES <= 16
  u32 mine[VALUES];
#pragma unroll
  for (u32 v = 0; v < VALUES; ++v) mine[v] = 0;
  for (u64 i = global_id(0); i < whole; i += global_size(0)) {
    u64 word = words[i];
#pragma unroll
    for (u32 v = 0; v < VALUES; ++v) mine[v] += bytes_equal(word, v);
  }
#pragma unroll
  for (u32 v = 0; v < VALUES; ++v) LOCAL_ATOMIC_ADD(&totals[v], mine[v]);
#else
  for (u64 i = global_id(0); i < whole; i += global_size(0)) {
    u64 word = words[i];
    for (u32 k = 0; k < 8; ++k) {
      u32 value = (u32)(word >> (8 * k)) & 255;
      if (value < VALUES) LOCAL_ATOMIC_ADD(&totals[value], 1u);
    }
  }
#endif
  GLOBAL const u8* values = (GLOBAL const u8*)words;
  for (u64 i = whole * 8 + global_id(0); i < count; i += global_size(0)) {
    u32 value = values[i];
    if (value < VALUES) LOCAL_ATOMIC_ADD(&totals[value], 1u);
  }
  BARRIER();
  for (u32 start = 0; start < VALUES; start += GROUP)
    if (start + item < VALUES) partial[(u64)group_id(0) * VALUES + start + item] = totals[start + item];
}

#endif
