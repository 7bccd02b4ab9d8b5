#include "analysis/fit/scored_cells.h"

namespace morula {

ScoredCells::ScoredCells(const ProliferationSpec& spec, const ScoreBins& bins)
    : rebinning_(rebinning_of(spec, bins, last_generation(spec) + 1)) {
  for (std::size_t k = 0; k < rebinning_.generations; ++k) {
    weights_.emplace_back(rebinning_.score_bins);
    for (std::size_t s = 0; s < rebinning_.score_bins; ++s)
      for (u32 i = rebinning_.first(k, s); i < rebinning_.first(k, s + 1); ++i)
        if (const Bin& bin = spec.population[i]; k <= last_generation(spec, bin.fluorescence))
          weights_[k][s] += static_cast<double>(bin.count);
  }
}

std::vector<double> ScoredCells::rebin_means(std::span<const double> means) const {
  std::vector<double> sums(rebinning_.score_bins);
  for (std::size_t k = 0; k < weights_.size(); ++k)
    for (std::size_t bin = 0; bin < sums.size(); ++bin) sums[bin] += means[k] * weights_[k][bin];
  return sums;
}

}  // namespace morula
