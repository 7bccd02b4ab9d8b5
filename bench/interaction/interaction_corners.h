// Models beside the one that `rates` measures, each of which differs from it in what an engine may find hard.
#pragma once

#include <string>
#include <vector>

#include "bench/compared.h"
#include "models/backend.h"
#include "models/spec.h"

namespace morula {

struct InteractionCorner {
  std::string name;     // "rates of their own, 512^2"
  std::string lattice;  // its size, as a model file has it
  std::string rule;     // the section `interaction` without `engine`
};
std::vector<InteractionCorner> interaction_corners(bool on_gpu);
Spec spec_of(const InteractionCorner& corner, const std::string& engine);

struct CornerRate {
  std::string what;
  std::string backend;
  double interactions_per_second = 0, plain_per_second = 0;  // plain: of the engine that is compared with
};
Compared<CornerRate> bench_corners(const Backend& backend);  // on one thread, or on a device

}  // namespace morula
