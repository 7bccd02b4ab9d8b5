// The sites on a device, and the energy of a copy: places in memory, tables in the group's memory, one
// function for each term's loop over neighbours. Defines: see find_kernels.h.

#define REGIONS ((u32)PARTS_X * PARTS_Y * PARTS_Z)
#define REGION_SITES (REGION_X * REGION_Y * REGION_Z)
#define DISTANCE(dx, dy, dz) (((i64)(dz)*HELD_Y + (dy)) * HELD_X + (dx))
#define TYPE_OF(word) ((word) & ((1u << TYPE_BITS) - 1))
#define CELL_OF(word) ((word) >> TYPE_BITS)
#define KEPT (1 + HAS_SURFACE)  // numbers kept of each cell: its volume, and its surface where that matters
#define SPAN (GROUP * EACH)     // regions of a group

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

RULE void set_place(GLOBAL u32* sites, PLACE place, u32 word) {
  PLACE row = place / HELD_X;
  set_site(sites, (i32)(place % HELD_X) - RIM, (i32)(row % HELD_Y) - RIM, (i32)(row / HELD_Y) - RIM_Z, word);
}

// The tables of a model, in the group's memory: J of every pair of types; for each neighbour that may be
// copied its distance in memory, and what the potential adds.
typedef struct {
  i32 adhesion[TYPES * TYPES];
  i32 source[DIRECTIONS];
  i32 potential[HAS_POTENTIAL ? TYPES * DIRECTIONS : 1];
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
