// Chemotaxis: copies up or down a field are favoured. It is a drift: no state has such an energy.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/tissue_view.h"

RULES_BEGIN

// The words of the term: the number of entries; for each entry the type of cells that sense the field, and
// the set of types at whose contacts they sense it; the distance of the neighbour in each direction. Each
// entry has a level at every site.
RULE i32 chemotaxis_energy(TISSUE tissue, TERM term, SITES at, SiteCopy copy) {
  TERM_WORDS words = WORDS_FROM(term, 0);
  u32 entries = (u32)words[0], before = TYPE_OF(copy.before), after = TYPE_OF(copy.after);
  SITES source = at + words[1 + 2 * entries + copy.direction];
  i32 energy = 0;
  for (u32 entry = 0; entry < entries; ++entry) {
    u32 type = (u32)words[1 + 2 * entry], contacts = (u32)words[2 + 2 * entry];
    u32 extends = type == after && ((contacts >> before) & 1u),
        retracts = after == 0 && type == before && (contacts & 1u);
    if (extends || retracts) energy += LEVEL(source, entry) - LEVEL(at, entry);
  }
  return energy;
}

RULES_END
