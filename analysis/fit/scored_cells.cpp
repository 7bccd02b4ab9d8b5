#include "analysis/fit/scored_cells.h"

namespace morula {

ScoredCells::ScoredCells(const ProliferationSpec& spec, const ScoreBins& bins)
    : gathering_(gathering_of(spec, bins, last_generation(spec) + 1)) {
  for (std::size_t k = 0; k < gathering_.generations; ++k) {
    weights_.emplace_back(gathering_.into);
    for (std::size_t s = 0; s < gathering_.into; ++s)
      for (u32 i = gathering_.first(k, s); i < gathering_.first(k, s + 1); ++i)
        if (const Bin& bin = spec.population[i]; k <= deepest_of(spec, bin.fluorescence))
          weights_[k][s] += static_cast<double>(bin.count);
  }
}

std::vector<double> ScoredCells::gather_means(std::span<const double> means) const {
  std::vector<double> sums(gathering_.into);
  for (std::size_t k = 0; k < weights_.size(); ++k)
    for (std::size_t bin = 0; bin < sums.size(); ++bin) sums[bin] += means[k] * weights_[k][bin];
  return sums;
}

}  // namespace morula
