// The parallel order on a device: a work-item for each region, which attempts its copies one after the other.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, RIM, RIM_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its rim (see padded_lattice.h), and PLACE, a type that counts its words; TYPE_BITS, TYPES,
// OUTSIDE, FIXED, CONNECTED; REGION_X …, STRIDE_X …, PARTS_X …, ORIGINS_X … of each axis; ATTEMPTS; WAYS;
// HAS_SURFACE, HAS_POTENTIAL; CONTACTS, a list CONTACT(dx, dy, dz) …, FACES, a list FACE(dx, dy, dz) …,
// AROUND, a list SITE(bit, dx, dy, dz) …; GROUP.

#define REGIONS ((u32)PARTS_X * PARTS_Y * PARTS_Z)
#define REGION_SITES (REGION_X * REGION_Y * REGION_Z)
#define DISTANCE(dx, dy, dz) (((i64)(dz)*HELD_Y + (dy)) * HELD_X + (dx))
#define TYPE_OF(word) ((word) & ((1u << TYPE_BITS) - 1))
#define CELL_OF(word) ((word) >> TYPE_BITS)
#define KEPT (1 + HAS_SURFACE)  // numbers kept of each cell: its volume, and its surface where that matters
#define RECORDED (2 + HAS_SURFACE)

RULE PLACE place_of(i32 x, i32 y, i32 z) {
  return ((PLACE)(z + RIM_Z) * HELD_Y + (PLACE)(y + RIM)) * HELD_X + (PLACE)(x + RIM);
}

// Where the rim repeats a coordinate; the coordinate itself where it does not.
RULE i32 repeated(i32 at, i32 side, i32 rim, i32 periodic) {
  if (!periodic) return at;
  if (at < rim) return at + side;
  return at + rim >= side ? at - side : at;
}

RULE void set_site(GLOBAL u32* sites, i32 x, i32 y, i32 z, u32 word) {
  i32 other_x = repeated(x, SIDE_X, RIM, PERIODIC_X), other_y = repeated(y, SIDE_Y, RIM, PERIODIC_Y),
      other_z = repeated(z, SIDE_Z, RIM_Z, PERIODIC_Z);
  sites[place_of(x, y, z)] = word;
  if (other_x != x) sites[place_of(other_x, y, z)] = word;
  if (other_y != y) sites[place_of(x, other_y, z)] = word;
  if (other_x != x && other_y != y) sites[place_of(other_x, other_y, z)] = word;
  if (other_z == z) return;
  sites[place_of(x, y, other_z)] = word;
  if (other_x != x) sites[place_of(other_x, y, other_z)] = word;
  if (other_y != y) sites[place_of(x, other_y, other_z)] = word;
  if (other_x != x && other_y != y) sites[place_of(other_x, other_y, other_z)] = word;
}

// The tables of a model, in the group's memory: J of every pair of types; strength and linear term of volume
// and surface of every type; for each neighbour that may be copied its distance in memory, and what the
// potential adds.
typedef struct {
  i32 adhesion[TYPES * TYPES];
  i64 volume[2 * TYPES];
  i64 surface[HAS_SURFACE ? 2 * TYPES : 1];
  i32 source[WAYS];
  i32 potential[HAS_POTENTIAL ? TYPES * WAYS : 1];
} Tables;

#define FETCH(table, from, count)                      \
  for (u32 start = 0; start < (count); start += GROUP) \
    if (start + local_id(0) < (count)) table[start + local_id(0)] = from[start + local_id(0)];

RULE Quadratic term_of(LOCAL_POINTER const i64* terms, u32 type) {
  Quadratic term = {terms[2 * type], terms[2 * type + 1]};
  return term;
}

// The sites around this one that belong to a cell, as bits.
RULE u32 own_around(GLOBAL const u32* at, u32 word) {
  u32 own = 0;
#define SITE(bit, dx, dy, dz) own |= (u32)(at[DISTANCE(dx, dy, dz)] == word) << (bit);
  AROUND
#undef SITE
  return own;
}

