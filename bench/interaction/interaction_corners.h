// Models that differ from the one of `rates` in a way that may be hard for an engine.
#pragma once

#include <string>
#include <vector>

#include "bench/compared.h"
#include "models/backend.h"
#include "models/spec.h"

namespace morula {

struct InteractionCorner {
  std::string name;     // "odd sides", without the lattice
  std::string lattice;  // its size, as in a model file
  std::string rule;     // the section `interaction` without `engine`
};
std::vector<InteractionCorner> interaction_corners(bool on_gpu);
Spec spec_of(const InteractionCorner& corner, const std::string& engine);

struct CornerRate {
  std::string what;
  std::string backend;
  double interactions_per_second = 0, plain_per_second = 0;  // plain: of the plain engine
};
Compared<CornerRate> bench_corners(const Backend& backend);  // on one thread, or on a device

}  // namespace morula
