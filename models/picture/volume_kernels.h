// Rays through a solid on a device, in the dialect: the lattice stays on the device, and only the picture is
// sent to the host.

#define OUTSIDE_BOX (~(u64)0)

// The index of a site in a box. `box` holds the extent of the lattice, the first site of the box, and the
// extent of the box, each as x, y, z.
RULE u64 place_in_box(GLOBAL const u64* box, u64 site) {
  u64 x = site % box[0] - box[3], y = site / box[0] % box[1] - box[4], z = site / box[0] / box[1] - box[5];
  // Coordinates below the box wrap around to large numbers.
  if (x >= box[6] || y >= box[7] || z >= box[8]) return OUTSIDE_BOX;
  return (z * box[7] + y) * box[6] + x;
}

// Finds the classes of the sites of a box from canonical values. The values of the slab begin at `first` in
// `values`.
KERNEL classify_sites(GLOBAL const u8* RESTRICT values, u64 first, u64 slab_first, u64 count,
                      GLOBAL const u8* RESTRICT class_of, GLOBAL const u64* RESTRICT box,
                      GLOBAL u8* RESTRICT classes) {
  u64 i = global_id(0);
  if (i >= count) return;
  u64 place = place_in_box(box, slab_first + i);
  if (place != OUTSIDE_BOX) classes[place] = class_of[values[first + i]];
}

// The same for values of 32 bits. If borders run between the values, they are kept in `cells`, or with a band
// the numbers of the bands they lie in.
KERNEL classify_cells(GLOBAL const u32* RESTRICT values, u64 first, u64 slab_first, u64 count,
                      GLOBAL const u8* RESTRICT class_of, GLOBAL const u64* RESTRICT box,
                      GLOBAL u8* RESTRICT classes, u32 has_borders, GLOBAL u32* RESTRICT cells, u32 band) {
  u64 i = global_id(0);
  if (i >= count) return;
  u64 place = place_in_box(box, slab_first + i);
  if (place == OUTSIDE_BOX) return;
  u32 value = values[first + i];
  classes[place] = class_of[value];
  if (has_borders) cells[place] = band == 0 || value == 0 ? value : (value - 1) / band + 1;
}

// The same for counts: the level of a value is the number of entries of `least_of_level` that are not above
// it.
KERNEL classify_counts(GLOBAL const u32* RESTRICT values, u64 first, u64 slab_first, u64 count,
                       GLOBAL const u8* RESTRICT class_of, GLOBAL const u64* RESTRICT box,
                       GLOBAL u8* RESTRICT classes, u32 has_borders, GLOBAL u32* RESTRICT cells, u32 band,
                       GLOBAL const u32* RESTRICT least_of_level, u32 levels) {
  u64 i = global_id(0);
  if (i >= count) return;
  u64 place = place_in_box(box, slab_first + i);
  if (place == OUTSIDE_BOX) return;
  u32 value = values[first + i], below = 0, above = levels;
  while (below < above) {
    u32 middle = (below + above) / 2;
    if (least_of_level[middle] <= value)
      below = middle + 1;
    else
      above = middle;
  }
  classes[place] = class_of[below];
  if (has_borders) cells[place] = band == 0 || value == 0 ? value : (value - 1) / band + 1;
}

// Counts the visible sites in each block.
KERNEL count_blocks(GLOBAL const VolumeScene* scene, GLOBAL const u8* RESTRICT classes,
                    GLOBAL const u32* RESTRICT paints, u64 blocks, GLOBAL u16* RESTRICT counts) {
  u64 block = global_id(0);
  if (block >= blocks) return;
  const i64 bits = scene->block_bits, side = (i64)1 << bits;
  const i64 wide = scene->blocks[0], tall = scene->blocks[1];
  const i64 from_x = ((i64)block % wide) << bits, from_y = ((i64)block / wide % tall) << bits,
            from_z = ((i64)block / wide / tall) << bits;
  u32 visible = 0;
  for (i64 z = from_z; z < least_of(from_z + side, scene->size[2]); ++z)
    for (i64 y = from_y; y < least_of(from_y + side, scene->size[1]); ++y) {
      GLOBAL const u8* row = classes + site_index(scene, 0, y, z);
      for (i64 x = from_x; x < least_of(from_x + side, scene->size[0]); ++x)
        visible += paints[row[x]] >> 24 != 0;
    }
  counts[block] = (u16)visible;
}

RULE VolumeSites sites_of(GLOBAL const u8* classes, GLOBAL const u32* cells, GLOBAL const u16* blocks,
                          GLOBAL const u32* paints, GLOBAL const u32* absorption) {
  VolumeSites sites;
  sites.classes = classes;
  sites.cells = cells;
  sites.blocks = blocks;
  sites.paints = paints;
  sites.absorption = absorption;
  return sites;
}

// Casts the first ray of each pixel.
KERNEL cast_firsts(GLOBAL const VolumeScene* scene, GLOBAL const u8* classes, GLOBAL const u32* cells,
                   GLOBAL const u16* blocks, GLOBAL const u32* paints, GLOBAL const u32* absorption,
                   GLOBAL PixelSums* RESTRICT firsts) {
  const u64 pixel = global_id(0), width = (u64)scene->width;
  if (pixel >= width * (u64)scene->height) return;
  firsts[pixel] = cast_first(scene, sites_of(classes, cells, blocks, paints, absorption),
                             (i64)(pixel % width), (i64)(pixel / width));
}

KERNEL cast_pixels(GLOBAL const VolumeScene* scene, GLOBAL const u8* classes, GLOBAL const u32* cells,
                   GLOBAL const u16* blocks, GLOBAL const u32* paints, GLOBAL const u32* absorption,
                   GLOBAL const PixelSums* RESTRICT firsts, GLOBAL PixelSums* RESTRICT sums) {
  const u64 pixel = global_id(0), width = (u64)scene->width;
  if (pixel >= width * (u64)scene->height) return;
  sums[pixel] = cast_pixel(scene, sites_of(classes, cells, blocks, paints, absorption), firsts,
                           (i64)(pixel % width), (i64)(pixel / width));
}
