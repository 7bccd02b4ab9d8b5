// The rule of the cellular Potts model, beside the terms of its energy in energy/.
#pragma once
#include "core/dialect.h"
#include "models/potts/energy/adhesion.h"
#include "models/potts/energy/connected.h"
#include "models/potts/energy/surface.h"
#include "models/potts/energy/volume.h"

RULES_BEGIN

#define CELL_FIELD 1u  // the place of the cells of sites among the fields of the model

// A whole number below `count`, from a random word.
RULE u32 drawn_below(u32 word, u32 count) { return high_product(word, count); }

// A copy that changes the energy by `change` happens when the random word is not above last[change]. The
// table has an entry for every whole change from 0 that is ever accepted; this is the one to look at, and
// there is none to look at where the energy falls (0: always) or rises too far.
RULE u32 may_accept(i64 change, u32 entries) { return change < (i64)entries; }
RULE u32 accepts(i64 change, u32 word, u32 last) { return change < 0 || word <= last; }

RULES_END
