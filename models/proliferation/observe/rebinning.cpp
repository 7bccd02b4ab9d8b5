#include "models/proliferation/observe/rebinning.h"

#include <algorithm>

namespace morula {

Rebinning rebinning_of(const ProliferationSpec& spec, const ScoreBins& bins, std::size_t generations) {
  const std::vector<double> edges = edges_of(bins);
  const Histogram& population = spec.population;
  Rebinning rebinning{generations, edges.size(), {}};
  for (unsigned k = 0; k < generations; ++k) {
    const auto is_at_most = [&](const Bin& bin, double edge) {
      return fluorescence_after(spec, bin.fluorescence, k) <= edge;
    };
    rebinning.firsts.push_back(0);
    for (std::size_t s = 0; s + 1 < edges.size(); ++s) {  // the last bin has no upper edge
      const auto end = std::lower_bound(population.begin(), population.end(), edges[s], is_at_most);
      rebinning.firsts.push_back(static_cast<u32>(end - population.begin()));
    }
    rebinning.firsts.push_back(static_cast<u32>(population.size()));
  }
  return rebinning;
}

}  // namespace morula
