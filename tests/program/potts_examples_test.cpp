// The examples of the cellular Potts model end as their descriptions claim. They are run in full on the CPU
// and for a few steps on every processor; the answer is the same on all of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "tests/program/processors.h"

namespace morula::test {
namespace {

using Observed = std::map<std::string, double>;  // a row of the series, by column

std::vector<Observed> series_of(const std::string& text) {
  std::istringstream lines(text);
  std::string line, cell;
  std::vector<std::string> columns;
  std::getline(lines, line);
  for (std::istringstream header(line); std::getline(header, cell, ',');) columns.push_back(cell);
  std::vector<Observed> rows;
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (const std::string& column : columns) {
      std::getline(cells, cell, ',');
      rows.back()[column] = cell.empty() ? NAN : std::stod(cell);
    }
  }
  return rows;
}

std::vector<Observed> series_of_example(const Workplace& place, const std::string& name, const Words& extra) {
  place.must(Words{"run", MORULA_SOURCE_DIR "/examples/" + name + ".yaml", "--quiet", "--out", name} + extra);
  return series_of(contents(place / (name + "/series.csv")));
}

struct BeginningAndEnd {
  Observed beginning, end;
};
BeginningAndEnd run_whole(const std::string& name) {
  const Workplace place;
  const auto rows = series_of_example(
      place, name, {"--backend", "cpu", "--threads", "1", "--set", "output.frames.every=100000"});
  return {rows.front(), rows.back()};
}

// No cell is lost in examples in which cells neither divide nor die.
void expect_as_many_cells(const BeginningAndEnd& run, const std::vector<std::string>& types) {
  for (const std::string& type : types) {
    EXPECT_GT(run.beginning.at("cells_" + type), 0);
    EXPECT_EQ(run.end.at("cells_" + type), run.beginning.at("cells_" + type)) << type;
  }
}

TEST(PottsExamples, DarkCellsGatherInsideLightOnes) {
  const BeginningAndEnd run = run_whole("cell-sorting");
  expect_as_many_cells(run, {"light", "dark"});
  EXPECT_LT(run.end.at("contact_light_dark"), 0.8 * run.beginning.at("contact_light_dark"));
  EXPECT_LT(run.end.at("contact_medium_dark"), 20);
}

TEST(PottsExamples, LightCellsSurroundDarkOnes) {
  const BeginningAndEnd run = run_whole("cell-engulfment");
  expect_as_many_cells(run, {"light", "dark"});
  EXPECT_GT(run.beginning.at("contact_medium_dark"), 100);
  EXPECT_LT(run.end.at("contact_medium_dark"), 10);
  EXPECT_GT(run.end.at("contact_medium_light"), 200);
}

TEST(PottsExamples, KindsThatPreferEachOtherMix) {
  const BeginningAndEnd run = run_whole("cell-mixing");
  expect_as_many_cells(run, {"light", "dark"});
  EXPECT_EQ(run.beginning.at("contact_light_dark"), 72);
  EXPECT_GT(run.end.at("contact_light_dark"), 1800);
}

TEST(PottsExamples, CellsThatLikeTheMatrixBestComeApart) {
  const BeginningAndEnd run = run_whole("cell-scattering-3d");
  expect_as_many_cells(run, {"one", "two"});
  EXPECT_GT(run.beginning.at("contact_one_two"), 1500);
  EXPECT_LT(run.end.at("contact_one_two"), 20);
}

TEST(PottsExamples, BlocksOfTwoKindsMixIn3D) {
  const BeginningAndEnd run = run_whole("cell-mixing-3d");
  expect_as_many_cells(run, {"one", "two"});
  EXPECT_EQ(run.beginning.at("contact_one_two"), 400);
  EXPECT_GT(run.end.at("contact_one_two"), 5000);
}

// At step 100 a wound of 1793 sites is cut, with a new cell in it.
TEST(PottsExamples, AWoundCloses) {
  const Workplace place;
  const auto rows = series_of_example(
      place, "wound-healing", {"--backend", "cpu", "--threads", "1", "--set", "output.frames.every=100000"});
  const auto sites = [](const Observed& row) {
    return row.at("cells_skin") * row.at("volume_skin") + row.at("cells_graft") * row.at("volume_graft");
  };
  EXPECT_EQ(rows[10].at("step"), 100);
  EXPECT_EQ(rows[10].at("cells_graft"), 0);
  EXPECT_GT(sites(rows[10]), 15700);  // 15,800 to 16,100 with 8 seeds in both orders
  EXPECT_EQ(rows[11].at("cells_graft"), 1);
  EXPECT_LT(sites(rows[11]), 15000);
  EXPECT_GT(sites(rows.back()), 16300);
}

// A disc of 100 sites has a length of 11.3.
TEST(PottsExamples, CellsGrowLong) {
  const Workplace place;
  const auto rows = series_of_example(
      place, "elongated-cells",
      {"--steps", "100", "--backend", "cpu", "--threads", "1", "--set", "output.frames.every=100000"});
  EXPECT_NEAR(rows.front().at("length_cell"), 11.5, 0.1);
  EXPECT_GT(rows.back().at("length_cell"), 35);
  EXPECT_NEAR(rows.back().at("volume_cell"), 100, 2);
}

// Cells with much Delta are few, and each is surrounded by cells with little.
TEST(PottsExamples, CellsWithMuchDeltaStandApart) {
  const Workplace place;
  series_of_example(place, "delta-notch",
                    {"--backend", "cpu", "--threads", "1", "--set", "output.frames.every=100000"});
  const auto cells = series_of(contents(place / "delta-notch/cells/000000600.csv"));
  double high = 0, between = 0;
  for (const Observed& cell : cells) {
    high += cell.at("delta") > 0.5;
    between += cell.at("delta") > 0.1 && cell.at("delta") < 0.5;
    if (cell.at("delta") > 0.9) {
      EXPECT_LT(cell.at("notch"), 0.1);
    }
  }
  EXPECT_EQ(cells.size(), 144u);
  EXPECT_NEAR(high / 144, 0.27, 0.08);
  EXPECT_LT(between / 144, 0.06);
}

TEST(PottsExamples, ACellClimbsItsGradient) {
  const BeginningAndEnd run = run_whole("gradient-climbing");
  expect_as_many_cells(run, {"cell"});
  EXPECT_GT(run.end.at("signal_mean_cell"), 2.5 * run.beginning.at("signal_mean_cell"));
}

TEST(PottsExamples, NoiseBecomesSpots) {
  const Workplace place;
  const auto rows =
      series_of_example(place, "turing-spots", {"--backend", "cpu", "--threads", "1", "--steps", "2000"});
  EXPECT_LT(rows.front().at("activator_max"), 1.02);
  EXPECT_GT(rows.back().at("activator_max"), 3);
  EXPECT_LT(rows.back().at("activator_min"), 0.3);
}

const Words on_one_thread = {"--backend", "cpu", "--threads", "1", "--set", "output.frames.every=100000"};

TEST(PottsExamples, ASpheroidHasARimAndACore) {
  const Workplace place;
  const auto rows = series_of_example(place, "spheroid", Words{"--steps", "1000"} + on_one_thread);
  EXPECT_EQ(rows.front().at("cells_tumour"), 1);
  EXPECT_EQ(rows[30].at("cells_necrotic"), 0) << "at step 600 oxygen reaches all";
  EXPECT_GT(rows.back().at("cells_tumour"), 60);
  EXPECT_GT(rows.back().at("cells_necrotic"), 5);
  EXPECT_GT(rows.back().at("contact_medium_tumour"), 100);
  EXPECT_LT(rows.back().at("contact_medium_necrotic"), 10);
}

// The radius grows by a constant amount per time while the colony grows sixfold.
TEST(PottsExamples, AMonolayerGrowsLinearlyInItsRadius) {
  const Workplace place;
  const auto rows = series_of_example(place, "monolayer", Words{"--steps", "600"} + on_one_thread);
  const auto radius = [&](std::size_t row) {
    return std::sqrt(rows[row].at("cells_cell") * rows[row].at("volume_cell"));
  };
  EXPECT_NEAR((radius(30) - radius(20)) / (radius(20) - radius(10)), 1, 0.25);
  EXPECT_GT(rows[30].at("cells_cell"), 5 * rows[10].at("cells_cell"));
}

TEST(PottsExamples, AScratchIsClosedByDivisionsThatEnd) {
  const Workplace place;
  const auto rows = series_of_example(place, "wound-closure", on_one_thread);
  const auto sites = [&](std::size_t row) {
    return rows[row].at("cells_skin") * rows[row].at("volume_skin");
  };
  EXPECT_LT(sites(6), 0.75 * 160 * 120) << "at step 60";
  EXPECT_GT(sites(60), 0.995 * 160 * 120);
  EXPECT_GT(rows[40].at("cells_skin"), 1.3 * rows[6].at("cells_skin"));
  EXPECT_LT(rows[60].at("cells_skin"), 1.03 * rows[40].at("cells_skin")) << "contact inhibition";
}

TEST(PottsExamples, ACryptIsRenewedFromBelow) {
  const Workplace place;
  const auto rows = series_of_example(place, "crypt", Words{"--steps", "800"} + on_one_thread);
  EXPECT_EQ(rows.back().at("cells_stem"), 16);
  EXPECT_NEAR(rows.back().at("cells_differentiated"), rows[25].at("cells_differentiated"), 15);
  double shed = 0, of_stem = 0;
  for (const Observed& cell : series_of(contents(place / "crypt/lineage.csv"))) {
    shed += cell.at("died") > 0;
    of_stem += cell.at("mother") > 0 && cell.at("mother") <= 16;
  }
  EXPECT_GT(shed, 100) << "of the 368 cells at the beginning";
  EXPECT_GT(of_stem, 90) << "cells whose mother is one of the 16 stem cells";
}

TEST(PottsExamples, FewClonesAreLeft) {
  const Workplace place;
  const auto rows = series_of_example(place, "competing-clones", Words{"--steps", "2000"} + on_one_thread);
  const auto clones_at = [&](const std::string& step) {
    std::set<double> clones;
    for (const Observed& cell : series_of(contents(place / ("competing-clones/cells/00000" + step + ".csv"))))
      clones.insert(cell.at("clone"));
    return clones.size();
  };
  EXPECT_EQ(clones_at("0000"), 225u);
  EXPECT_LT(clones_at("2000"), 100u);
  EXPECT_NEAR(rows.back().at("cells_cell"), 210, 30) << "the number of cells stays nearly constant";
}

TEST(PottsExamples, AmoebaeGatherWhereTheWavesComeFrom) {
  const Workplace place;
  series_of_example(place, "dictyostelium", on_one_thread);
  const auto near_centre = [&](const std::string& step) {
    const auto cells = series_of(contents(place / ("dictyostelium/cells/" + step + ".csv")));
    return std::ranges::count_if(
        cells, [](const Observed& cell) { return std::hypot(cell.at("x") - 75, cell.at("y") - 75) < 30; });
  };
  EXPECT_LT(near_centre("000000000"), 36);
  EXPECT_GT(near_centre("000004000"), 50);
}

class PottsExample : public OnBackend {};

// With optimised kernels; OfExample compares all examples without optimisation.
TEST_P(PottsExample, BeginsAlikeEverywhere) {
  for (const std::string name : {"cell-sorting", "cell-scattering-3d"}) {
    series_of_example(place_, name, Words{"--steps", "5"} + options());
    const std::string backend_hash = hash_of(place_ / name);
    series_of_example(place_, name, {"--steps", "5", "--backend", "cpu", "--threads", "1", "--force"});
    EXPECT_EQ(backend_hash, hash_of(place_ / name)) << name;
  }
}

INSTANTIATE_TEST_SUITE_P(On, PottsExample, every_backend(), name_of);

}  // namespace
}  // namespace morula::test
