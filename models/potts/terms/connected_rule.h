// Connected: a hard condition instead of an energy. A cell of a connected type stays in one piece, in which
// any two sites are joined by steps across faces: 4 directions in two dimensions, 6 in three.
//
// Both tests look at the 3 x 3 x 3 sites around the site that changes hands, as bits: bit (dz + 1) · 9 + (dy
// + 1) · 3 + (dx + 1). In two dimensions dz is 0.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/tissue_view.h"

RULES_BEGIN

#define CUBE_FACES 0x00415410u  // the six sites that share a face with the one in the middle
#define CUBE_LEFT 0x01249249u
#define CUBE_RIGHT 0x04924924u
#define CUBE_TOP 0x001C0E07u
#define CUBE_BOTTOM 0x070381C0u
#define CUBE_ALL 0x07FFFFFFu

// Returns `sites` and all sites that share a face with one of them.
RULE u32 spread_in_cube(u32 sites) {
  return (sites | (sites & ~CUBE_RIGHT) << 1 | (sites & ~CUBE_LEFT) >> 1 | (sites & ~CUBE_BOTTOM) << 3 |
          (sites & ~CUBE_TOP) >> 3 | sites << 9 | sites >> 9) &
         CUBE_ALL;
}

// May a cell lose the site in the middle? `cell_sites` are the sites around it that belong to the cell: those
// that share a face with it must be joined without it. A cell of one site may vanish.
RULE u32 may_lose(u32 cell_sites) {
  u32 faces = cell_sites & CUBE_FACES;
  u32 joined = faces & (0u - faces);
  for (u32 i = 0; i < 26; ++i) {
    u32 next = spread_in_cube(joined) & cell_sites;
    if (next == joined) break;
    joined = next;
  }
  return (faces & ~joined) == 0;
}

// May a cell gain the site in the middle? Only if the site shares a face with a site of the cell.
RULE u32 may_gain(u32 cell_sites) { return (cell_sites & CUBE_FACES) != 0; }

// Do both cells of a copy stay in one piece? The word of the term has a bit for each type whose cells must
// stay connected.
RULE u32 connected_allows(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  u32 types = (u32)WORDS_FROM(term, 0)[0], of_losing = 0, of_gaining = 0;
  FOR_CUBE(bit, neighbour, {
    of_losing |= (u32)(neighbour == copy.before) << (bit);
    of_gaining |= (u32)(neighbour == copy.after) << (bit);
  })
  if (((types >> TYPE_OF(copy.before)) & 1u) && !may_lose(of_losing)) return 0;
  return !((types >> TYPE_OF(copy.after)) & 1u) || may_gain(of_gaining);
}

RULES_END
