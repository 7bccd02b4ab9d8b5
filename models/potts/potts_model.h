// The cellular Potts model as a family.
#pragma once

#include "models/family.h"
#include "models/potts/potts_spec.h"

namespace morula {

Family potts_family();

namespace potts {

std::unique_ptr<Model> make_tissue(std::shared_ptr<const PottsSpec> spec, u64 seed, const Backend& backend,
                                   Start start);

}  // namespace potts
}  // namespace morula
