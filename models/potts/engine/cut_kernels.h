// Cuts dividing cells in two on a device, by life/division_rule.h. Defines: those of life_kernels.h; DIVIDES,
// whether cells divide; CONNECTED_CELLS, whether some of them must stay in one piece; CUT_GROUP, the number
// of work-items that cut a cell; DIMENSIONS.

#if DIVIDES
// Lists the sites of chosen cells, cell by cell, and stores for each site its place in the list. next[row] is
// the place for the next site of a cell, NOT_CHOSEN for other cells. A work-item lists a run of sites along x
// at once.
#define NOT_CHOSEN 0xFFFFFFFFu
#define LISTED_RUN 4
KERNEL GROUP_OF(SUMS_GROUP, 1, 1) list_sites(GLOBAL const u32* RESTRICT sites, GLOBAL u32* next,
                                             GLOBAL u32* list, GLOBAL u32* places, u32 cells, u64 replicas) {
  u64 count = SITES_OF_REPLICA * replicas;
  for (u64 start = global_id(0) * LISTED_RUN; start < count; start += global_size(0) * LISTED_RUN) {
    u32 length = 1;
    for (u64 i = start; i < start + LISTED_RUN && i < count; i += length) {
      PlaceInBatch place = place_in_batch(i);
      GLOBAL const u32* at = sites + place.replica * HELD_SIZE + place_of(place.x, place.y, place.z);
      u32 cell = CELL_OF(at[0]);
      length = 1;
      while (i + length < start + LISTED_RUN && place.x + (i32)length < (i32)SIDE_X &&
             CELL_OF(at[length]) == cell)
        ++length;
      u64 row = place.replica * cells + cell;
      if (cell == 0 || next[row] == NOT_CHOSEN) continue;
      u32 listed = GLOBAL_ATOMIC_ADD(&next[row], length);
      for (u32 k = 0; k < length; ++k) {
        list[listed + k] = (u32)(i + k - place.replica * SITES_OF_REPLICA);
#if CONNECTED_CELLS
        places[i + k] = listed + k;
#endif
      }
    }
  }
}

#define SIDES_OF_CUT \
  { PERIODIC_X ? SIDE_X : 0, PERIODIC_Y ? SIDE_Y : 0, PERIODIC_Z&& DIMENSIONS == 3 ? SIDE_Z : 0 }

RULE CutVector place_of_site(u32 site) {
  CutVector place = {site % SIDE_X, site / SIDE_X % SIDE_Y, site / SIDE_X / SIDE_Y};
  return place;
}

#if CONNECTED_CELLS
// The smaller of `label` and the label of one neighbour, if that is connected with the site on its side.
// After enough rounds labels[i] is the lowest place in the list of all sites connected with site i.
RULE u32 joined_label(u32 label, GLOBAL const u32* at, u32 cell, u8 side, i32 x, i32 y, i32 z, i32 dx, i32 dy,
                      i32 dz, GLOBAL const u32* places, GLOBAL const u8* sides, GLOBAL const u32* labels) {
  if (CELL_OF(at[DISTANCE(dx, dy, dz)]) != cell) return label;
  x = (x + dx + SIDE_X) % SIDE_X;
  y = (y + dy + SIDE_Y) % SIDE_Y;
  z = (z + dz + SIDE_Z) % SIDE_Z;
  u32 listed = places[((u64)z * SIDE_Y + (u64)y) * SIDE_X + (u64)x];
  if (sides[listed] != side) return label;
  return labels[listed] < label ? labels[listed] : label;
}

RULE u32 least_joined(u32 i, u32 site, GLOBAL const u32* sites, u32 cell, GLOBAL const u32* places,
                      GLOBAL const u8* sides, GLOBAL const u32* labels) {
  CutVector place = place_of_site(site);
  i32 x = (i32)place.x, y = (i32)place.y, z = (i32)place.z;
  GLOBAL const u32* at = sites + place_of(x, y, z);
  u8 side = sides[i];
  u32 label = labels[labels[i]];
#define LOOK(dx, dy, dz) \
  label = joined_label(label, at, cell, side, x, y, z, dx, dy, dz, places, sides, labels);
  LOOK(-1, 0, 0)
  LOOK(1, 0, 0)
  LOOK(0, -1, 0)
  LOOK(0, 1, 0)
#if DIMENSIONS == 3
  LOOK(0, 0, -1)
  LOOK(0, 0, 1)
#endif
#undef LOOK
  return label;
}
#endif