RULE i32 adhesion_of(GLOBAL const u32* at, u32 before, u32 after, LOCAL_POINTER const i32* j_before,
                     LOCAL_POINTER const i32* j_after) {
  i32 change = 0;
#define CONTACT(dx, dy, dz)                                                           \
  {                                                                                   \
    u32 neighbour = at[DISTANCE(dx, dy, dz)];                                         \
    change += adhesion_change(before, after, neighbour, j_before[TYPE_OF(neighbour)], \
                              j_after[TYPE_OF(neighbour)]);                           \
  }
  CONTACTS
#undef CONTACT
  return change;
}

typedef struct {
  i32 before, after;
} SurfaceChanges;

RULE SurfaceChanges surface_changes(GLOBAL const u32* at, u32 before, u32 after) {
  i32 faces = 0, own = 0, others = 0;
#define FACE(dx, dy, dz)                      \
  {                                           \
    u32 neighbour = at[DISTANCE(dx, dy, dz)]; \
    faces += (i32)(neighbour != OUTSIDE);     \
    own += (i32)(neighbour == before);        \
    others += (i32)(neighbour == after);      \
  }
  FACES
#undef FACE
  SurfaceChanges changes = {surface_lost(faces, own), surface_gained(faces, others)};
  return changes;
}

RULE void change_cell(GLOBAL i32* cells, u32 word, i32 volume, i32 surface) {
  if (CELL_OF(word) == 0) return;
  GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT], volume);
#if HAS_SURFACE
  if (surface) GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT + 1], surface);
#endif
}

// Adds a copy of the sub-step before, as it was recorded, to the cells' counts.
RULE void change_as_recorded(GLOBAL i32* cells, GLOBAL const u32* record, u64 items) {
  u32 before = record[0];
  if (before == OUTSIDE) return;
  u32 after = record[items];
  i32 lost = 0, gained = 0;
#if HAS_SURFACE
  lost = (i32)(record[2 * items] & 0xFFFFu) - 0x8000;
  gained = (i32)(record[2 * items] >> 16) - 0x8000;
#endif
  change_cell(cells, before, -1, lost);
  change_cell(cells, after, 1, gained);
}

