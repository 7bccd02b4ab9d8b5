// Levels of fields on a device. Defines: those of site_kernels.h; GAINS, the number of places of all
// replicas.

#if LEVELS > 0
// `plane` is the start of the levels of one entry, which lie after the words of sites. `failed` becomes the
// first step in which a level is too large.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_levels(GLOBAL u32* sites, GLOBAL const f64* RESTRICT values, u64 plane, u32 response, u64 half_bits,
               u64 amount_bits, u64 count, GLOBAL u32* failed, u32 entry, u32 step) {
  f64 half_way = f64_of_bits(half_bits), amount = f64_of_bits(amount_bits);
  for (u64 i = global_id(0); i < count; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    f64 level = amount * response_to(values[i], response, half_way);
    u32 fits = is_level(level);
    if (!fits) GLOBAL_ATOMIC_MIN(&failed[entry], step);
    set_site(sites + plane + place.replica * HELD_SIZE, place.x, place.y, place.z,
             (u32)(fits ? whole_level(level) : 0));
  }
}
#endif
