#include "models/proliferation/observe/cell_tables.h"

#include <fmt/format.h>

#include <iterator>
#include <numeric>
#include <span>

#include "io/durable_file.h"
#include "io/json.h"
#include "models/proliferation/observe/fluorescence_rows.h"
#include "models/proliferation/observe/generations_figure.h"
#include "models/proliferation/observe/histogram_figure.h"
#include "plot/svg.h"

namespace morula {
namespace {

double sum_of(std::span<const double> row) { return std::accumulate(row.begin(), row.end(), 0.0); }

std::string heading(const std::string& columns, const ProliferationSpec& spec) {
  std::string line = columns;
  for (const CellType& type : spec.types) line += "," + type.name;
  return line + "\n";
}

// Memory for the whole text was reserved before the run: a text that grows would take twice as much.
std::string histogram_csv(const ProliferationSpec& spec, const CellNumbers& cells) {
  std::string csv;
  csv.reserve(most_histogram_bytes(spec));
  csv += heading("fluorescence,count", spec);
  for_each_row(spec, cells, [&](double fluorescence, std::span<const double> row) {
    const auto end = std::back_inserter(csv);
    fmt::format_to(end, "{},{}", fluorescence, sum_of(row));
    for (const double number : row) fmt::format_to(end, ",{}", number);
    csv += '\n';
  });
  return csv;
}

std::string generations_csv(const ProliferationSpec& spec, const CellNumbers& cells) {
  std::string csv = heading("time,generation,count", spec);
  const std::vector<double> times = times_observed(spec);
  const std::size_t types = spec.types.size(), each = types * cells.generations;
  for (std::size_t time = 0; time < times.size(); ++time)
    for (unsigned k = 0; k < cells.generations; ++k) {
      std::string row;
      double count = 0;
      for (std::size_t type = 0; type < types; ++type) {
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
    const std::vector<double> edges = edges_of(target.bins);
    simulated.resize(edges.size());
    for_each_row(spec, cells, [&](double fluorescence, std::span<const double> row) {
      simulated[bin_of(fluorescence, edges)] += sum_of(row);
    });
    measured = rebin(target.histogram, edges);
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

std::uint64_t most_histogram_bytes(const ProliferationSpec& spec) {
  constexpr std::uint64_t number = 25, names = 65;  // -1.2345678901234567e-300 and a comma
  if (!spec.writes_histogram) return 0;
  return most_rows(spec) * number * (spec.types.size() + 2) + names * (spec.types.size() + 1);
}

Score score_of(const ProliferationSpec& spec, const Target& target, const CellNumbers& cells) {
  return SideBySide(spec, target, cells).score();
}

CellFiles histogram_file(const ProliferationSpec& spec, const CellNumbers& cells) {
  CellFiles files = {{"histogram.csv", histogram_csv(spec, cells)}};
  if (!spec.target) files.push_back({"histogram.svg", plot::svg(histogram_figure(spec, cells))});
  return files;
}

CellFiles generations_file(const ProliferationSpec& spec, const CellNumbers& cells) {
  return {{"generations.csv", generations_csv(spec, cells)},
          {"generations.svg", plot::svg(generations_figure(spec, cells))}};
}

CellFiles score_files(const ProliferationSpec& spec, const CellNumbers& cells) {
  const SideBySide compared(spec, *spec.target, cells);
  const ScoreBins& bins = spec.target->bins;
  return {{"score.json", score_json(compared.score(), bins)},
          {"histogram.svg",
           plot::svg(comparison_figure(spec.method == Method::Expectation ? "expected" : "simulated",
                                       compared.simulated, compared.measured, bins))}};
}

std::vector<std::string> score_told(const std::filesystem::path& run) {
  const std::filesystem::path place = run / "score.json";
  if (!std::filesystem::exists(place)) return {};
  const io::Json score = io::Json::parse(io::read_file(place));
  return {fmt::format("Hellinger distance to the target {:.4g}", score.at("hellinger").get<double>())};
}

}  // namespace morula