// One sub-step of all replicas. An attempt sees the cells' counts in `seen`, as they stood when the sub-step
// began; `next` is one sub-step behind, and gets the copies of the sub-step before, out of `records`, and
// those of this one. `when` is the sub-step, number `since` of those whose origins are drawn.
KERNEL GROUP_OF(GROUP, 1, 1)
    sub_step(GLOBAL u32* all_sites, GLOBAL const i32* RESTRICT all_seen, GLOBAL i32* all_next,
             GLOBAL u32* all_records, GLOBAL u32* RESTRICT accepted, GLOBAL const u32* RESTRICT origins,
             GLOBAL const u32x2* RESTRICT keys, GLOBAL const i32* RESTRICT words,
             GLOBAL const i64* RESTRICT terms, GLOBAL const u32* RESTRICT last, u32 entries, u32 cells,
             u64 when, u32 since, u32 replicas) {
  LOCAL Tables tables;
  FETCH(tables.adhesion, words, TYPES * TYPES)
  FETCH(tables.source, (words + TYPES * TYPES), WAYS)
#if HAS_POTENTIAL
  FETCH(tables.potential, (words + TYPES * TYPES + WAYS), TYPES * WAYS)
#endif
  FETCH(tables.volume, terms, 2 * TYPES)
#if HAS_SURFACE
  FETCH(tables.surface, (terms + 2 * TYPES), 2 * TYPES)
#endif
  BARRIER();
  u32 item = (u32)global_id(0), items = REGIONS * replicas;
  if (item >= items) return;
  u32 replica = item / REGIONS, region = item % REGIONS;
  GLOBAL u32* sites = all_sites + replica * (u64)HELD_SIZE;
  GLOBAL const i32* seen = all_seen + (u64)replica * cells * KEPT;
  GLOBAL i32* next = all_next + (u64)replica * cells * KEPT;
  GLOBAL const u32* origin = origins + 3 * ((u64)since * replicas + replica);
  u32 region_x = region % PARTS_X, region_y = region / PARTS_X % PARTS_Y,
      region_z = region / PARTS_X / PARTS_Y;
  u32 happened = 0;
  for (u32 which = 0; which < ATTEMPTS; ++which) {
    GLOBAL u32* record = all_records + (u64)which * RECORDED * items + item;
    u32x4 word = draw(keys[replica], region, when, which);
    u32 within = drawn_below(word.x, REGION_SITES);
    i32 x = site_in_region(region_x, within % REGION_X, origin[0], STRIDE_X, SIDE_X, PERIODIC_X),
        y = site_in_region(region_y, within / REGION_X % REGION_Y, origin[1], STRIDE_Y, SIDE_Y, PERIODIC_Y),
        z = site_in_region(region_z, within / REGION_X / REGION_Y, origin[2], STRIDE_Z, SIDE_Z, PERIODIC_Z);
    u32 way = drawn_below(word.y, WAYS), is_inside = (x | y | z) >= 0;
    u32 before = OUTSIDE, after = OUTSIDE;
    GLOBAL const u32* at = sites;
    if (is_inside) {
      at = sites + place_of(x, y, z);
      before = at[0];
      after = at[tables.source[way]];
    }
    change_as_recorded(next, record, items);
    u32 type_before = TYPE_OF(before), type_after = TYPE_OF(after), accepts_copy = 0;
    SurfaceChanges surface = {0, 0};
    if (before != after && (((FIXED >> type_before) | (FIXED >> type_after)) & 1u) == 0) {
      i32 volume_before = seen[(u64)CELL_OF(before) * KEPT], volume_after = seen[(u64)CELL_OF(after) * KEPT];
      i64 change = adhesion_of(at, before, after, &tables.adhesion[type_before * TYPES],
                               &tables.adhesion[type_after * TYPES]);
      change += volume_change(term_of(tables.volume, type_before), volume_before, -1) +
                volume_change(term_of(tables.volume, type_after), volume_after, 1);
#if HAS_POTENTIAL
      change += tables.potential[type_before * WAYS + way] + tables.potential[type_after * WAYS + way];
#endif
#if HAS_SURFACE
      surface = surface_changes(at, before, after);
      change += surface_change(term_of(tables.surface, type_before), seen[(u64)CELL_OF(before) * KEPT + 1],
                               surface.before) +
                surface_change(term_of(tables.surface, type_after), seen[(u64)CELL_OF(after) * KEPT + 1],
                               surface.after);
#endif
      if (may_accept(change, entries)) accepts_copy = accepts(change, word.z, last[change < 0 ? 0 : change]);
#if CONNECTED
      if (accepts_copy && ((CONNECTED >> type_before) & 1u)) accepts_copy = may_lose(own_around(at, before));
      if (accepts_copy && ((CONNECTED >> type_after) & 1u)) accepts_copy = may_gain(own_around(at, after));
#endif
    }
    record[0] = accepts_copy ? before : OUTSIDE;
    if (accepts_copy) {
      record[items] = after;
#if HAS_SURFACE
      record[2 * items] = (u32)(surface.before + 0x8000) | (u32)(surface.after + 0x8000) << 16;
#endif
      set_site(sites, x, y, z, after);
      change_cell(next, before, -1, surface.before);
      change_cell(next, after, 1, surface.after);
      ++happened;
    }
  }
  if (happened) accepted[item] += happened;
}

// Where the regions of the sub-steps from `when` begin, in every replica.
KERNEL GROUP_OF(GROUP, 1, 1) draw_origins(GLOBAL u32* RESTRICT origins, GLOBAL const u32x2* RESTRICT keys,
                                          u64 when, u64 sub_steps, u64 replicas) {
  u64 item = global_id(0);
  if (item >= sub_steps * replicas) return;
  u32x4 word = draw(keys[item % replicas], 0, when + item / replicas, 0);
  origins[3 * item] = drawn_below(word.x, ORIGINS_X);
  origins[3 * item + 1] = drawn_below(word.y, ORIGINS_Y);
  origins[3 * item + 2] = drawn_below(word.z, ORIGINS_Z);
}
