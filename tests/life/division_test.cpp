// Compares growth, times between divisions, the split of volumes and exponential growth with their
// definitions.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "analysis/spread.h"
#include "plot/colours.h"
#include "tests/life/living_tissues.h"
#include "tests/potts/state_values.h"

namespace morula::test {
namespace {

std::string free_cells(const std::string& life, const std::string& size, const std::string& start,
                       const std::string& replicas) {
  return R"(
model: potts
seed: 11
steps: 100000
replicas: )" +
         replicas + R"(
lattice: {size: )" +
         size + R"(, boundary: fixed}
potts:
  temperature: 10
  types: [medium, cell]
  adhesion: {medium-cell: 4, cell-cell: 10}
  volume: {cell: {target: 20, strength: 2}}
  life: {cell: )" +
         life + R"(}
initial: {cells: )" +
         start + "}\n";
}

// The energy of its surface keeps a cell slightly below its target; the effect is smaller for larger cells.
TEST(LifeValidation, VolumesGrowAtTheRateOfTheirTarget) {
  const double rate = 0.3;
  const auto model =
      tissue_of(free_cells("{target: {volume: {next: \"target_volume + 0.3\", most: 200}}}", "[40, 40]",
                           "{box: {from: [15, 15], to: [19, 18]}, type: cell}", is_full() ? "100" : "16"));
  plot::Numbers times, volumes, targets;
  for (double time = 0; time <= 400; time += 20) {
    times.push_back(time);
    volumes.push_back(spread_of(column_of(*model, "volume_cell")).mean);
    targets.push_back(20 + rate * time);
    model->step(20);
  }
  const LineFit line = fitted_line(times, volumes);
  EXPECT_NEAR(line.slope / rate, 1, 0.02);
  EXPECT_GT(line.r_squared, 0.999);
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_NEAR(volumes[i], targets[i], 3) << times[i];
  plot::Figure figure;
  figure.x = {"step"};
  figure.panels = {{{"sites of a cell"},
                    {plot::Line{"target, 20 + 0.3 t", plot::muted, times, targets, true},
                     plot::Points{"volume", {0, 114, 178}, times, volumes}}}};
  save_figure("growth", figure);
  RecordProperty("slope", std::to_string(line.slope));
}

// The target T grows by g in every step, also in the step of a division, which halves it. If cells divide
// from the volume V on, T is from V + g to V + 2 g then, and the next division follows after T/(2 g) steps.
TEST(LifeValidation, TimesBetweenDivisionsAreThoseOfTheTarget) {
  const double rate = 0.5, threshold = 40;
  const auto model =
      tissue_of(free_cells("{target: {volume: {next: \"target_volume + 0.5\", most: 60}}, divide: "
                           "{when: \"target_volume >= 40\"}}",
                           "[120, 120]", "{box: {from: [55, 55], to: [62, 62]}, width: 4, type: cell}", "1"));
  model->step(250);
  const Lineage lineage = lineage_of(*model);
  std::map<std::uint64_t, std::vector<std::uint64_t>> divisions;  // for cells whose birth is known
  for (std::size_t i = 0; i < lineage.cell.size(); ++i) {
    if (lineage.mother[i] != 0) divisions[lineage.cell[i]].push_back(lineage.born[i]);
    if (lineage.mother[i] != 0 && divisions.contains(lineage.mother[i]))
      divisions[lineage.mother[i]].push_back(lineage.born[i]);
  }
  std::vector<double> intervals;
  for (const auto& [cell, times] : divisions)
    for (std::size_t i = 1; i < times.size(); ++i)
      intervals.push_back(static_cast<double>(times[i] - times[i - 1]));
  ASSERT_GT(intervals.size(), 100u);
  const Spread spread = spread_of(intervals);
  EXPECT_NEAR(spread.mean, (threshold + 1.5 * rate) / (2 * rate), 0.3);
  EXPECT_LT(spread.deviation, 0.6);
}

// Without crowding, every cell divides with probability p in every step, so that N grows by the factor (1 +
// p).
TEST(LifeValidation, NumbersGrowExponentiallyAtTheRateOfTheFormula) {
  const double chance = 0.01;
  const std::uint64_t replicas = is_full() ? 200 : 24, steps = 250, founders = 4;
  const auto model = tissue_of(
      free_cells("{target: {volume: {next: 20, most: 20}}, divide: {when: \"chance(0.01)\"}}", "[100, 100]",
                 "{box: {from: [46, 46], to: [53, 53]}, width: 4, type: cell}", std::to_string(replicas)) +
      "output: {lineage: {every: 100000}}\n");
  plot::Numbers times, means, expected;
  for (double time = 0; time <= static_cast<double>(steps); time += 25) {
    times.push_back(time);
    means.push_back(spread_of(column_of(*model, "cells_cell")).mean);
    expected.push_back(static_cast<double>(founders) * std::pow(1 + chance, time));
    if (time < static_cast<double>(steps)) model->step(25);
  }
  const Lineage lineage = lineage_of(*model);
  double divisions = 0, deaths = 0, exposure = 0;  // exposure: steps in which a cell might have divided
  for (std::size_t i = 0; i < lineage.cell.size(); ++i) {
    divisions += lineage.mother[i] != 0;
    deaths += lineage.died[i] != 0;
    exposure += static_cast<double>((lineage.died[i] ? lineage.died[i] : steps) - lineage.born[i]);
  }
  EXPECT_NEAR(divisions / exposure, chance, 3 * chance / std::sqrt(divisions));
  // If a cell divides again at once, its daughters have only a few sites, and some of them vanish.
  const double cells = means.back() * static_cast<double>(replicas);
  EXPECT_NEAR(cells, static_cast<double>(founders * replicas) + divisions - deaths, 1e-6);
  EXPECT_LT(deaths / divisions, 0.02);
  // The number of cells in a Yule process with n founders has a relative standard deviation of √((1 −
  // N₀/N)/n).
  const double error = std::sqrt((1 - 4 / expected.back()) / static_cast<double>(founders * replicas));
  EXPECT_NEAR(means.back() / expected.back(), 1, 3 * error);
  plot::Figure figure;
  figure.x = {"step"};
  figure.panels = {{{"cells", true},
                    {plot::Line{"4 · 1.01ᵗ", plot::muted, times, expected, true},
                     plot::Points{"mean of runs", {0, 114, 178}, times, means}}}};
  save_figure("exponential", figure);
  RecordProperty("rate", std::to_string(divisions / exposure));
}

// A line through the centroid leaves at least 4/9 of a convex body on either side (Winternitz). A cut along
// an axis of the lattice lies between two rows of about √n of the n sites. Shares therefore come in steps of
// 1/√n, which alone gives a standard deviation of 1/√(12 n), 0.035 here.
TEST(LifeValidation, CutsThroughTheCentroidHalveVolumes) {
  for (const std::string axis : {"short", "long", "random", "[1, 0]"}) {
    const auto model = tissue_of(
        free_cells("{target: {volume: {next: \"target_volume + 1\", most: 100}}, divide: "
                   "{when: \"volume >= 70\", axis: " +
                       axis + "}}",
                   "[120, 120]", "{box: {from: [45, 45], to: [74, 74]}, width: 6, type: cell}", "1"));
    std::vector<double> shares;
    for (int step = 1; step <= (is_full() ? 220 : 150); ++step) {
      model->step(1);
      const auto born = values_in<u32>(*model, "born"), mothers = values_in<u32>(*model, "mother");
      std::vector<double> volumes(born.size());
      if (std::ranges::count(born, static_cast<u32>(step)) == 0) continue;
      for (const u32 cell : values_in<u32>(*model, "cell")) ++volumes[cell];
      for (std::size_t cell = 1; cell < born.size(); ++cell)
        if (mothers[cell] != 0 && born[cell] == static_cast<u32>(step))
          shares.push_back(volumes[cell] / (volumes[cell] + volumes[mothers[cell]]));
    }
    ASSERT_GT(shares.size(), 60u) << axis;
    const Spread share = spread_of(shares);
    EXPECT_NEAR(share.mean, 0.5, 3 * share.deviation / std::sqrt(static_cast<double>(shares.size()))) << axis;
    EXPECT_LT(share.deviation, axis == "[1, 0]" ? 0.055 : 0.035) << axis;
    EXPECT_GT(std::ranges::min(shares), 0.35) << axis;
    EXPECT_LT(std::ranges::max(shares), 0.65) << axis;
    RecordProperty("split_" + std::string(axis[0] == '[' ? "given" : axis),
                   std::to_string(shares.size()) + ": " + std::to_string(share.mean) + " ± " +
                       std::to_string(share.deviation));
  }
}

}  // namespace
}  // namespace morula::test
