// The statistics by which the two orders are compared are computed correctly.
#include "tests/validation/fidelity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/error.h"
#include "models/potts/observe/cell_table.h"
#include "tests/potts/cases.h"
#include "tests/validation/cell_follower.h"
#include "tests/validation/tissue_record.h"

namespace morula::validation {
namespace {

using test::PottsSpec;

TEST(Fidelity, HasTheQuantilesOfStudentsDistribution) {
  EXPECT_NEAR(student_quantile(0.975, 80), 1.9901, 1e-4);
  EXPECT_NEAR(student_quantile(0.9995, 80), 3.4163, 1e-3);
  EXPECT_NEAR(student_quantile(0.975, 15), 2.1314, 1e-3);
  EXPECT_NEAR(student_quantile(0.9995, 7), 5.4079, 0.06);
}

TEST(Fidelity, ComparesRunsInPairs) {
  const Samples first = {{"energy", {10, 20, 30, 40, 50, 60, 70, 80, 90}},
                         {"contact", {0, 0, 0, 0, 0, 0, 0, 0, 0}}};
  const Samples second = {{"energy", {11, 21, 31, 41, 51, 61, 71, 81, 92}},
                          {"contact", {0, 0, 0, 0, 0, 0, 0, 0, 0}}};
  const auto comparisons = compare_pairs(first, second);
  ASSERT_EQ(comparisons.size(), 1u) << "nothing but zeros is left out";
  EXPECT_DOUBLE_EQ(comparisons[0].first, 50);
  EXPECT_NEAR(comparisons[0].difference, 100 * (10.0 / 9) / 50, 1e-12);
  EXPECT_NEAR(comparisons[0].within_95, 2.306 * (1.0 / 9) * 2, 2e-3);
  EXPECT_TRUE(comparisons[0].is_outside_95());
  EXPECT_TRUE(comparisons[0].is_biased());
  EXPECT_FALSE(comparisons[0].is_wide());
}

TEST(Fidelity, JudgesADifferenceByBothLimits) {
  EXPECT_FALSE((PairedComparison{"", 1, 0.4, 0.1, 0.2}.is_biased())) << "below 0.5 %";
  EXPECT_FALSE((PairedComparison{"", 1, 0.6, 0.5, 0.8}.is_biased())) << "inside the 99.9 % interval";
  EXPECT_TRUE((PairedComparison{"", 1, -0.6, 0.3, 0.5}.is_biased()));
  EXPECT_TRUE((PairedComparison{"", 1, 0, 1.1, 2}.is_wide()));
  Fidelity fidelity;
  fidelity.statistics = {{"volume", 1, 0.6, 0.3, 0.5}, {"energy", 1, 0.2, 0.1, 0.5}, {"surface", 1, 0, 2, 3}};
  fidelity.waits = 0.02;
  fidelity.parallel.rises = 3;
  Verdict verdict;
  verdict.add(fidelity);
  EXPECT_EQ(verdict.biased, 1u);
  EXPECT_EQ(verdict.outside_95, 2u);
  EXPECT_EQ(verdict.wide, 1u);
  EXPECT_EQ(verdict.far_waits, 1u);
  EXPECT_EQ(verdict.rises, 3u);
  EXPECT_FALSE(verdict.is_faithful());
}

TEST(Fidelity, MeasuresCellsAsTheTableOfCellsDoes) {
  for (const Boundary boundary : {Boundary::Periodic, Boundary::Fixed}) {
    const PottsSpec spec = test::two_kinds({23, 17, 1}, 2, boundary, 16);
    const test::Tissue tissue = test::tiles(spec, 4);
    const auto engine = potts::make_sequential(spec, 1, std::make_shared<ThreadPool>(1));
    test::put(*engine, spec, tissue);
    CellFollower follower(spec.lattice, tissue.types.size());
    std::vector<MeasuredCell> before = follower.measure(tissue.cells);
    std::vector<potts::CellRow> rows_before = potts::cell_rows(*engine, spec, 0);
    engine->step(0, 4);
    const std::vector<MeasuredCell> now = follower.measure(test::sites_of(*engine, spec));
    const std::vector<potts::CellRow> rows = potts::cell_rows(*engine, spec, 0);
    ASSERT_GT(rows.size(), 5u);
    for (const potts::CellRow& row : rows) {
      EXPECT_EQ(now[row.cell].volume, row.volume);
      EXPECT_EQ(now[row.cell].surface, row.surface);
      const auto old = std::ranges::find(rows_before, row.cell, &potts::CellRow::cell);
      if (!row.centroid || old == rows_before.end()) continue;
      const potts::Point moved = potts::displacement(spec.lattice, *old->centroid, *row.centroid);
      for (std::size_t axis = 0; axis < 2; ++axis)
        EXPECT_NEAR(now[row.cell].centroid[axis] - before[row.cell].centroid[axis], moved[axis], 1e-9);
    }
  }
}

TEST(Fidelity, FindsTheCentroidOfACellWiderThanHalfASide) {
  const PottsSpec spec = test::two_kinds({20, 1, 1}, 2, Boundary::Periodic, 2);
  std::vector<u32> sites(20);
  for (u64 x = 3; x <= 14; ++x) sites[x] = 1;
  CellFollower follower(spec.lattice, 2);
  EXPECT_NEAR(follower.measure(sites)[1].centroid[0], 8.5, 1e-12);
  sites[3] = 0;
  EXPECT_NEAR(follower.measure(sites)[1].centroid[0], 9, 1e-12);
}

TEST(Fidelity, CountsWaitsAndRises) {
  const PottsSpec spec = test::two_kinds({4, 1, 1}, 2, Boundary::Periodic, 2);
  TissueRecord record(spec, {0, 1, 2}, {1, 1, 2, 2});
  record.note_step(1, std::vector<u32>{1, 2, 2, 2});
  record.note_step(2, std::vector<u32>{1, 2, 2, 1});
  record.note_step(4, std::vector<u32>{1, 1, 2, 1});
  EXPECT_EQ(record.waits().of_steps, (std::vector<std::uint64_t>{0, 0, 0, 1}));
  for (const double energy : {5.0, 3.0, 3.0, 4.0, 2.0}) record.note_energy(energy);
  EXPECT_EQ(record.rises(), 1u);
  record.note_cells({{"energy", 7}, {"contact_light_dark", 3}, {"accepted", 9}});
  record.note_step(5, std::vector<u32>{1, 1, 1, 1});
  record.note_cells({{"energy", 9}, {"contact_light_dark", 1}, {"accepted", 9}});
  std::map<std::string, double> values;
  for (const auto& [name, value] : record.statistics()) values[name] = value;
  EXPECT_EQ(values["energy"], 8);
  EXPECT_EQ(values["contact_light_dark"], 2);
  EXPECT_FALSE(values.contains("accepted"));
  EXPECT_EQ(values["volume_light"], 3.5);
  EXPECT_EQ(values["volume_sd_light"], 0.5);
  EXPECT_EQ(values["volume_rms_light"], std::sqrt((1 + 4) / 2.0));
  EXPECT_EQ(values["volume_dark"], 1) << "only while it has sites";
}

TEST(Fidelity, WaitsAreAsFarApartAsTheirDistributions) {
  EXPECT_DOUBLE_EQ(distance_between({{0, 3, 1}}, {{0, 1, 1, 2}}), 0.5);
  Waits waits{{0, 2}};
  waits.add(Waits{{1, 1, 4}});
  EXPECT_EQ(waits.of_steps, (std::vector<std::uint64_t>{1, 3, 4}));
}

TEST(Fidelity, EveryTissueIsAModelInBothOrders) {
  for (const ComparedTissue& tissue : tissues()) {
    for (const potts::UpdateOrder order : {potts::UpdateOrder::Sequential, potts::UpdateOrder::Parallel})
      EXPECT_EQ(read_tissue(tissue, order, {}).replicas->count, 80 * tissue.trial.replicas_times)
          << tissue.name;
    EXPECT_EQ(tissue.trial.steps % tissue.trial.between, 0u) << tissue.name;
    EXPECT_EQ(tissue_called(tissue.name).model, tissue.model);
  }
  try {
    tissue_called("2d-v65");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("choose from 2d-v64-j8, "), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace morula::validation
