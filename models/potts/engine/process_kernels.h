// Processes on a device: what they do to cells, and how copies come to see it. Defines: those of
// find_kernels.h; VARYING, numbers whose targets cells have of their own; PROCESS_KERNELS, a kernel
// KEY_cells for each process, which applies its rule to every cell that has sites.

PROCESS_KERNELS

// After processes have set types.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_type_words(GLOBAL u32* RESTRICT sites, GLOBAL const u8* RESTRICT types, u32 cells, u64 places) {
  for (u64 i = global_id(0); i < places; i += global_size(0)) {
    u32 word = sites[i];
    if (word != OUTSIDE) sites[i] = CELL_OF(word) << TYPE_BITS | types[i / HELD_SIZE * cells + CELL_OF(word)];
  }
}

#if VARYING > 0
// Of one target that varies: its number, and its place among those that do. `failed` holds, for each
// of them, the first row of the table with a target beyond `most`, and the first step in which there was one.
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
