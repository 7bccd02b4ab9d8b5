#include "analysis/fit/scored_cells.h"

#include <algorithm>

namespace morula {

ScoredCells::ScoredCells(const ProliferationSpec& spec, const ScoreBins& bins)
    : bins_(spec.population.size()), score_bins_(bins.bins) {
  const std::vector<double> edges = edges_of(bins);
  unsigned last = 0;
  for (const Bin& bin : spec.population) last = std::max(last, deepest_of(spec, bin.fluorescence));
  for (unsigned k = 0; k <= last; ++k) {
    places_.emplace_back();
    weights_.emplace_back(score_bins_);
    for (const Bin& bin : spec.population) {
      const double shown = fluorescence_after(spec, bin.fluorescence, k);
      const auto place = static_cast<std::size_t>(std::ranges::lower_bound(edges, shown) - edges.begin());
      places_[k].push_back(std::min(place, score_bins_ - 1));
      if (k <= deepest_of(spec, bin.fluorescence))
        weights_[k][places_[k].back()] += static_cast<double>(bin.count);
    }
  }
}

std::vector<double> ScoredCells::gather_counts(std::span<const u64> counts, std::size_t kinds,
                                               std::size_t generations) const {
  std::vector<u64> sums(score_bins_);
  for (std::size_t kind = 0; kind < kinds; ++kind)
    for (std::size_t k = 0; k < generations; ++k)
      for (std::size_t bin = 0; bin < bins_; ++bin)
        sums[places_[k][bin]] += counts[(kind * generations + k) * bins_ + bin];
  return {sums.begin(), sums.end()};
}

std::vector<double> ScoredCells::gather_means(std::span<const double> means) const {
  std::vector<double> sums(score_bins_);
  for (std::size_t k = 0; k < weights_.size(); ++k)
    for (std::size_t bin = 0; bin < score_bins_; ++bin) sums[bin] += means[k] * weights_[k][bin];
  return sums;
}

}  // namespace morula
