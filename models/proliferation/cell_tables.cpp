#include "models/proliferation/cell_tables.h"

#include <fmt/format.h>

#include <map>
#include <numeric>

#include "models/proliferation/histogram_picture.h"

namespace morula {
namespace {

// Cells of each fluorescence that occurs, by type; bins whose dyes come to the same are one row.
std::map<double, std::vector<double>> rows_of(const ProliferationSpec& spec, const CellNumbers& cells) {
  std::map<double, std::vector<double>> rows;
  const std::size_t bins = spec.population.size();
  for (std::size_t bin = 0; bin < bins; ++bin)
    for (unsigned k = 0; k < cells.generations; ++k) {
      const double fluorescence = fluorescence_after(spec, spec.population[bin].fluorescence, k);
      for (std::size_t type = 0; type < spec.types.size(); ++type)
        if (const double number = cells.end(bins, type, k, bin); number > 0) {
          auto& row = rows[fluorescence];
          row.resize(spec.types.size());
          row[type] += number;
        }
    }
  return rows;
}

double sum_of(const std::vector<double>& row) { return std::accumulate(row.begin(), row.end(), 0.0); }

std::string heading(const std::string& columns, const ProliferationSpec& spec) {
  std::string line = columns;
  for (const CellType& type : spec.types) line += "," + type.name;
  return line + "\n";
}

std::string histogram_csv(const ProliferationSpec& spec, const CellNumbers& cells) {
  std::string csv = heading("fluorescence,count", spec);
  for (const auto& [fluorescence, row] : rows_of(spec, cells)) {
    csv += fmt::format("{},{}", fluorescence, sum_of(row));
    for (const double number : row) csv += fmt::format(",{}", number);
    csv += "\n";
  }
  return csv;
}

std::string generations_csv(const ProliferationSpec& spec, const CellNumbers& cells) {
  std::string csv = heading("time,generation,count", spec);
  const std::vector<double> times = times_observed(spec);
  const std::size_t kinds = spec.types.size(), each = kinds * cells.generations;
  for (std::size_t time = 0; time < times.size(); ++time)
    for (unsigned k = 0; k < cells.generations; ++k) {
      std::string row;
      double count = 0;
      for (std::size_t type = 0; type < kinds; ++type) {
        const double number = cells.living[time * each + type * cells.generations + k];
        count += number;
        row += fmt::format(",{}", number);
      }
      csv += fmt::format("{},{},{}{}\n", times[time], k, count, row);
    }
  return csv;
}

// Both histograms in the bins of the score.
struct SideBySide {
  std::vector<double> simulated, measured;

  SideBySide(const ProliferationSpec& spec, const Target& target, const CellNumbers& cells) {
    std::vector<double> fluorescences, weights;
    for (const auto& [fluorescence, row] : rows_of(spec, cells)) {
      fluorescences.push_back(fluorescence);
      weights.push_back(sum_of(row));
    }
    const std::vector<double> edges = edges_of(target.bins);
    simulated = gather(fluorescences, weights, edges);
    measured = gather(target.histogram, edges);
  }

  Score score() const {
    return {hellinger_distance(simulated, measured), procell_distance(simulated, measured)};
  }
};

std::string score_json(const Score& score, const ScoreBins& bins) {
  return fmt::format(
      "{{\n  \"hellinger\": {},\n  \"procell_distance\": {},\n  \"bins\": {},\n  \"from\": {},\n  \"to\": "
      "{}\n}}\n",
      score.hellinger, score.procell, bins.bins, bins.from, bins.to);
}

}  // namespace

Score score_of(const ProliferationSpec& spec, const Target& target, const CellNumbers& cells) {
  return SideBySide(spec, target, cells).score();
}

std::vector<Result> cell_results(const ProliferationSpec& spec, const CellNumbers& cells) {
  std::vector<Result> results;
  if (spec.writes_histogram) results.push_back({"histogram.csv", histogram_csv(spec, cells)});
  if (spec.generations_every) results.push_back({"generations.csv", generations_csv(spec, cells)});
  if (!spec.target) return results;
  const SideBySide compared(spec, *spec.target, cells);
  const ScoreBins& bins = spec.target->bins;
  results.push_back({"score.json", score_json(compared.score(), bins)});
  results.push_back({"histogram.png", draw_histograms(compared.simulated, compared.measured, bins)});
  return results;
}

}  // namespace morula
