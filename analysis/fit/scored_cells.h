// Cells in the bins of the score. Each bin is found once, so that a fit does not look at fluorescences again.
#pragma once

#include <span>
#include <vector>

#include "models/proliferation/observe/rebinning.h"

namespace morula {

class ScoredCells {
 public:
  ScoredCells(const ProliferationSpec& spec, const ScoreBins& bins);

  const Rebinning& rebinning() const { return rebinning_; }  // of counts at the end

  // `means` are the mean numbers of cells in each generation that one initial cell gives rise to, if none
  // ever fades.
  std::vector<double> rebin_means(std::span<const double> means) const;

 private:
  Rebinning rebinning_;
  std::vector<std::vector<double>> weights_;  // [generation][bin of the score]: initial cells
};

}  // namespace morula
