// Rows and numbers of cells that are born and die.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "models/changes/state_copy.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/living_model.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// A model in which as many cells are born as die.
std::string turnover(const std::string& more = "") {
  return living(
             "{stem: {target: {volume: {next: \"target_volume + 2\", most: 44}}, divide: {when: \"volume >= "
             "24\", axis: random, share: {energy: half}}, become: {dead: \"chance(0.02 + 0.1 * "
             "(contact(medium) "
             "== 0))\"}}, dead: {die: {when: \"chance(0.3)\", shrink: 8, after: 1}}}",
             "  properties: {energy: {initial: uniform(), next: \"energy + uniform()\"}}\n"
             "  persistence: {stem: {strength: 3, memory: 0.8}}\n",
             "{size: [30, 30], boundary: fixed}") +
         "output: {lineage: {every: 1000}, tracks: {every: 10}}\n" + more;
}

TEST(Life, RowsOfDeadCellsAreUsedAgain) {
  const Spec spec = read_model({{"life.yaml", turnover()}, {}, {}});
  const auto model = make_model(spec, one_thread, Start::Initial);
  std::size_t at_first = 0;
  for (int step = 0; step < 3000; step += 500) {
    model->step(500);
    if (step == 0) at_first = values_in<u8>(*model, "type").size();
  }
  const auto types = values_in<u8>(*model, "type");
  const auto numbers = values_in<u32>(*model, "number"), mothers = values_in<u32>(*model, "mother");
  EXPECT_LE(types.size(), 2 * at_first);
  EXPECT_GT(numbers[0], 20 * types.size()) << "cells that there ever were";
  std::set<u32> seen;
  for (std::size_t row = 1; row < types.size(); ++row)
    if (types[row] != 0) {
      EXPECT_TRUE(seen.insert(numbers[row]).second);
      EXPECT_LT(numbers[row], numbers[0]);
      EXPECT_LT(mothers[row], numbers[row]);
    } else {
      EXPECT_EQ(numbers[row], 0u);
    }
  const auto lineage = whole_rows(*model, "lineage");
  ASSERT_EQ(lineage.size(), numbers[0] - 1u) << "every cell that there ever was";
  for (std::size_t i = 0; i < lineage.size(); ++i) {
    EXPECT_EQ(lineage[i][0], i + 1);
    EXPECT_TRUE(lineage[i][3] == 0 || lineage[i][3] > lineage[i][2]);
  }
  const auto cells = whole_rows(*model, "cells");
  EXPECT_LE(cells.size(), seen.size());
  EXPECT_TRUE(std::ranges::is_sorted(cells, {}, [](const auto& row) { return row.front(); }));
}

TEST(Life, RowsUsedAgainAreTheSameOnEveryProcessorAndInEveryReplica) {
  const Spec spec = read_model({{"life.yaml", turnover()}, {}, {}}),
             batch = read_model({{"life.yaml", turnover("replicas: 3\n")}, {}, {}});
  const auto single = make_model(spec, one_thread, Start::Initial),
             replicas = make_model(batch, one_thread, Start::Initial);
  single->step(60);
  replicas->step(60);
  EXPECT_EQ(replicas->replica_hashes().front(), single->hash());
  for (const std::size_t alone : {1, 2}) {
    const auto model = living_model(turnover(fmt::format("replicas: 3\nreplica: {}\n", alone)), one_thread);
    model->step(60);
    EXPECT_EQ(replicas->replica_hashes()[alone], model->hash()) << alone;
  }
  for (const auto& [name, backend] : available_backends()) {
    const auto model = make_model(spec, backend, Start::Initial);
    model->step(35);
    const io::TemporaryFolder folder;
    save_state(*model, folder.path() / "half.h5");
    const auto resumed = make_model(spec, backend, Start::Blank);
    load_state(*resumed, folder.path() / "half.h5");
    resumed->step(25);
    EXPECT_EQ(resumed->hash(), single->hash()) << name;
    EXPECT_EQ(whole_rows(*resumed, "lineage"), whole_rows(*single, "lineage")) << name;
  }
}

