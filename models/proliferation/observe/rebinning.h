// Assigns the bins of the population, after a number of divisions, to the bins of the score.
#pragma once

#include <cstddef>
#include <vector>

#include "core/dialect.h"
#include "models/proliferation/observe/score.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// Division keeps the order of fluorescences. Therefore the bins of the population that fall into one bin of
// the score after k divisions are consecutive.
struct Rebinning {
  std::size_t generations = 0, score_bins = 0;
  std::vector<u32> firsts;  // first bin of the population: [generation][bin of the score, and one more]

  u32 first(std::size_t generation, std::size_t s) const { return firsts[generation * (score_bins + 1) + s]; }
};

Rebinning rebinning_of(const ProliferationSpec& spec, const ScoreBins& bins, std::size_t generations);

}  // namespace morula
