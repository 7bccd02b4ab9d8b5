// The range of the values of a field, on the device that holds it, in the dialect.

// Each work-item writes two numbers for its share of the values: the least value above 0 (~0 if there is
// none) and the greatest value.
KERNEL find_range(GLOBAL const u32* RESTRICT values, u64 first, u64 count, GLOBAL u32* RESTRICT ranges) {
  u32 least = ~0u, greatest = 0;
  for (u64 i = global_id(0); i < count; i += global_size(0)) {
    const u32 value = values[first + i];
    if (value > 0 && value < least) least = value;
    if (value > greatest) greatest = value;
  }
  ranges[2 * global_id(0)] = least;
  ranges[2 * global_id(0) + 1] = greatest;
}