// One work-group measures one cell. moments[i]: moments of its sites, relative to its first site firsts[i].
// spans[2 · i]: start of its sites in the list, and their number.
KERNEL GROUP_OF(CUT_GROUP, 1, 1)
    measure_cells(GLOBAL const u32* RESTRICT mothers, GLOBAL const u32* RESTRICT next,
                  GLOBAL const i32* RESTRICT counts, GLOBAL const u32* RESTRICT list,
                  GLOBAL CutMoments* RESTRICT moments, GLOBAL u32* RESTRICT firsts,
                  GLOBAL u32* RESTRICT spans, u32 count) {
  LOCAL CutMoments partial[CUT_GROUP];
  LOCAL u32 least[CUT_GROUP];
  u32 lane = local_id(0);
  CutVector lattice_sides = SIDES_OF_CUT;
  for (u32 cut = group_id(0); cut < count; cut += group_count(0)) {
    u32 row = mothers[cut], held = (u32)counts[(u64)row * KEPT], start = next[row] - held, end = start + held;
    u32 first_site = 0xFFFFFFFFu;
    for (u32 i = start + lane; i < end; i += CUT_GROUP)
      if (list[i] < first_site) first_site = list[i];
    least[lane] = first_site;
    BARRIER();
    for (u32 i = 0; i < CUT_GROUP; ++i)
      if (least[i] < first_site) first_site = least[i];
    CutVector first = place_of_site(first_site);

    CutMoments sum = no_moments();
    for (u32 i = start + lane; i < end; i += CUT_GROUP)
      sum = added_moments(sum, moments_of_site(seen_from(place_of_site(list[i]), first, lattice_sides)));
    partial[lane] = sum;
    for (u32 adding = CUT_GROUP / 2; adding > 0; adding /= 2) {
      BARRIER();
      if (lane < adding) partial[lane] = added_moments(partial[lane], partial[lane + adding]);
    }
    if (lane == 0) {
      moments[cut] = partial[0];
      firsts[cut] = first_site;
      spans[2 * (u64)cut] = start;
      spans[2 * (u64)cut + 1] = held;
    }
    BARRIER();
  }
}

// normals[i]: normal of the cut of a cell. type_cuts[5 · type]: axis, sides that must be connected, and the
// given direction. directions[3 · i]: the normal, if axes are random. There is one work-item for each cell,
// because this work cannot be divided further.
KERNEL GROUP_OF(SUMS_GROUP, 1, 1)
    find_normals(GLOBAL const CutMoments* RESTRICT moments, GLOBAL const u32* RESTRICT mothers,
                 GLOBAL const u8* RESTRICT types, GLOBAL const u32* RESTRICT numbers,
                 GLOBAL const i32* RESTRICT type_cuts, GLOBAL const u32x2* RESTRICT keys,
                 GLOBAL const i32* RESTRICT directions, GLOBAL CutVector* RESTRICT normals, u32 count,
                 u32 cells, u64 step) {
  CutVector lattice_sides = SIDES_OF_CUT;
  for (u32 cut = (u32)global_id(0); cut < count; cut += (u32)global_size(0)) {
    u32 row = mothers[cut];
    GLOBAL const i32* type_cut = type_cuts + 5u * types[row];
    CutVector given = {type_cut[2], type_cut[3], type_cut[4]};
    if (type_cut[0] == CUT_RANDOM) {
      given.x = directions[3 * (u64)cut];
      given.y = directions[3 * (u64)cut + 1];
      given.z = directions[3 * (u64)cut + 2];
    }
    CutVector none = {0, 0, 0};
    CutMoments cell = moments[cut];
    u32 word = draw(keys[row / cells], numbers[row], step, AXIS_DRAW).w;
    normals[cut] = can_be_cut(cell, lattice_sides)
                       ? normal_of_cut((u32)type_cut[0], cell, given, DIMENSIONS, word)
                       : none;
  }
}

// Flag in the count of a work-item that has found a site not on the cut. It is above any number of its sites.
#define BESIDE_CUT 0x80000000u

