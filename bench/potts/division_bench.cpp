#include "bench/potts/division_bench.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/clock.h"
#include "bench/measured.h"
#include "io/document.h"
#include "models/catalogue.h"

namespace morula {
namespace {

// Cells of 5³ sites.
std::string waves_of_divisions(std::uint64_t side) {
  return fmt::format(R"(
model: potts
seed: 1
steps: 1000
lattice: {{size: [{0}, {0}, {0}]}}
potts:
  temperature: 8
  types: [medium, cell]
  adhesion: {{medium-cell: 8, cell-cell: 6}}
  volume: {{cell: {{target: 125, strength: 1}}}}
  life: {{cell: {{target: {{volume: {{next: "target_volume", most: 125}}}}, divide: {{when: "step == 4 or step == 9"}}}}}}
initial: {{cells: {{width: 5, type: cell}}}}
)",
                     side);
}

std::uint64_t cells_in(Model& model) {
  const std::vector<std::string> columns = model.columns();
  const auto place = static_cast<std::size_t>(std::ranges::find(columns, "cells_cell") - columns.begin());
  return std::get<std::uint64_t>(observe(model).front().at(place));
}

}  // namespace

std::vector<DivisionWave> bench_divisions(const Backend& backend) {
  const std::uint64_t side = is_gpu(backend) ? 255 : 65;
  const auto model = make_model(read_spec(io::parse_document(waves_of_divisions(side), "bench"), "."),
                                backend, Start::Initial);
  const auto seconds_of_step = [&] { return seconds_of([&] { model->step(1); }); };
  std::vector<DivisionWave> waves;
  for (int wave = 0; wave < 2; ++wave) {
    model->step(2);
    const double quiet = (seconds_of_step() + seconds_of_step()) / 2;
    const std::uint64_t before = cells_in(*model);
    const double seconds = seconds_of_step();
    waves.push_back({side * side * side, cells_in(*model) - before, seconds, quiet});
  }
  return waves;
}

std::string as_text(const std::vector<DivisionWave>& waves) {
  std::string text = fmt::format("{:>10} {:>10} {:>14} {:>14} {:>18} {:>16}\n", "sites", "divisions",
                                 "the step, ms", "without, ms", "for divisions, ms", "us a division");
  for (const DivisionWave& wave : waves) {
    const double extra = wave.seconds - wave.quiet_seconds;
    text += fmt::format("{:>10} {:>10} {:>14.3f} {:>14.3f} {:>18.3f} {:>16.4f}\n", wave.sites, wave.divisions,
                        1e3 * wave.seconds, 1e3 * wave.quiet_seconds, 1e3 * extra,
                        1e6 * extra / static_cast<double>(std::max<std::uint64_t>(1, wave.divisions)));
  }
  return text + "All cells divide in one Monte Carlo step; without: the mean of the two steps before it.\n";
}

io::Json as_json(const std::vector<DivisionWave>& waves) {
  io::Json json = io::Json::array();
  for (const DivisionWave& wave : waves)
    json.push_back({{"sites", wave.sites},
                    {"divisions", wave.divisions},
                    {"seconds", wave.seconds},
                    {"seconds_without", wave.quiet_seconds}});
  return json;
}

}  // namespace morula
