// A window on a plane of a lattice that a device holds, in the dialect: only the pixels of the window are
// sent to the host.

// The index of a sample among the values of a piece of the field; it is past the end if the sample lies in
// another piece. `place` holds the index of the plane's first site, then the increments for a column and for
// a row.
RULE u64 sample_in_piece(GLOBAL const u64* place, GLOBAL const u32* columns, GLOBAL const u32* rows,
                         u64 across, u64 sample, u64 piece_first) {
  return place[0] + columns[sample % across] * place[1] + rows[sample / across] * place[2] - piece_first;
}

// Finds the classes of samples from canonical values. The values of the piece begin at `first` in `values`.
KERNEL sample_bytes(GLOBAL const u8* RESTRICT values, u64 first, u64 piece_first, u64 count,
                    GLOBAL const u64* RESTRICT place, GLOBAL const u32* RESTRICT columns,
                    GLOBAL const u32* RESTRICT rows, u64 across, u64 from, u64 end,
                    GLOBAL const u8* RESTRICT class_of, GLOBAL u8* RESTRICT classes, u32 has_borders,
                    GLOBAL u32* RESTRICT borders, u32 band) {
  const u64 sample = from + global_id(0);
  if (sample >= end) return;
  const u64 at = sample_in_piece(place, columns, rows, across, sample, piece_first);
  if (at >= count) return;
  const u32 value = values[first + at];
  classes[sample] = class_of[value];
  if (has_borders) borders[sample] = band == 0 || value == 0 ? value : (value - 1) / band + 1;
}

// The same for values of 32 bits. If values are counts, `class_of` is indexed by level; the level of a value
// is the number of entries of `least_of_level` that are not above it.
KERNEL sample_words(GLOBAL const u32* RESTRICT values, u64 first, u64 piece_first, u64 count,
                    GLOBAL const u64* RESTRICT place, GLOBAL const u32* RESTRICT columns,
                    GLOBAL const u32* RESTRICT rows, u64 across, u64 from, u64 end,
                    GLOBAL const u8* RESTRICT class_of, GLOBAL u8* RESTRICT classes, u32 has_borders,
                    GLOBAL u32* RESTRICT borders, u32 band, GLOBAL const u32* RESTRICT least_of_level,
                    u32 levels) {
  const u64 sample = from + global_id(0);
  if (sample >= end) return;
  const u64 at = sample_in_piece(place, columns, rows, across, sample, piece_first);
  if (at >= count) return;
  const u32 value = values[first + at];
  u32 entry = value;
  if (levels > 0) {
    u32 above = levels;
    entry = 0;
    while (entry < above) {
      const u32 middle = (entry + above) / 2;
      if (least_of_level[middle] <= value)
        entry = middle + 1;
      else
        above = middle;
    }
  }
  classes[sample] = class_of[entry];
  if (has_borders) borders[sample] = band == 0 || value == 0 ? value : (value - 1) / band + 1;
}

KERNEL paint_pixels(GLOBAL const PlaneScene* scene, GLOBAL const u8* classes, GLOBAL const u32* borders,
                    GLOBAL const u32* paints, GLOBAL u32* RESTRICT pixels) {
  const u64 pixel = global_id(0), width = (u64)scene->width;
  if (pixel >= width * (u64)scene->height) return;
  PlaneSamples samples;
  samples.classes = classes;
  samples.borders = borders;
  samples.paints = paints;
  pixels[pixel] = plane_pixel(scene, samples, (i64)(pixel % width), (i64)(pixel / width));
}
