// Adhesion: every pair of neighbouring sites that belong to different cells costs J of the cells' types.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/tissue_view.h"

RULES_BEGIN

// Change of the contact energy between the site and one neighbour in a copy. `before` and `after` are the
// cells of the site before and after the copy; `j_before` and `j_after` are their J with the neighbour's
// type.
RULE i32 adhesion_change(u32 before, u32 after, u32 neighbour, i32 j_before, i32 j_after) {
  return (neighbour == after ? 0 : j_after) - (neighbour == before ? 0 : j_before);
}

// The words of the term are J, [type · TYPES + type].
RULE i32 adhesion_energy(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  TERM_WORDS j_before = WORDS_FROM(term, TYPE_OF(copy.before) * TYPES);
  TERM_WORDS j_after = WORDS_FROM(term, TYPE_OF(copy.after) * TYPES);
  i32 energy = 0;
  FOR_NEIGHBOURS(adhesion, neighbour,
                 energy += adhesion_change(copy.before, copy.after, neighbour, j_before[TYPE_OF(neighbour)],
                                           j_after[TYPE_OF(neighbour)]))
  return energy;
}

RULES_END
