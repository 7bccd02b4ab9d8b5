// Where the cells of each bin and generation are scored: bins of a score are found once, so that a fit need
// not look at a fluorescence.
#pragma once

#include <span>
#include <vector>

#include "core/dialect.h"
#include "models/proliferation/proliferation_spec.h"
#include "models/proliferation/score.h"

namespace morula {

class ScoredCells {
 public:
  ScoredCells(const ProliferationSpec& spec, const ScoreBins& bins);

  unsigned last_generation() const { return static_cast<unsigned>(weights_.size()) - 1; }

  // Of counts at the end, [type][generation][bin], as engines have them.
  std::vector<double> gather_counts(std::span<const u64> counts, std::size_t kinds,
                                    std::size_t generations) const;
  // Of the cells of each generation that one initial cell becomes in the mean, if none ever fades.
  std::vector<double> gather_means(std::span<const double> means) const;

 private:
  std::size_t bins_, score_bins_;
  std::vector<std::vector<std::size_t>> places_;  // [generation][bin]
  std::vector<std::vector<double>> weights_;      // [generation][bin of the score]: initial cells
};

}  // namespace morula