// Buffers of a device have room for twice the rows. The table grows within them in the first wave of
// divisions and beyond them in the second, and free rows are reused. Volumes are updated by the cut if no
// other number is kept.
TEST(Life, WavesOfDivisionsGiveTheSameTableOnEveryProcessor) {
  const std::string life =
      "{stem: {target: {volume: {next: \"target_volume + 1\", most: 24}}, divide: {when: \"step == 1 or step "
      "== 3 or step == 6\", daughter: dead}}, dead: {target: {volume: {next: \"target_volume + 2\", most: "
      "20}}, divide: {when: \"step == 3 or step == 6\"}, die: {when: \"step == 4 and chance(0.4)\", at_once: "
      "true}}}";
  const std::string of_cells =
      "  fields: {food: {diffusion: 0.2, source: \"if type == stem then energy else 0\"}}\n"
      "  properties: {energy: {initial: 1, next: \"energy + 0.1 * volume\"}}\n";
  for (const std::string& text :
       {living(life), living(life, of_cells), living(life, of_cells) + "replicas: 2\n",
        living(life, "  surface: {stem: {target: 20, strength: 0.2}}\n")}) {
    const Spec spec = read_model({{"life.yaml", text}, {}, {}});
    for (const auto& [name, backend] : available_backends()) {
      const auto model = make_model(spec, backend, Start::Initial);
      const auto host = make_model(spec, one_thread, Start::Initial);
      for (int step = 0; step < 9; ++step) {
        model->step(1);
        host->step(1);
        ASSERT_EQ(model->hash(), host->hash()) << name << " step " << step << text;
        ASSERT_EQ(whole_rows(*model, "cells"), whole_rows(*host, "cells"))
            << name << " step " << step << text;
      }
      EXPECT_GE(values_in<u8>(*model, "type").size(), 40u) << text;
    }
  }
}

// Displacements and tracks do not count the jump of centroids at a division.
TEST(Life, ADivisionIsNoMovement) {
  const auto model = living_model(
      living("{stem: {divide: {when: \"step == 2\"}}}") + "output: {tracks: {every: 1}, cells: {every: 1}}\n",
      one_thread);
  const auto tracked = [&] {
    std::vector<u64> cells;
    for (const auto& row : whole_rows(*model, "tracks")) cells.push_back(row[0]);
    return cells;
  };
  const auto moved = [&] {
    const Table table = model->tables().front();
    const auto dx = static_cast<std::size_t>(std::ranges::find(table.columns, "dx") - table.columns.begin());
    std::vector<bool> known;
    model->read_table(table, [&](std::span<const Number> values) {
      known.push_back(!std::holds_alternative<Absent>(values[dx]));
    });
    return known;
  };
  model->step(2);
  EXPECT_EQ(tracked().size(), 9u);
  EXPECT_EQ(moved(), std::vector<bool>(9, true));
  model->step(1);
  EXPECT_EQ(tracked(), (std::vector<u64>{10, 11, 12, 13, 14, 15, 16, 17, 18})) << "mothers have jumped";
  EXPECT_EQ(tracked().size(), 9u) << "asked once more";
  EXPECT_EQ(moved(), std::vector<bool>(18, false));
  model->step(1);
  EXPECT_EQ(tracked().size(), 18u);
  EXPECT_EQ(moved(), std::vector<bool>(18, true));
}

// A state in which all numbers except one have been used.
TEST(Life, EndsTheRunWhenNumbersRunOut) {
  const Spec spec = read_model({{"life.yaml", living("{stem: {divide: {when: \"volume > 0\"}}}")}, {}, {}});
  const auto begun = make_model(spec, one_thread, Start::Initial);
  StateCopy state(*begun);
  const u32 last = 0xFFFFFFFFu;
  std::memcpy(state.at("number").values.data(), &last, sizeof last);
  for (const auto& [name, backend] : available_backends()) {
    const auto model = make_model(spec, backend, Start::Blank);
    state.restore_to(*model);
    EXPECT_EQ(model->step(5), 1u) << name;
    EXPECT_EQ(model->step(5), 0u) << name;
    EXPECT_EQ(volumes_in(*model).size(), 10u);
    EXPECT_EQ(values_in<u32>(*model, "number")[10], last);
    ASSERT_FALSE(model->remarks().empty());
    EXPECT_NE(model->remarks().front().find("all 4294967295 numbers of cells were used up"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace morula::test
