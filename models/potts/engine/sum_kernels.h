// Reading and writing of sites, counts of cells, and hashes on a device. Defines: those of site_kernels.h;
// SITES_OF_REPLICA, the number of sites of a replica; SUMS_GROUP.

// The site with index `canonical` among those of all replicas.
typedef struct {
  u64 replica;
  i32 x, y, z;
} PlaceInBatch;

RULE PlaceInBatch place_in_batch(u64 canonical) {
  u64 site = canonical % SITES_OF_REPLICA;
  PlaceInBatch place = {canonical / SITES_OF_REPLICA, (i32)(site % SIDE_X), (i32)(site / SIDE_X % SIDE_Y),
                        (i32)(site / SIDE_X / SIDE_Y)};
  return place;
}

// Before sites are written, sets every place to the word for sites beyond a wall.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) clear_words(GLOBAL u32* RESTRICT words, u64 count) {
  for (u64 i = global_id(0); i < count; i += global_size(0)) words[i] = OUTSIDE;
}

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    put_sites(GLOBAL u32* sites, GLOBAL const u32* RESTRICT cells_of_sites, GLOBAL const u8* RESTRICT types,
              u64 first, u64 count, u32 cells) {
  for (u64 i = global_id(0); i < count; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(first + i);
    u32 cell = cells_of_sites[i];
    set_site(sites + place.replica * HELD_SIZE, place.x, place.y, place.z,
             cell << TYPE_BITS | types[place.replica * cells + cell]);
  }
}

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    get_sites(GLOBAL const u32* RESTRICT sites, GLOBAL u32* RESTRICT cells_of_sites, u64 first, u64 count) {
  for (u64 i = global_id(0); i < count; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(first + i);
    cells_of_sites[i] = CELL_OF(sites[place.replica * HELD_SIZE + place_of(place.x, place.y, place.z)]);
  }
}

#if READS_GAINS
// The same for the steps in which sites were gained.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    put_gains(GLOBAL u32* sites, GLOBAL const u32* RESTRICT gains, u64 first, u64 count) {
  for (u64 i = global_id(0); i < count; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(first + i);
    set_site(sites + GAINS + place.replica * HELD_SIZE, place.x, place.y, place.z, gains[i]);
  }
}

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    get_gains(GLOBAL const u32* RESTRICT sites, GLOBAL u32* RESTRICT gains, u64 first, u64 count) {
  for (u64 i = global_id(0); i < count; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(first + i);
    gains[i] = sites[GAINS + place.replica * HELD_SIZE + place_of(place.x, place.y, place.z)];
  }
}
#endif

// Counts the numbers of all cells anew.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) count_cells(GLOBAL const u32* RESTRICT sites, GLOBAL i32* all_cells,
                                              GLOBAL const i32* RESTRICT words, u32 cells, u64 replicas) {
  LOCAL i32 term_words[WORDS];
  for (u32 start = 0; start < WORDS; start += SUMS_GROUP)
    if (start + local_id(0) < WORDS) term_words[start + local_id(0)] = words[start + local_id(0)];
  BARRIER();
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    Tissue tissue = TISSUE_OF_REPLICA(term_words, words, place.replica, cells);
    SITES at = sites + place.replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    if (CELL_OF(at[0]) == 0) continue;
    i32 numbers[KEPT];
    numbers[0] = 1;
    COUNT_SITE(tissue, at)
#if MOMENTS
    count_moments(tissue, at[0], place.x, place.y, place.z, numbers);
#endif
    for (u32 number = 0; number < KEPT; ++number)
      change_number(all_cells + place.replica * cells * KEPT, at[0], number, numbers[number]);
  }
}

// partial[group · 2 · PAIRS + pair]: number of pairs of sites in different cells of one replica, by the types
// of the cells, in the contact neighbourhood and then among nearest neighbours. LATER and LATER_NEAREST are
// lists PAIR(counts, dx, dy, dz) … that contain every pair of sites once.
#define PAIRS ((TYPES - 1) * (TYPES - 1))
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    count_contacts(GLOBAL const u32* RESTRICT sites, GLOBAL u32* RESTRICT partial, u64 replica) {
  LOCAL u32 counts[2 * PAIRS];
  for (u32 start = 0; start < 2 * PAIRS; start += SUMS_GROUP)
    if (start + local_id(0) < 2 * PAIRS) counts[start + local_id(0)] = 0;
  BARRIER();
  for (u64 i = global_id(0); i < SITES_OF_REPLICA; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    GLOBAL const u32* at = sites + replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    u32 word = at[0], type = TYPE_OF(word);
#define PAIR(first, dx, dy, dz)                                                                          \
  {                                                                                                      \
    u32 neighbour = at[DISTANCE(dx, dy, dz)], neighbour_type = TYPE_OF(neighbour);                       \
    if (neighbour != word && neighbour != OUTSIDE)                                                       \
      LOCAL_ATOMIC_ADD(&counts[(first) + (type < neighbour_type ? type * (TYPES - 1) + neighbour_type    \
                                                                : neighbour_type * (TYPES - 1) + type)], \
                       1u);                                                                              \
  }
    LATER LATER_NEAREST
#undef PAIR
  }
  BARRIER();
  for (u32 start = 0; start < 2 * PAIRS; start += SUMS_GROUP)
    if (start + local_id(0) < 2 * PAIRS)
      partial[group_id(0) * 2 * PAIRS + start + local_id(0)] = counts[start + local_id(0)];
}

// partial[replica · groups + group]: parts of the replica's state hash, computed as on the host.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) hash_sites(GLOBAL const u32* RESTRICT sites, GLOBAL u64* RESTRICT partial) {
  LOCAL u64 sums[SUMS_GROUP];
  u64 replica = group_id(1), sum = 0;
  for (u64 i = global_id(0); i < SITES_OF_REPLICA; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    SITES at = sites + replica * HELD_SIZE + place_of(place.x, place.y, place.z);
    sum += hash_term(CELL_FIELD, i, CELL_OF(at[0]));
#if READS_GAINS
    sum += hash_term(GAIN_FIELD, i, GAINED(at));
#endif
  }
  sum = group_sum(sums, sum);
  if (local_id(0) == 0) partial[replica * group_count(0) + group_id(0)] = sum;
}
