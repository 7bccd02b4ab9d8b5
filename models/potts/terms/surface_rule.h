// Surface: the number of faces that a cell shares with sites of other cells. Faces are pairs of nearest
// neighbours; a wall has none.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/tissue_view.h"

RULES_BEGIN

// Change of a cell's surface when it loses a site. The site has `faces` nearest neighbours, of which `inside`
// belong to the cell.
RULE i32 surface_lost(i32 faces, i32 inside) { return 2 * inside - faces; }

// The same when it gains the site.
RULE i32 surface_gained(i32 faces, i32 inside) { return faces - 2 * inside; }

RULE NumberChanges surface_changes(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  i32 faces = 0, of_losing = 0, of_gaining = 0;
  FOR_NEIGHBOURS(surface, neighbour, {
    faces += (i32)(neighbour != OUTSIDE);
    of_losing += (i32)(neighbour == copy.before);
    of_gaining += (i32)(neighbour == copy.after);
  })
  NumberChanges changes = {surface_lost(faces, of_losing), surface_gained(faces, of_gaining)};
  return changes;
}

// Contribution of a site to the surface of its cell.
RULE i32 surface_of_site(TISSUE tissue, TERM term, SITES at) {
  i32 faces = 0;
  FOR_NEIGHBOURS(surface, neighbour, faces += (i32)(neighbour != at[0] && neighbour != OUTSIDE))
  return faces;
}

RULES_END
