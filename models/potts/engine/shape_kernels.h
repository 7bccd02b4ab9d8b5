// Anchors and widths of cells with a length, on a device. Defines: those of moment_kernels.h.

#if MOMENTS
// The first site of every cell becomes its anchor.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    set_anchors(GLOBAL i32* RESTRICT words, GLOBAL const u32* RESTRICT first_sites, u64 rows) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    if (first_sites[row] == 0xFFFFFFFFu) continue;
    PlaceInBatch place = place_in_batch(first_sites[row]);
    GLOBAL i32* anchor = words + FIRST_LINEAR + row * VARYING + FIRST_ANCHOR;
    anchor[0] = place.x;
    anchor[1] = place.y;
    anchor[2] = place.z;
  }
}

// boxes[6 · row]: the extent of a cell relative to its anchor, as the minima of the coordinates and the
// minima of the negated coordinates, all raised by BOX_ZERO.
#define BOX_ZERO 0x40000000
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    find_boxes(GLOBAL const u32* RESTRICT sites, GLOBAL const i32* RESTRICT words, GLOBAL u32* boxes,
               u32 cells, u64 replicas) {
  LOCAL i32 term_words[WORDS];
  FETCH_BY(SUMS_GROUP, term_words, words, WORDS)
  BARRIER();
  for (u64 i = global_id(0); i < SITES_OF_REPLICA * replicas; i += global_size(0)) {
    PlaceInBatch place = place_in_batch(i);
    Tissue tissue = TISSUE_OF_REPLICA(term_words, words, place.replica, cells);
    u32 word = sites[place.replica * HELD_SIZE + place_of(place.x, place.y, place.z)];
    if (CELL_OF(word) == 0 || !word_has_length(tissue, word)) continue;
    Away away = away_of_word(tissue, word, place.x, place.y, place.z);
    GLOBAL u32* box = boxes + 6 * (place.replica * cells + CELL_OF(word));
    GLOBAL_ATOMIC_MIN(&box[0], (u32)(BOX_ZERO + away.x));
    GLOBAL_ATOMIC_MIN(&box[1], (u32)(BOX_ZERO + away.y));
    GLOBAL_ATOMIC_MIN(&box[2], (u32)(BOX_ZERO + away.z));
    GLOBAL_ATOMIC_MIN(&box[3], (u32)(BOX_ZERO - away.x));
    GLOBAL_ATOMIC_MIN(&box[4], (u32)(BOX_ZERO - away.y));
    GLOBAL_ATOMIC_MIN(&box[5], (u32)(BOX_ZERO - away.z));
  }
}

// `failed`: the first step in which a cell did not fit; the row of the first such cell, and the reason.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    check_boxes(GLOBAL const u32* RESTRICT boxes, GLOBAL const i32* RESTRICT numbers, u64 rows,
                GLOBAL u32* failed, u32 step) {
  for (u64 row = global_id(0); row < rows; row += global_size(0)) {
    GLOBAL const u32* box = boxes + 6 * row;
    if (box[0] == 0xFFFFFFFFu) continue;
    Away least = {(i32)box[0] - BOX_ZERO, (i32)box[1] - BOX_ZERO, (i32)box[2] - BOX_ZERO},
         most = {BOX_ZERO - (i32)box[3], BOX_ZERO - (i32)box[4], BOX_ZERO - (i32)box[5]},
         sides = SIDES_OF_LATTICE;
    u32 why = misfit_of(least, most, sides, (u32)numbers[row * KEPT]);
    if (why == FITS || failed[0] < step) continue;
    GLOBAL_ATOMIC_MIN(&failed[0], step);
    GLOBAL_ATOMIC_MIN(&failed[1], (u32)row << 2 | why);
  }
}
#endif
