// Processes on a device: they change cells, and later copies use the new values. Defines: those of
// site_kernels.h; VARYING, the number of words that every cell has for its copies (linear parts of targets
// that vary, and from FIRST_DRIFT on its drift); TARGETS, DRIFTS, PLACES, whether the model has these;
// PROCESS_KERNELS, a kernel KEY_cells for each process, which applies its rule to every cell that has sites.

PROCESS_KERNELS

// Writes the types that processes have set to the words of sites.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_type_words(GLOBAL u32* RESTRICT sites, GLOBAL const u8* RESTRICT types, u32 cells, u64 places) {
  for (u64 i = global_id(0); i < places; i += global_size(0)) {
    u32 word = sites[i];
    if (word != OUTSIDE) sites[i] = CELL_OF(word) << TYPE_BITS | types[i / HELD_SIZE * cells + CELL_OF(word)];
  }
}

#if PLACES || MOMENTS
#define SIDE_IF_PERIODIC(side, periodic) ((periodic) ? (i32)(side) : 0)

// Finds the first site of every cell.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    find_anchors(GLOBAL const u32* RESTRICT sites, GLOBAL u32* anchors, u32 cells, u64 replicas) {
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    u32 cell = CELL_OF(sites[place.replica * HELD_SIZE + place_of(place.x, place.y, place.z)]);
    if (cell != 0) GLOBAL_ATOMIC_MIN(&anchors[place.replica * cells + cell], (u32)(i % SITES_OF_REPLICA));
  }
}
#endif

#if PLACES

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    sum_places(GLOBAL const u32* RESTRICT sites, GLOBAL const u32* RESTRICT anchors, GLOBAL i32* sums,
               u32 cells, u64 replicas) {
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    u32 cell = CELL_OF(sites[place.replica * HELD_SIZE + place_of(place.x, place.y, place.z)]);
    if (cell == 0) continue;
    u64 row = place.replica * cells + cell;
    PlaceInBatch anchor = place_in_batch(anchors[row]);
    i32 x = nearest_image(place.x - anchor.x, SIDE_IF_PERIODIC(SIDE_X, PERIODIC_X)),
        y = nearest_image(place.y - anchor.y, SIDE_IF_PERIODIC(SIDE_Y, PERIODIC_Y)),
        z = nearest_image(place.z - anchor.z, SIDE_IF_PERIODIC(SIDE_Z, PERIODIC_Z));
    if (x != 0) GLOBAL_ATOMIC_ADD(&sums[3 * row], x);
    if (y != 0) GLOBAL_ATOMIC_ADD(&sums[3 * row + 1], y);
    if (z != 0) GLOBAL_ATOMIC_ADD(&sums[3 * row + 2], z);
  }
}

KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_places(GLOBAL f64* RESTRICT along_x, GLOBAL f64* RESTRICT along_y, GLOBAL f64* RESTRICT along_z,
               GLOBAL const u32* RESTRICT anchors, GLOBAL const i32* RESTRICT sums,
               GLOBAL const i32* RESTRICT numbers, u32 cells, u64 rows) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    i32 volume = numbers[row * KEPT];
    if (row % cells == 0 || volume <= 0) continue;
    PlaceInBatch anchor = place_in_batch(anchors[row]);
    along_x[row] = mean_place(anchor.x, sums[3 * row], volume, SIDE_IF_PERIODIC(SIDE_X, PERIODIC_X));
    along_y[row] = mean_place(anchor.y, sums[3 * row + 1], volume, SIDE_IF_PERIODIC(SIDE_Y, PERIODIC_Y));
    along_z[row] = mean_place(anchor.z, sums[3 * row + 2], volume, SIDE_IF_PERIODIC(SIDE_Z, PERIODIC_Z));
  }
}
#endif

#if DRIFTS
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_drifts(GLOBAL i32* RESTRICT linears, GLOBAL const f64* RESTRICT along_x,
               GLOBAL const f64* RESTRICT along_y, GLOBAL const f64* RESTRICT along_z,
               GLOBAL const u8* RESTRICT types, GLOBAL const i64* RESTRICT strengths, u64 rows) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    GLOBAL i32* drift = linears + FIRST_LINEAR + row * VARYING + FIRST_DRIFT;
    drift[0] = drift_along(strengths[types[row]], along_x[row]);
    drift[1] = drift_along(strengths[types[row]], along_y[row]);
    drift[2] = drift_along(strengths[types[row]], along_z[row]);
  }
}
#endif

#if TARGETS > 0
// Computes the linear parts of one target that varies. `number` is its kept number, `place` its index among
// the targets that vary. `failed` holds for each of these targets the first row of the table with a value
// beyond `most`, and the first step in which this happened.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_linears(GLOBAL i32* RESTRICT linears, GLOBAL const f64* RESTRICT targets,
                GLOBAL const u8* RESTRICT types, GLOBAL const Quadratic* RESTRICT constraints, u32 number,
                u32 place, u64 most, u64 rows, GLOBAL u32* failed, u32 step) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    u32 fits = is_target(targets[row], f64_of_bits(most));
    if (!fits && failed[2 * place + 1] >= step) {
      GLOBAL_ATOMIC_MIN(&failed[2 * place + 1], step);
      GLOBAL_ATOMIC_MIN(&failed[2 * place], (u32)row);
    }
    linears[FIRST_LINEAR + row * VARYING + place] =
        linear_of_target(constraints[number * TYPES + types[row]].strength, fits ? targets[row] : 0.0);
  }
}
#endif
