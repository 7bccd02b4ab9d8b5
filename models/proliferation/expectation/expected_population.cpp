#include "models/proliferation/expectation/expected_population.h"

#include <algorithm>
#include <cmath>

namespace morula {

std::vector<double> expected_generations(const CellType& type, CycleStart start, double time,
                                         const ExpectedOptions& options) {
  std::vector<double> means(options.generations + 1, 0);
  if (time > 0)
    means = expected_cells(type, start, time, options);
  else
    means[0] = 1;
  for (double& mean : means) mean *= type.proportion;
  return means;
}

GenerationsByType expected_generations(const ProliferationSpec& spec, double time, std::size_t points) {
  const unsigned last = last_generation(spec);
  GenerationsByType means;
  for (const CellType& type : spec.types)
    means.push_back(expected_generations(type, spec.start, time, {last, points}));
  return means;
}

namespace {

constexpr std::size_t rough = 512;  // points; accurate to a thousandth, which is enough for refusing a model

double population_at(const ProliferationSpec& spec, double time) {
  const GenerationsByType means = expected_generations(spec, time, rough);
  // Cells that descend from a cell whose dye lasts this many generations.
  std::vector<double> by_depth(means.front().size());
  double cells = 0;
  for (std::size_t k = 0; k < by_depth.size(); ++k) {
    for (const std::vector<double>& of_type : means) cells += of_type[k];
    by_depth[k] = cells;
  }
  double sum = 0;
  for (const Bin& bin : spec.population)
    sum += static_cast<double>(bin.count) * by_depth[last_generation(spec, bin.fluorescence)];
  return sum;
}

// The number of cells if every cell divided until it faded.
double most_there_can_be(const ProliferationSpec& spec) {
  double sum = 0;
  for (const Bin& bin : spec.population)
    sum +=
        std::ldexp(static_cast<double>(bin.count), static_cast<int>(last_generation(spec, bin.fluorescence)));
  return sum;
}

}  // namespace

double expected_population(const ProliferationSpec& spec) { return population_at(spec, spec.until); }

std::optional<PopulationAt> population_beyond(const ProliferationSpec& spec, double most) {
  if (most_there_can_be(spec) <= most) return std::nullopt;
  double earliest = spec.until;
  for (const CellType& type : spec.types)
    if (type.division) earliest = std::min(earliest, type.division->mean / 2);
  // At least one of these times lies between the fiftieth generation and the last one that is counted.
  for (double time = spec.until; time >= earliest; time /= 1.25)
    if (const double cells = population_at(spec, time); cells > most) return PopulationAt{cells, time};
  return std::nullopt;
}

double births_beyond_limit(const ProliferationSpec& spec) {
  std::uint64_t lasting = 0;  // initial cells whose dye lasts beyond the limit of generations
  for (const Bin& bin : spec.population)
    if (fluorescence_after(spec, bin.fluorescence, generation_limit + 1) > spec.minimum) lasting += bin.count;
  if (lasting == 0) return 0;
  double of_one = 0;
  for (const CellType& type : spec.types)
    of_one +=
        type.proportion * expected_births(type, spec.start, spec.until, {generation_limit + 1, rough}).back();
  return static_cast<double>(lasting) * of_one;
}

}  // namespace morula