// One work-group cuts one cell. daughter_sites[i]: number of sites that the new cell gets, 0 if the cell
// cannot be cut. sides[] of its listed sites is 1 for sites of the new cell.
KERNEL GROUP_OF(CUT_GROUP, 1, 1)
    cut_cells(GLOBAL const u32* RESTRICT sites, GLOBAL const u32* RESTRICT mothers,
              GLOBAL const u8* RESTRICT types, GLOBAL const u32* RESTRICT numbers,
              GLOBAL const i32* RESTRICT type_cuts, GLOBAL const u32x2* RESTRICT keys,
              GLOBAL const CutMoments* RESTRICT all_moments, GLOBAL const CutVector* RESTRICT normals,
              GLOBAL const u32* RESTRICT firsts, GLOBAL const u32* RESTRICT spans,
              GLOBAL const u32* RESTRICT list, GLOBAL const u32* RESTRICT places, GLOBAL u8* sides,
              GLOBAL u32* labels, GLOBAL u32* RESTRICT daughter_sites, u32 count, u32 cells, u64 step) {
  LOCAL u32 partial[CUT_GROUP];
  LOCAL u32 is_possible;
#if CONNECTED_CELLS
  LOCAL u32 changed;
#endif
  u32 lane = local_id(0);
  CutVector lattice_sides = SIDES_OF_CUT;
  for (u32 cut = group_id(0); cut < count; cut += group_count(0)) {
    u32 row = mothers[cut], replica = row / cells;
    u32 start = spans[2 * (u64)cut], held = spans[2 * (u64)cut + 1], end = start + held;
    u32x2 key = keys[replica];
    CutVector first = place_of_site(firsts[cut]), normal = normals[cut];
    CutMoments moments = all_moments[cut];
    if (lane == 0) is_possible = can_be_cut(moments, lattice_sides);
    BARRIER();
    u32 word_of_cell = draw(key, numbers[row], step, AXIS_DRAW).z, on_side = 0, beside_cut = 0;
    if (is_possible)
      for (u32 i = start + lane; i < end; i += CUT_GROUP) {
        i64 side = side_of_cut(seen_from(place_of_site(list[i]), first, lattice_sides), moments, normal);
        u32 word = side == 0 ? draw(key, list[i], step, TIE_DRAW).x : 0;
        u32 is_daughters = is_of_daughter(side, word, word_of_cell);
        sides[i] = (u8)is_daughters;
        on_side += is_daughters;
        if (side != 0) beside_cut = BESIDE_CUT;
      }
    partial[lane] = on_side | beside_cut;
    BARRIER();
    if (lane == 0) {
      for (u32 i = 1; i < CUT_GROUP; ++i) {
        on_side += partial[i] & ~BESIDE_CUT;
        beside_cut |= partial[i] & BESIDE_CUT;
      }
      if (!beside_cut) is_possible = 0;
    }
#if CONNECTED_CELLS
    GLOBAL_BARRIER();
    // Cells that need not be connected have no sites to label, but all work-items must reach the barriers.
    u32 connected_sides = (u32)type_cuts[5u * types[row] + 1u];
    u32 labelled_end = is_possible && connected_sides ? end : start, goes_on = 1, parts = 0;
    GLOBAL const u32* of_replica = sites + replica * HELD_SIZE;
    GLOBAL const u32* places_of_replica = places + replica * SITES_OF_REPLICA;
    for (u32 i = start + lane; i < labelled_end; i += CUT_GROUP) labels[i] = i;
    do {
      BARRIER();
      if (lane == 0) changed = 0;
      GLOBAL_BARRIER();
      for (u32 i = start + lane; i < labelled_end; i += CUT_GROUP) {
        u32 label =
            least_joined(i, list[i], of_replica, row - replica * cells, places_of_replica, sides, labels);
        if (label >= labels[i]) continue;
        labels[i] = label;
        LOCAL_ATOMIC_ADD(&changed, 1u);
      }
      GLOBAL_BARRIER();
      goes_on = changed;
    } while (goes_on);
    // Each side that must be connected must consist of one part.
    for (u32 i = start + lane; i < labelled_end; i += CUT_GROUP)
      parts += labels[i] == i ? connected_sides >> sides[i] & 1u : 0u;
    partial[lane] = parts;
    BARRIER();
    if (lane == 0) {
      for (u32 i = 1; i < CUT_GROUP; ++i) parts += partial[i];
      u32 sides_in_one_part = (connected_sides & 1u) + (connected_sides >> 1);
      if (labelled_end > start && parts != sides_in_one_part) is_possible = 0;
    }
#endif
    if (lane == 0) daughter_sites[cut] = is_possible ? on_side : 0;
    BARRIER();
  }
}

// Gives new cells their sites, with one work-group for each cell. daughters[i]: row of the new cell, 0 for
// none. If the volume is the only kept number, `volumes` can be updated at once.
KERNEL GROUP_OF(CUT_GROUP, 1, 1)
    take_sites(GLOBAL u32* sites, GLOBAL const u32* RESTRICT mothers, GLOBAL const u32* RESTRICT daughters,
               GLOBAL const u32* RESTRICT daughter_sites, GLOBAL const u32* RESTRICT spans,
               GLOBAL const u32* RESTRICT list, GLOBAL const u8* RESTRICT sides,
               GLOBAL const u8* RESTRICT types, GLOBAL u32* volumes, u32 volumes_follow, u32 count,
               u32 cells_before, u32 cells) {
  for (u32 cut = group_id(0); cut < count; cut += group_count(0)) {
    u32 daughter = daughters[cut], start = spans[2 * (u64)cut], end = start + spans[2 * (u64)cut + 1];
    u64 replica = mothers[cut] / cells_before;
    if (daughter == 0) continue;
    if (volumes_follow && local_id(0) == 0) {
      u64 first = replica * cells;
      volumes[first + daughter] = daughter_sites[cut];
      volumes[first + mothers[cut] - replica * cells_before] -= daughter_sites[cut];
    }
    u32 word = daughter << TYPE_BITS | types[replica * cells + daughter];
    for (u32 i = start + local_id(0); i < end; i += CUT_GROUP) {
      CutVector place = place_of_site(list[i]);
      if (sides[i]) set_site(sites + replica * HELD_SIZE, (i32)place.x, (i32)place.y, (i32)place.z, word);
    }
  }
}
#endif
