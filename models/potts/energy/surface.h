// Surface: a cell that shares s faces with sites of other cells costs λ (s − S)², S being the target of its
// type. Faces are pairs of nearest neighbours; a wall has none.
#pragma once
#include "core/dialect.h"
#include "models/potts/energy/volume.h"

RULES_BEGIN

// What a cell's surface changes by when it loses a site, `own` of whose `faces` nearest neighbours are its
// own.
RULE i32 surface_lost(i32 faces, i32 own) { return 2 * own - faces; }

// The same when it gains the site.
RULE i32 surface_gained(i32 faces, i32 own) { return faces - 2 * own; }

RULE i64 surface_change(Quadratic term, i32 surface, i32 by) { return quadratic_change(term, surface, by); }

RULES_END
