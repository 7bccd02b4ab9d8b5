// Sorts cells into the bins of the score. The bins are computed once, so that a fit need not use
// fluorescences again.
#pragma once

#include <span>
#include <vector>

#include "models/proliferation/observe/rebinning.h"

namespace morula {

class ScoredCells {
 public:
  ScoredCells(const ProliferationSpec& spec, const ScoreBins& bins);

  const Rebinning& rebinning() const { return rebinning_; }  // for the counts at the end of a simulation

  // `means` are the mean numbers of cells in each generation that one initial cell gives rise to, if no cell
  // fades below the minimum fluorescence.
  std::vector<double> rebin_means(std::span<const double> means) const;

 private:
  Rebinning rebinning_;
  std::vector<std::vector<double>> weights_;  // [generation][bin of the score]: initial cells
};

}  // namespace morula
