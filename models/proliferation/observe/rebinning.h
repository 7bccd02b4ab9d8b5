// Which cells at the end fall into which bin of a score.
#pragma once

#include <cstddef>
#include <vector>

#include "core/dialect.h"
#include "models/proliferation/observe/score.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// Bins of the population keep their order as dye is shared out: those that come to bin s of the score after k
// divisions lie side by side.
struct Gathering {
  std::size_t generations = 0, into = 0;  // bins of the score
  std::vector<u32> firsts;                // [generation][bin of the score, and one more]

  u32 first(std::size_t generation, std::size_t s) const { return firsts[generation * (into + 1) + s]; }
};

Gathering gathering_of(const ProliferationSpec& spec, const ScoreBins& bins, std::size_t generations);

}  // namespace morula
