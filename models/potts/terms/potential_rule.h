// Potential: a drift. A copy in the direction d is favoured by μ · d for the cell that gains the site and for
// the one that loses it, each with the vector μ of its type. No state has such an energy.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/tissue_view.h"

RULES_BEGIN

// Contribution of one type's potential to a copy from the neighbour at an offset. The copy goes in the
// direction opposite to this offset.
RULE i64 potential_change(i64 x, i64 y, i64 z, i64 offset_x, i64 offset_y, i64 offset_z) {
  return x * offset_x + y * offset_y + z * offset_z;
}

// The words of the term are those changes, [type · DIRECTIONS + direction].
RULE i32 potential_energy(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  return WORDS_FROM(term, TYPE_OF(copy.before) * DIRECTIONS)[copy.direction] +
         WORDS_FROM(term, TYPE_OF(copy.after) * DIRECTIONS)[copy.direction];
}

RULES_END
