// Ends a model by `until.when`: at the first row of the series that fulfils the condition.
#pragma once

#include <memory>

#include "models/model.h"
#include "models/spec.h"

namespace morula {

// For a model of one replica, or a batch whose replicas can be ended (Family::ends_replicas). Returns the
// model itself if the model file has no `until`.
std::unique_ptr<Model> ending_by_condition(std::unique_ptr<Model> model, const Spec& spec);

}  // namespace morula
