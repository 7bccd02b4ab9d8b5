// Rows of bit planes turned to the offset of a phase, for any lattice: periodic sides may be odd, and there
// may be three dimensions.
//
// A turned row holds site p - offset at place p along x, wrapped around a periodic axis, so that the two
// sites of block b are at places 2b and 2b + 1. Even places and odd places are separate rows of words.
//
// Defines: those of bitplane_layout.h, where SIZE_Y counts the rows of all layers, and of
// block_decisions_kernels.h; RATES_BY_STATE, with class_rates_kernels.h or state_rates_kernels.h; COORDINATE
// and ROW, the signed types of coordinates and of the numbers of rows; LATTICE_Y, LATTICE_Z; PERIODIC_X ...,
// OFFSETS_X ..., BLOCKS_X ... of each axis; DIMENSIONS; DRAWN_WORDS (in a row of blocks); SWAPS, TAKES_OVER;
// STORED, the number of layers that are stored of a part of the lattice, 0 if it is whole.

#define ODD_CIRCLE_X (PERIODIC_X && SIZE_X % 2 == 1)
#define STEPS (DIMENSIONS == 3 ? 4 : 2)  // rows of sites in a block

typedef struct {
  u32 x, y, z;
} Offset;

// Draws the offsets of `count` phases from `first` on, for each replica: once for all work-items.
KERNEL draw_offsets(GLOBAL Offset* RESTRICT offsets, GLOBAL const u32x2* RESTRICT keys, u64 first, u64 count,
                    u64 replicas) {
  u64 id = global_id(0);
  if (id >= count * replicas) return;
  u32x4 drawn = draw(keys[id % replicas], 0, first + id / replicas, 0);
  Offset offset = {uniform_below(drawn.x, OFFSETS_X), uniform_below(drawn.y, OFFSETS_Y),
                   uniform_below(drawn.z, OFFSETS_Z)};
  offsets[id] = offset;
}

// In a periodic row of whole words, the places of a turned word lie in two consecutive words of the row as it
// was.
#define WHOLE_WORDS (PERIODIC_X && SIZE_X % 64 == 0)

// Where the 32 places of one word of a turned row were before: `count` of them from bit `shift` of `word` on,
// in the row of that `parity`, continued in `next`; the others at the beginning of the row of parity `rest`.
// Words that do not exist are replaced by existing ones, whose contents are masked out. All loads of a
// work-item are then issued at once, whereas a branch around each would make it wait for one after another.
typedef struct {
  u32 parity, rest, shift, count, word, next;
  bits has_word, has_next;  // all bits or none
} PlacesBefore;

// In a periodic row that does not consist of whole words, a word may reach around the end of the row.
#define REACHES_AROUND (PERIODIC_X && !WHOLE_WORDS)

RULE bits all_bits(u32 is_set) { return is_set ? ~0u : 0u; }

// Where the places of a word come from: place p was place p + `turn` before.
RULE PlacesBefore places_before(u32 word, u32 parity, i32 turn) {
  PlacesBefore found;
  i32 first = (i32)(word * 64 + parity) + turn;
  if (PERIODIC_X && first >= (i32)SIZE_X) first -= (i32)SIZE_X;
  found.parity = (u32)(first & 1);
  found.rest = ODD_CIRCLE_X ? 1 - found.parity : found.parity;
  // The first place may lie one place before a row that ends at a wall; its number is then -1.
  i32 at = first >> 1, places = found.parity ? (i32)ODD_SITES : (i32)EVEN_SITES, of_word = at >> 5;
  found.shift = (u32)at % 32;
  found.count = REACHES_AROUND && places - at < 32 ? (u32)(places - at) : 32;
  u32 has_word = PERIODIC_X || (of_word >= 0 && of_word < (i32)WORDS);
  u32 has_next = WHOLE_WORDS || of_word + 1 < (i32)WORDS;
  found.has_word = all_bits(has_word);
  found.has_next = all_bits(has_next);
  found.word = has_word ? (u32)of_word : 0;
  found.next = has_next ? (u32)(of_word + 1) : 0;
  if (WHOLE_WORDS && found.next == WORDS) found.next = 0;
  return found;
}

RULE bits turned_word(GLOBAL const bits* planes, u32 plane, WORD_PLACE row, PlacesBefore at) {
  GLOBAL const bits* words = planes + word_at(plane, at.parity, row, 0);
  return joined_words(words[at.word] & at.has_word, words[at.next] & at.has_next, at.shift);
}

