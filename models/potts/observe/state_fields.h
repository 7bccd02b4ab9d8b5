// What the state of a tissue consists of, as checkpoints and saved states hold it.
#pragma once

#include <vector>

#include "models/model.h"
#include "models/potts/cells/column.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// `cells` rows of each replica, with these columns; `dead_words` in the list of cells that have died, 0 if
// no list is kept.
std::vector<StateField> state_fields(const PottsSpec& spec, const std::vector<Column>& columns, u64 cells,
                                     u64 dead_words);
// A field of one replica as one of all of them.
Field in_batch(const PottsSpec& spec, Field field);

}  // namespace morula::potts
