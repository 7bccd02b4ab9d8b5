// Makes the engines of competing species a Model.
#pragma once

#include "models/family.h"
#include "models/interaction/interaction_spec.h"
#include "models/model.h"
#include "models/ranks/part_model.h"

namespace morula {

std::unique_ptr<PartModel> make_interaction(const Spec& spec, const Backend& backend, Start start);

Field lattice_field(const InteractionSpec& interaction);  // the states of one replica
// The largest number of layers at the end of a part that one phase makes wrong.
Index spoiled_layers(const InteractionSpec& interaction);

}  // namespace morula
