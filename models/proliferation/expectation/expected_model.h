// The exact means as a model, on the CPU. Each step computes one type at one time.
#pragma once

#include <memory>

#include "core/threads.h"
#include "models/family.h"
#include "models/model.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

std::unique_ptr<Model> make_expected_model(std::shared_ptr<const ProliferationSpec> spec,
                                           std::shared_ptr<ThreadPool> threads);
Footprint expected_footprint(const ProliferationSpec& spec);

}  // namespace morula
