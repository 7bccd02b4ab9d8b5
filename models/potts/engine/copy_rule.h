// The rule of the cellular Potts model: does a copy attempt happen? Threads and devices share this text. The
// contributions of the terms are in terms/.
#pragma once
#include "core/dialect.h"
#include "models/potts/engine/site_copy.h"
#include "models/potts/engine/tissue_view.h"
#include "models/potts/terms/constraint_rule.h"

RULES_BEGIN

#define CELL_FIELD 1u  // number of the field `cell` among the fields of the model
#define GAIN_FIELD 3u  // number of the field of the steps in which sites were gained

// A uniform whole number below `count`, from a random word.
RULE u32 drawn_below(u32 word, u32 count) { return high_product(word, count); }

// Start and number of the acceptance thresholds of one temperature.
typedef struct {
  u32 first, entries;
} Acceptance;

// A copy that changes the energy by `change` happens if the random word is not above entry `change` of the
// table. A copy that lowers the energy always happens; a copy with a change beyond the table never does.
RULE u32 is_accepted(i64 change, u32 word, THRESHOLDS thresholds, Acceptance at) {
  if (change >= (i64)at.entries) return 0;
  return change < 0 || word <= thresholds[at.first + (u32)(change < 0 ? 0 : change)];
}

// `fixed` is the set of types whose cells neither change nor are copied.
RULE u32 may_change(TISSUE tissue, u32 fixed, u32 before, u32 after) {
  return before != after && (((fixed >> TYPE_OF(before)) | (fixed >> TYPE_OF(after))) & 1u) == 0;
}

// Change of number `number` of the cell that loses the site. The volume, number 0, changes by one; `changes`
// has the changes of the other numbers.
RULE i32 lost_number(u32 number, CHANGES changes) { return number == 0 ? -1 : changes[number - 1].losing; }
RULE i32 gained_number(u32 number, CHANGES changes) { return number == 0 ? 1 : changes[number - 1].gaining; }

// The change of energy of a copy, given the numbers of its two cells. `local_energy` is the part that does
// not depend on these numbers; `constraints` are those of all types, [number · TYPES + type].
RULE i64 energy_change(TISSUE tissue, CONSTRAINTS constraints, u32 kept, i32 local_energy, u32 before,
                       u32 after, CHANGES changes, NUMBERS losing, NUMBERS gaining) {
  i64 change = (i64)local_energy + quadratic_change(constraints[TYPE_OF(before)], losing[0], -1) +
               quadratic_change(constraints[TYPE_OF(after)], gaining[0], 1);
  for (u32 number = 1; number < kept; ++number)  // most tissues keep only the volume
    change += quadratic_change(constraints[number * TYPES + TYPE_OF(before)], losing[number],
                               changes[number - 1].losing) +
              quadratic_change(constraints[number * TYPES + TYPE_OF(after)], gaining[number],
                               changes[number - 1].gaining);
  return change;
}

RULES_END
