// Whole living tissues: a monolayer, a spheroid, neutral clones, and both orders of copies.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "analysis/spread.h"
#include "io/durable_file.h"
#include "plot/colours.h"
#include "tests/life/living_tissues.h"

namespace morula::test {
namespace {

// Only cells at the edge grow, so that the radius grows by the same width in equal times.
TEST(LifeValidation, AMonolayerGrowsLinearlyInItsRadius) {
  const int seeds = is_full() ? 5 : 2;
  const double last = is_full() ? 1000 : 600;
  plot::Figure figure;
  figure.x = {"step"};
  figure.panels = {{{"radius (sites)"}, {}}};
  std::vector<double> speeds;
  const auto colours = plot::curve_colours(static_cast<std::size_t>(seeds));
  for (int seed = 1; seed <= seeds; ++seed) {
    const auto model = tissue_of_example("monolayer", {"seed=" + std::to_string(seed)});
    plot::Numbers times, radii;
    for (double time = 0; time <= last; time += 50) {
      times.push_back(time);
      radii.push_back(radius_of_disc(sites_of(*model, {"cell"})[0]));
      model->step(50);
    }
    const LineFit line = fitted_line({times.begin() + 4, times.end()}, {radii.begin() + 4, radii.end()});
    EXPECT_GT(line.r_squared, 0.995) << seed;
    speeds.push_back(line.slope);
    figure.panels[0].layers.push_back(plot::Line{"seed " + std::to_string(seed),
                                                 colours[static_cast<std::size_t>(seed) - 1], times, radii});
  }
  const Spread speed = spread_of(speeds);
  EXPECT_NEAR(speed.mean, 0.07, 0.007);
  EXPECT_LT(speed.deviation / speed.mean, 0.1);
  save_figure("monolayer", figure);
  RecordProperty("speed", std::to_string(speed.mean) + " ± " + std::to_string(speed.deviation));
}

// At first all cells divide. Then only a rim divides, and the radius grows linearly. Finally death in the
// core balances growth.
TEST(LifeValidation, ASpheroidHasThreePhases) {
  const auto model = tissue_of_example("spheroid", {});
  const double last = is_full() ? 1800 : 1400;
  plot::Numbers times, radii, cores;
  std::map<double, double> radius_at, sites_at;
  for (double time = 0; time <= last; time += 50) {
    times.push_back(time);
    sites_at[time] = sites_of(*model, {"tumour", "necrotic"})[0];
    radii.push_back(radius_at[time] = radius_of_disc(sites_at[time]));
    cores.push_back(radius_of_disc(sites_of(*model, {"necrotic"})[0]));
    model->step(50);
  }
  // A target of 30 grows by 0.25 in every step and is halved at about 60, so the number of sites doubles in
  // 120 steps.
  const double doublings = std::log2(sites_at[500] / sites_at[100]);
  EXPECT_NEAR(400 / doublings, 120, 15);
  const double linear = (radius_at[900] - radius_at[700]) / 200;
  EXPECT_GT(linear, 0.04);
  const double plateau = (radius_at[last] - radius_at[1150]) / (last - 1150);
  EXPECT_LT(std::abs(plateau), 0.15 * linear);
  EXPECT_EQ(cores[12], 0) << "step 600";
  EXPECT_GT(cores.back(), 8);
  EXPECT_GT(radii.back() - cores.back(), 15) << "the rim";
  plot::Figure figure;
  figure.x = {"step"};
  figure.panels = {{{"radius (sites)"},
                    {plot::Line{"spheroid", {0, 114, 178}, times, radii},
                     plot::Line{"necrotic core", {230, 159, 0}, times, cores}}}};
  save_figure("spheroid", figure);
  RecordProperty("phases", std::to_string(400 / doublings) + " steps to double, " + std::to_string(linear) +
                               ", " + std::to_string(plateau) + " sites/step");
}

// Ten thousand cells take minutes on a CPU.
TEST(LifeValidation, ASpheroidGrowsFromOneCellToTenThousand) {
  if (!is_full()) GTEST_SKIP() << "runs with ./test --full";
  const auto model = tissue_of(io::read_file(MORULA_SOURCE_DIR "/tests/life/spheroid-from-one-cell.yaml"));
  const auto cells = [&] {
    return column_of(*model, "cells_tumour")[0] + column_of(*model, "cells_necrotic")[0];
  };
  EXPECT_EQ(cells(), 1);
  while (cells() < 10000 && model->time() < 3000) model->step(10);
  EXPECT_GE(cells(), 10000);
  RecordProperty("steps", std::to_string(model->time()));
}

// Sixteen cells on a torus that die by chance and are replaced by their neighbours; four of them are red.
const char* const neutral_clones = R"yaml(
model: potts
seed: 21
steps: 1000000
lattice: {size: [20, 20], boundary: periodic}
potts:
  temperature: 10
  types: [medium, blue, red]
  adhesion: {medium-blue: 14, medium-red: 14, blue-blue: 6, blue-red: 6, red-red: 6}
  volume: {blue: {target: 25, strength: 2}, red: {target: 25, strength: 2}}
  life:
    blue:
      target: {volume: {next: "target_volume + 0.5 * (volume >= target_volume)", most: 46}}
      divide: {when: "volume >= 40"}
      die: {when: "chance(0.005)", shrink: 2}
    red:
      target: {volume: {next: "target_volume + 0.5 * (volume >= target_volume)", most: 46}}
      divide: {when: "volume >= 40"}
      die: {when: "chance(0.005)", shrink: 2}
initial: {cells: [{box: {from: [0, 0], to: [9, 9]}, width: 5, type: red}, {width: 5, type: blue}]}
)yaml";

TEST(LifeValidation, NeutralClonesKeepTheirMeanSizeAndAreFixedByTheirShare) {
  const std::uint64_t replicas = is_full() ? 150 : 60;
  const auto model = tissue_of(neutral_clones, {"replicas=" + std::to_string(replicas)});
  plot::Numbers times, shares, survivors, low, high;
  const double last = is_full() ? 6000 : 1000, between = is_full() ? 250 : 100;
  double fixed = 0, lost = 0, undecided = 0;
  for (double time = 0; time <= last; time += between) {
    const auto red = column_of(*model, "cells_red"), blue = column_of(*model, "cells_blue");
    std::vector<double> share;
    fixed = lost = undecided = 0;
    for (std::size_t i = 0; i < red.size(); ++i) {
      if (red[i] + blue[i] == 0) continue;
      share.push_back(red[i] / (red[i] + blue[i]));
      (blue[i] == 0 ? fixed : red[i] == 0 ? lost : undecided) += 1;
    }
    const Spread spread = spread_of(share);
    const double error = 2 * spread.deviation / std::sqrt(static_cast<double>(share.size()));
    times.push_back(time);
    shares.push_back(spread.mean);
    low.push_back(spread.mean - error);
    high.push_back(spread.mean + error);
    survivors.push_back(fixed / static_cast<double>(replicas));
    EXPECT_NEAR(spread.mean, 0.25, 1.75 * error + 1e-9) << "3.5 standard errors, step " << time;
    if (time < last) model->step(static_cast<std::uint64_t>(between));
  }
  const auto red_cells = column_of(*model, "cells_red"), blue_cells = column_of(*model, "cells_blue");
  double total = 0;
  for (std::size_t i = 0; i < red_cells.size(); ++i) total += red_cells[i] + blue_cells[i];
  EXPECT_NEAR(total / static_cast<double>(16 * replicas), 1, 0.25) << "the number of cells has settled";
  if (is_full()) {
    EXPECT_LT(undecided / static_cast<double>(replicas), 0.3);
    const double decided = fixed + lost;
    EXPECT_NEAR(fixed / decided, 0.25, 3 * std::sqrt(0.25 * 0.75 / decided));
  }
  plot::Figure figure;
  figure.x = {"step"};
  figure.panels = {
      {{"share"},
       {plot::Band{"", {213, 94, 0}, times, low, high}, plot::Line{"red cells", {213, 94, 0}, times, shares},
        plot::Line{"runs with red cells only", {0, 114, 178}, times, survivors}}}};
  figure.panels[0].y.from = 0;
  figure.panels[0].y.to = 0.5;
  figure.caption = "The band is ± 2 standard errors.";
  save_figure("neutral-clones", figure);
  RecordProperty("clones", std::to_string(shares.back()) + " red, " + std::to_string(fixed) + " fixed, " +
                               std::to_string(lost) + " lost, " + std::to_string(undecided) + " undecided");
}

// Growth curves of both orders, as means over replicas with independent random numbers.
TEST(LifeValidation, BothOrdersGrowAlike) {
  const std::uint64_t replicas = is_full() ? 60 : 10;
  const double last = is_full() ? 400 : 250;
  plot::Figure figure;
  figure.x = {"step"};
  figure.panels = {{{"cells"}, {}}};
  std::map<std::string, std::vector<Spread>> of_orders;
  plot::Numbers times;
  for (const std::string order : {"parallel", "sequential"}) {
    const auto model =
        tissue_of_example("monolayer", {"potts.order=" + order, "replicas=" + std::to_string(replicas),
                                        "lattice.size=[100,100]", "initial.cells.ball.centre=[50,50]",
                                        order == "parallel" ? "seed=3" : "seed=4"});
    plot::Numbers mean, low, high;
    times.clear();
    for (double time = 0; time <= last; time += 25) {
      times.push_back(time);
      const Spread cells = spread_of(column_of(*model, "cells_cell"));
      of_orders[order].push_back(cells);
      mean.push_back(cells.mean);
      low.push_back(cells.mean - cells.deviation);
      high.push_back(cells.mean + cells.deviation);
      model->step(25);
    }
    const io::Colour colour = order == "parallel" ? io::Colour{0, 114, 178} : io::Colour{213, 94, 0};
    figure.panels[0].layers.push_back(plot::Band{"", colour, times, low, high});
    figure.panels[0].layers.push_back(plot::Line{order, colour, times, mean});
  }
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Spread &parallel = of_orders["parallel"][i], &sequential = of_orders["sequential"][i];
    const double error =
        std::sqrt((parallel.deviation * parallel.deviation + sequential.deviation * sequential.deviation) /
                  static_cast<double>(replicas));
    EXPECT_NEAR(parallel.mean, sequential.mean, 3.5 * error + 1e-9) << times[i];
  }
  figure.caption = "Bands are ± 1 standard deviation of runs.";
  save_figure("orders", figure);
  const std::size_t end = times.size() - 1;
  RecordProperty("cells", std::to_string(of_orders["parallel"][end].mean) + " and " +
                              std::to_string(of_orders["sequential"][end].mean) + " ± " +
                              std::to_string(of_orders["sequential"][end].deviation));
}

}  // namespace
}  // namespace morula::test