// The places that come from beyond the end of a periodic row, if the word reaches around it.
RULE bits places_around(GLOBAL const bits* planes, u32 plane, WORD_PLACE row, PlacesBefore at) {
  return planes[word_at(plane, at.rest, row, 0)] << at.count;
}

// Mask of the places of a word that exist in a row at this offset.
RULE bits places_in_word(u32 parity, u32 word, u32 offset) {
  if (WHOLE_WORDS) return ~0u;
  i32 places = (i32)SIZE_X + (PERIODIC_X ? 0 : (i32)offset);
  return bits_below((i32)word * 32, parity ? places / 2 : (places + 1) / 2);
}

// The rows of sites that a row of blocks covers; -1 beyond a wall and for the missing second row of an idle
// row.
typedef struct {
  ROW of[STEPS];
  u32 is_idle;             // no block lies here
  u64 number;              // number of the row of blocks in the whole lattice
  u32 has_y[2], has_z[2];  // do those rows and layers lie inside the walls?
} RowsOfBlocks;

RULE RowsOfBlocks rows_of(u64 block_y, u64 block_z, Offset offset) {
  RowsOfBlocks rows;
  rows.is_idle = block_y >= BLOCKS_Y || block_z >= BLOCKS_Z;
  rows.number = block_z * BLOCKS_Y + block_y;
  UNROLL for (u32 step = 0; step < STEPS; ++step) {
    u32 step_y = step & 1u, step_z = step >> 1;
    COORDINATE y = coordinate_in_block(block_y, step_y, offset.y, 2, LATTICE_Y, PERIODIC_Y);
    COORDINATE z =
        DIMENSIONS == 3 ? coordinate_in_block(block_z, step_z, offset.z, 2, LATTICE_Z, PERIODIC_Z) : 0;
    rows.has_y[step_y] = y >= 0;
    rows.has_z[step_z] = z >= 0;
    // An idle row has no second row: beside it lies the first row of the first blocks.
    u32 is_other = (block_y >= BLOCKS_Y && step_y) || (block_z >= BLOCKS_Z && step_z);
    rows.of[step] = y < 0 || z < 0 || is_other ? -1 : (ROW)z * (ROW)LATTICE_Y + (ROW)y;
  }
  return rows;
}

#if STORED
#if DIMENSIONS == 3
#define LAYER_OF_BLOCK(layer, offset) \
  layer_of_block(layer, offset.z, 2, LATTICE_Z, BLOCKS_Z, PERIODIC_Z, first_stored, STORED)
#define LAYER_IN_MEMORY(layer) layer_in_memory(layer, LATTICE_Z, PERIODIC_Z, first_stored)
#else
#define LAYER_OF_BLOCK(layer, offset) \
  layer_of_block(layer, offset.y, 2, LATTICE_Y, BLOCKS_Y, PERIODIC_Y, first_stored, STORED)
#define LAYER_IN_MEMORY(layer) layer_in_memory(layer, LATTICE_Y, PERIODIC_Y, first_stored)
#endif

// Like rows_of(), but in a part of a lattice. `layer` is the layer of a work-item, and in 3D `block_y` its
// row of blocks.
RULE RowsOfBlocks rows_of_part(LayerOfBlock found, i64 layer, u64 block_y, Offset offset, i64 first_stored) {
  RowsOfBlocks rows;
  rows.is_idle = !found.is_stored || (DIMENSIONS == 3 && block_y >= BLOCKS_Y);
  rows.number = DIMENSIONS == 3 ? found.block * BLOCKS_Y + block_y : found.block;
  UNROLL for (u32 step = 0; step < STEPS; ++step) {
    u32 step_y = step & 1u, step_z = step >> 1, across = DIMENSIONS == 3 ? step_z : step_y;
    i64 there = found.is_stored ? LAYER_IN_MEMORY(found.base + across) : across ? -1 : layer;
    i64 y =
        DIMENSIONS == 3 ? coordinate_in_block(block_y, step_y, offset.y, 2, LATTICE_Y, PERIODIC_Y) : there;
    i64 z = DIMENSIONS == 3 ? there : 0;
    rows.has_y[step_y] = y >= 0;
    rows.has_z[step_z] = z >= 0;
    u32 is_other = DIMENSIONS == 3 && block_y >= BLOCKS_Y && step_y;
    rows.of[step] = y < 0 || z < 0 || is_other ? -1 : (ROW)(z * LATTICE_Y + y);
  }
  return rows;
}
#endif

