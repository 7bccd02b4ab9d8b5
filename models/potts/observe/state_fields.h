// The fields that make up the state of a tissue in checkpoints and saved states.
#pragma once

#include <vector>

#include "models/model.h"
#include "models/potts/cells/column.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// There are `cells` rows for each replica, with these columns. `dead_words` is the number of words in the
// list of cells that have died, 0 if no list is kept.
std::vector<StateField> state_fields(const PottsSpec& spec, const std::vector<Column>& columns, u64 cells,
                                     u64 dead_words);
// Turns a field of one replica into a field of all replicas.
Field in_batch(const PottsSpec& spec, Field field);

}  // namespace morula::potts
