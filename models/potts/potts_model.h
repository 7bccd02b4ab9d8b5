// The cellular Potts model as a family.
#pragma once

#include "models/family.h"
#include "models/potts/potts_spec.h"

namespace morula {

Family potts_family();

namespace potts {

// `table_every` is the number of steps between two tables of cells, if the model file asks for tables.
// Displacements are then those between such tables; otherwise between any two tables that are read.
std::unique_ptr<Model> make_tissue(std::shared_ptr<const PottsSpec> spec, u64 seed,
                                   std::optional<u64> table_every, const Backend& backend, Start start);

}  // namespace potts
}  // namespace morula