// The row to read for a block, and whether that row exists. If it does not, some other row is read.
RULE WORD_PLACE row_to_read(RowsOfBlocks rows, u32 step) {
  return rows.of[step] < 0 ? 0 : (WORD_PLACE)rows.of[step];
}
RULE bits has_row(RowsOfBlocks rows, u32 step) { return all_bits(rows.of[step] >= 0); }

// Loads a word of blocks, turned.
RULE Blocks loaded_blocks(GLOBAL const bits* planes, u32 word, RowsOfBlocks rows, i32 turn) {
  Blocks blocks;
  UNROLL for (u32 parity = 0; parity < 2; ++parity) {
    PlacesBefore at = places_before(word, parity, turn);
    UNROLL for (u32 step = 0; step < STEPS; ++step) UNROLL for (u32 p = 0; p < PLANES; ++p)
        blocks.site[step * 2 + parity]
            .plane[p] = turned_word(planes, p, row_to_read(rows, step), at) & has_row(rows, step);
    if (REACHES_AROUND && at.count < 32)
      UNROLL for (u32 step = 0; step < STEPS; ++step) UNROLL for (u32 p = 0; p < PLANES; ++p)
          blocks.site[step * 2 + parity]
              .plane[p] |= places_around(planes, p, row_to_read(rows, step), at) & has_row(rows, step);
  }
  return blocks;
}

// Masks of the blocks whose first site and whose second site along x lies inside the lattice.
typedef struct {
  bits left, right;
} SitesInside;

RULE SitesInside sites_inside(u32 word, u32 offset_x) {
  i32 first = (i32)word * 32;
  SitesInside found = {~0u, ~0u};
  if (!PERIODIC_X) {
    found.left = bits_below(first, ((i32)SIZE_X + 1 + (i32)offset_x) / 2) & ~bits_below(first, (i32)offset_x);
    found.right = bits_below(first, ((i32)SIZE_X + (i32)offset_x) / 2);
  } else if (ODD_CIRCLE_X) {
    found.left = found.right = bits_below(first, BLOCKS_X);
  }
  return found;
}

// Mask of the blocks whose partner lies inside. An actor outside is empty and does nothing.
RULE bits partner_inside(Decisions places, SitesInside along_x, RowsOfBlocks rows) {
  bits inside = choose_bits(places.actor[0] ^ places.across[0], along_x.right, along_x.left);
  if (!PERIODIC_Y)
    inside &=
        choose_bits(places.actor[1] ^ places.across[1], all_bits(rows.has_y[1]), all_bits(rows.has_y[0]));
  if (DIMENSIONS == 3 && !PERIODIC_Z)
    inside &=
        choose_bits(places.actor[2] ^ places.across[2], all_bits(rows.has_z[1]), all_bits(rows.has_z[0]));
  return inside;
}

// Blocks after the interactions in those that `acting` marks.
RULE Blocks interact_in_blocks(Blocks blocks, WordDraws draws, bits acting, SitesInside along_x,
                               RowsOfBlocks rows, GLOBAL const Thresholds* thresholds, u64 replica) {
#if RATES_BY_STATE
  u32x4 first = draw(draws.key, draws.where, draws.when, 0);
  Decisions places = drawn_places(draws.key, draws.where, draws.when, first);
#else
  DrawnBlocks drawn = decide(draws.key, draws.where, draws.when, thresholds_of(thresholds, replica));
  UNROLL for (u32 c = 0; c < RATE_CLASSES; ++c) drawn.below[c] = drawn_for_blocks(drawn.below[c], draws);
  Decisions places = drawn.places;
#endif
  UNROLL for (u32 axis = 0; axis < DIMENSIONS; ++axis) {
    places.actor[axis] = drawn_for_blocks(places.actor[axis], draws);
    places.across[axis] = drawn_for_blocks(places.across[axis], draws);
  }
  SiteStates actors = actors_of(blocks, places, DIMENSIONS, PLANES),
             partners = partners_of(blocks, places, DIMENSIONS, PLANES);
  bits allowed = partner_inside(places, along_x, rows) & acting;
#if RATES_BY_STATE
  Decisions decided = decide_by_state(places, draws, first, actors, partners, allowed, thresholds);
#else
  drawn.places = places;
  Decisions decided = choose_actions(drawn, actors, partners);
#endif
  return interacted(blocks, decided, actors, partners, ~0u, allowed, SWAPS, TAKES_OVER, DIMENSIONS, PLANES);
}
