// The sites on a device: their places in memory, and the access to them for the rules of terms.
// engine/tissue_view.h is the counterpart for the host.
//
// The defines of a model: SIDE_X, SIDE_Y, SIDE_Z, HALO, HALO_Z, PERIODIC_X …, HELD_X, HELD_Y, HELD_SIZE: the
// lattice with its halo (see padded_lattice.h), and PLACE, a type that can hold the number of its words;
// TYPE_BITS, TYPES, OUTSIDE, FIXED; DIRECTIONS, number of neighbours that may be copied; TEMPERATURES, above
// 1 if types have different ones; KEPT, count of kept numbers of a cell; SUMS_GROUP, work-items of a group in
// kernels that make no copies.
//
// The defines of its terms: WORDS, the number of their words; LOCAL_ENERGY, FIND_CHANGES, ALLOWS, COUNT_SITE,
// ADD_FREE_CHANGE, which call the rules of all terms; FREE_NUMBERS, whether any number has an energy that is
// not quadratic; LINEAR_PART, the contribution of targets that vary to the energy; READS_GAINS, whether any
// term reads the steps in which sites were gained, and GAINS, the distance in memory from a site to its step;
// FOR_key(neighbour, statement) and FOR_PLACES_key(place, statement) for the neighbourhood of each term;
// FOR_CUBE(bit, neighbour, statement).

#define DISTANCE(dx, dy, dz) (((i64)(dz)*HELD_Y + (dy)) * HELD_X + (dx))
#define TYPE_OF(word) ((word) & ((1u << TYPE_BITS) - 1))
#define CELL_OF(word) ((word) >> TYPE_BITS)

RULE PLACE place_of(i32 x, i32 y, i32 z) {
  return ((PLACE)(z + HALO_Z) * HELD_Y + (PLACE)(y + HALO)) * HELD_X + (PLACE)(x + HALO);
}

// The place where the halo repeats a coordinate, or the coordinate itself if the halo does not repeat it.
RULE i32 repeated(i32 at, i32 side, i32 halo, i32 periodic) {
  if (!periodic) return at;
  if (at < halo) return at + side;
  return at + halo >= side ? at - side : at;
}

RULE void set_site(GLOBAL u32* sites, i32 x, i32 y, i32 z, u32 word) {
  i32 other_x = repeated(x, SIDE_X, HALO, PERIODIC_X), other_y = repeated(y, SIDE_Y, HALO, PERIODIC_Y),
      other_z = repeated(z, SIDE_Z, HALO_Z, PERIODIC_Z);
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
  set_site(sites, (i32)(place % HELD_X) - HALO, (i32)(row % HELD_Y) - HALO, (i32)(row / HELD_Y) - HALO_Z,
           word);
}

// A tissue as the rules of terms see it: the words of all terms, in the memory of the work-group. If targets
// vary, also their linear parts, [cell · VARYING + target], which lie after the words and the directions.
typedef struct {
  LOCAL_POINTER const i32* words;
#if VARYING > 0
  GLOBAL const i32* linears;
#endif
} Tissue;
#if VARYING > 0
#define TISSUE_OF_REPLICA(term_words, words, replica, cells) \
  { term_words, (words) + FIRST_LINEAR + (u64)(replica) * (cells)*VARYING }
#else
#define TISSUE_OF_REPLICA(term_words, words, replica, cells) \
  { term_words }
#endif
#define TISSUE Tissue
#define TERM LOCAL_POINTER const i32*
#define SITES GLOBAL const u32*
#define TERM_WORDS LOCAL_POINTER const i32*
#define WORDS_FROM(term, first) ((term) + (first))
#define CHANGES const NumberChanges*
#define NUMBERS const i32*
#define CONSTRAINTS LOCAL_POINTER const Quadratic*
// The thresholds of acceptance lie in the memory of a work-group if there are few of them.
#if LOCAL_THRESHOLDS
#define THRESHOLDS LOCAL_POINTER const u32*
#define FETCH_THRESHOLDS(items)       \
  LOCAL u32 near_thresholds[ENTRIES]; \
  FETCH_BY(items, near_thresholds, thresholds, ENTRIES)
#else
#define THRESHOLDS GLOBAL const u32*
#define FETCH_THRESHOLDS(items) GLOBAL const u32* near_thresholds = thresholds;
#endif
#define FOR_NEIGHBOURS(name, neighbour, statement) FOR_##name(neighbour, statement)
#define FOR_PLACES(name, place, statement) FOR_PLACES_##name(place, statement)
#define GAINED(place) (place)[GAINS]
#define LEVEL(place, number) ((i32)(place)[FIRST_LEVEL + (i64)(number)*GAINS])

// Copies a table into the memory of a work-group, with its `items` work-items.
#define FETCH_BY(items, table, from, count)              \
  for (u32 start = 0; start < (count); start += (items)) \
    if (start + local_id(0) < (count)) table[start + local_id(0)] = from[start + local_id(0)];

RULE void change_number(GLOBAL i32* cells, u32 word, u32 number, i32 by) {
  if (CELL_OF(word) != 0 && by != 0) GLOBAL_ATOMIC_ADD(&cells[(u64)CELL_OF(word) * KEPT + number], by);
}
