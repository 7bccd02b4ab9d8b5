#include "models/proliferation/population_model.h"

#include <fmt/format.h>

namespace morula {
namespace {

double cells_left(const ProliferationSpec& spec, const CellNumbers& cells) {
  double left = 0;
  for (std::size_t type = 0; type < spec.types.size(); ++type)
    for (unsigned generation = 0; generation < cells.generations; ++generation)
      for (std::size_t bin = 0; bin < spec.population.size(); ++bin) left += cells.end(type, generation, bin);
  return left;
}

}  // namespace

std::vector<std::string> PopulationModel::remarks() {
  const auto cells = numbers();
  if (!cells || cells_left(*spec_, *cells) >= 0.5) return {};  // half a cell, in the mean
  return {fmt::format(
      "no cell is left at {}: all have died or their dye has faded below minimum_fluorescence; is "
      "'until' in the same unit as the times of division and death?",
      spec_->until)};
}

}  // namespace morula
