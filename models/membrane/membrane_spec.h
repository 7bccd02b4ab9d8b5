// The settings of a P system, as plain data.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "models/membrane/plan.h"
#include "models/spec.h"

namespace morula::membrane {

struct MembraneSpec : FamilySpec {
  std::shared_ptr<const Plan> plan;  // null if the system cannot be read
  bool once = false;                 // parallelism: once
  bool random = true;                // choice: random
  std::vector<u32> observed;         // objects that the series counts
  bool by_charge = false;            // whether the series also counts membranes of each charge

  const System& system() const { return plan->system; }
};

}  // namespace morula::membrane
