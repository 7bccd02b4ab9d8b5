// A batch of replicas of one tissue in one order, and the measurements of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"
#include "models/potts/potts_spec.h"
#include "models/spec.h"
#include "tests/validation/comparison.h"
#include "tests/validation/tissues.h"
#include "tests/validation/waits.h"

namespace morula::validation {

struct EnsembleRequest {
  std::uint64_t seed = 1, replicas = 80;
  std::optional<std::uint64_t> steps;       // observed steps, if they differ from those of the tissue
  std::vector<std::string> overrides = {};  // settings of the model, in the form of `--set`
};

struct TissueEnsemble {
  Spec model;
  Samples samples;          // a value for each replica
  Waits waits;              // for all replicas together
  std::uint64_t rises = 0;  // at T 0: steps in which the energy of a replica rose
  double seconds = 0;
};

Spec read_tissue(const ComparedTissue& tissue, potts::UpdateOrder order, const EnsembleRequest& request);

// Replica r starts with the same tissue in both orders; after that, their random numbers are independent. The
// sequential order runs on the CPU, whatever the backend.
TissueEnsemble measure_tissue(const ComparedTissue& tissue, potts::UpdateOrder order,
                              const EnsembleRequest& request, const Backend& backend);

}  // namespace morula::validation
