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

// The files that a run writes after its last step.
std::vector<std::string> files_of(const ProliferationSpec& spec) {
  std::vector<std::string> names;
  if (spec.writes_histogram) names.emplace_back("histogram.csv");
  if (spec.generations_every) names.emplace_back("generations.csv");
  if (spec.target) names.emplace_back("score.json");
  return names;
}

}  // namespace

std::vector<std::string> PopulationModel::remarks() {
  const auto cells = numbers();
  if (!cells) return {unfinished()};
  if (cells_left(*spec_, *cells) >= 0.5) return {};  // half a cell, on average
  return {fmt::format(
      "no cell is left at {}: all have died or their dye has faded below minimum_fluorescence; is "
      "'until' in the same unit as the times of division and death?",
      spec_->until)};
}

std::string PopulationModel::unfinished() const {
  const bool means = spec_->method == Method::Expectation;
  const std::vector<std::string> files = files_of(*spec_);
  return fmt::format(
      "{} of {} steps are done ({}), so the result is not complete{}; go on with --steps {}, or leave "
      "'steps' "
      "out",
      time_, spec_->steps(),
      means ? "each is one type at one time" : "each is a batch of initial cells, not a time",
      files.empty() ? "" : fmt::format(": {} will be written after the last step", fmt::join(files, ", ")),
      spec_->steps());
}

}  // namespace morula
