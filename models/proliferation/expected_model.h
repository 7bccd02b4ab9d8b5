// The exact means as a model: one step, on the CPU.
#pragma once

#include <memory>

#include "models/model.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

std::unique_ptr<Model> make_expected_model(std::shared_ptr<const ProliferationSpec> spec);

}  // namespace morula
