// Data for formulas of cells from the sites of a replica, and changes of sites by life, on a device. Defines:
// those of sum_kernels.h; LIFE, FIELD_SUMS, FACES_OF_CELLS, whether the model needs these kernels.

#if FIELD_SUMS
// Adds to a 128-bit sum to which other work-items add too. In any order of additions, each word passes on one
// carry for each of its overflows, so that the sum is exact.
RULE void add_wide(GLOBAL u32* sum, WideSum term) {
  u32 words[4] = {(u32)term.low, (u32)(term.low >> 32), (u32)term.high, (u32)(term.high >> 32)};
  u32 carry = 0;
  for (u32 i = 0; i < 4; ++i) {
    u32 word = words[i] + carry, overflown = word < carry ? 1u : 0u;
    if (word != 0 && (u32)(GLOBAL_ATOMIC_ADD(&sum[i], word) + word) < word) overflown = 1;
    carry = overflown;
  }
}

// sums[4 · cell]: the sum of a field over the sites of each cell of a replica. A work-item adds up the sites
// of a run along x before it adds them to the sum of the cell. `failed` becomes 1 if a value is too large.
#define RUN 8
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    sum_field(GLOBAL const u32* RESTRICT sites, GLOBAL const f64* RESTRICT values, GLOBAL u32* sums,
              GLOBAL u32* failed, u64 replica) {
  for (u64 start = global_id(0) * RUN; start < SITES_OF_REPLICA; start += global_size(0) * RUN) {
    WideSum sum = {0, 0};
    u32 cell = 0;
    for (u64 i = start; i < start + RUN && i < SITES_OF_REPLICA; ++i) {
      PlaceInBatch place = place_in_batch(i);
      u32 next = CELL_OF(sites[replica * HELD_SIZE + place_of(place.x, place.y, place.z)]);
      f64 value = values[replica * SITES_OF_REPLICA + i];
      if (next != cell) {
        if (cell != 0) add_wide(&sums[4 * (u64)cell], sum);
        sum.low = 0;
        sum.high = 0;
        cell = next;
      }
      if (next != 0 && can_be_summed(value)) sum = added_sums(sum, in_sum_units(value));
      if (next != 0 && !can_be_summed(value)) failed[0] = 1;
    }
    if (cell != 0) add_wide(&sums[4 * (u64)cell], sum);
  }
}
#endif

#if FACES_OF_CELLS
// faces[cell · (TYPES - 1) + type]: number of faces of each cell of a replica to cells of each type.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    count_faces(GLOBAL const u32* RESTRICT sites, GLOBAL u32* faces, u64 replica) {
  for (u64 i = global_id(0); i < SITES_OF_REPLICA; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    GLOBAL const u32* at = sites + replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    u32 word = at[0];
#define PAIR(first, dx, dy, dz)                                                               \
  {                                                                                           \
    u32 neighbour = at[DISTANCE(dx, dy, dz)];                                                 \
    if (neighbour != word && neighbour != OUTSIDE) {                                          \
      if (CELL_OF(word) != 0)                                                                 \
        GLOBAL_ATOMIC_ADD(&faces[(u64)CELL_OF(word) * (TYPES - 1) + TYPE_OF(neighbour)], 1u); \
      if (CELL_OF(neighbour) != 0)                                                            \
        GLOBAL_ATOMIC_ADD(&faces[(u64)CELL_OF(neighbour) * (TYPES - 1) + TYPE_OF(word)], 1u); \
    }                                                                                         \
  }
    LATER_NEAREST
#undef PAIR
  }
}
#endif

#if LIFE
// Turns sites of dead cells into medium, and writes the present types of their cells to all other sites. Goes
// through all places of a replica, including the halo.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) change_words(GLOBAL u32* RESTRICT sites, GLOBAL const u8* RESTRICT types,
                                               GLOBAL const u8* RESTRICT dead, u32 cells, u64 replica) {
  for (u64 i = global_id(0); i < HELD_SIZE; i += global_size(0)) {
    GLOBAL u32* at = sites + replica * HELD_SIZE + i;
    u32 cell = CELL_OF(at[0]);
    if (at[0] == OUTSIDE || cell == 0) continue;
    at[0] = dead[cell] ? 0 : cell << TYPE_BITS | types[replica * cells + cell];
#if READS_GAINS
    if (dead[cell]) at[GAINS] = 0;
#endif
  }
}
#endif
