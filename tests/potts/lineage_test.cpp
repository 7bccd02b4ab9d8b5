// lineage.csv and lineage.nwk of runs, also of a run that was stopped and resumed.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "io/csv_table.h"
#include "io/durable_file.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/living_model.h"

namespace morula::test {
namespace {

const char* const dividing = R"yaml(
model: potts
seed: 8
steps: 90
lattice: {size: [60, 60]}
potts:
  temperature: 8
  types: [medium, stem, leaf]
  adhesion: {medium-stem: 8, stem-stem: 6, medium-leaf: 8, stem-leaf: 6, leaf-leaf: 6}
  volume: {stem: {target: 24, strength: 2}, leaf: {target: 24, strength: 2}}
  life:
    stem:
      target: {volume: {next: "target_volume + 1", most: 60}}
      divide: {when: "volume >= 48"}
      become: {leaf: "chance(0.005)"}
    leaf: {die: {when: "chance(0.05)", at_once: true}}
initial: {cells: {box: {from: [20, 20], to: [31, 25]}, width: 6, type: stem}}
output: {lineage: {every: 40}}
checkpoint: {every: 30}
)yaml";

RunRequest request_of(const std::filesystem::path& folder, const std::string& more = "") {
  return {{"dividing.yaml", dividing + more}, {}, folder, IfExists::Refuse};
}

std::string text_of(const std::filesystem::path& file) { return io::read_file(file); }

TEST(LineageFiles, HaveEveryCellWithItsMother) {
  const io::TemporaryFolder folder;
  start_run(request_of(folder / "run"), one_thread, {});
  const io::CsvTable table = io::read_csv_table(folder / "run" / "lineage.csv");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"cell", "mother", "born", "died", "type"}));
  const auto cells = table.numbers("cell"), mothers = table.numbers("mother"), born = table.numbers("born");
  ASSERT_GT(cells.size(), 6u);
  EXPECT_EQ(std::ranges::count(mothers, 0.0), 2);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    EXPECT_EQ(cells[i], static_cast<double>(i + 1));
    EXPECT_LT(mothers[i], cells[i]);
    if (mothers[i] != 0) {
      EXPECT_GT(born[i], born[static_cast<std::size_t>(mothers[i]) - 1]);
    }
  }
  const std::string trees = text_of(folder / "run" / "lineage.nwk");
  EXPECT_EQ(std::ranges::count(trees, ';'), 2) << trees;
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(trees, '_')), cells.size()) << "a leaf for each cell";
}

TEST(LineageFiles, AreTheSameAfterAResume) {
  const io::TemporaryFolder folder;
  start_run(request_of(folder / "whole"), one_thread, {});
  RunRequest half = request_of(folder / "half");
  half.overrides = {"steps=50"};
  start_run(half, one_thread, {});
  EXPECT_NE(text_of(folder / "half" / "lineage.csv"), text_of(folder / "whole" / "lineage.csv"));
  resume_run(folder / "half", 90, one_thread, {});
  for (const char* file : {"lineage.csv", "lineage.nwk"})
    EXPECT_EQ(text_of(folder / "half" / file), text_of(folder / "whole" / file));
}

// Cells taken from another run are founders: that run's records of mothers and of dead cells are not taken
// over.
TEST(LineageFiles, BeginAnewFromAnotherRun) {
  const io::TemporaryFolder folder;
  start_run(request_of(folder / "first"), one_thread, {});
  std::string text = dividing;
  text.replace(text.find("initial:"), text.find("output:") - text.find("initial:"),
               "initial: {run: " + (folder / "first").string() + "}\n");
  RunRequest request = request_of(folder / "second");
  request.model.text = text;
  request.overrides = {"steps=30"};
  start_run(request, one_thread, {});
  const io::CsvTable table = io::read_csv_table(folder / "second" / "lineage.csv");
  const auto mothers = table.numbers("mother"), born = table.numbers("born"), died = table.numbers("died");
  ASSERT_GT(mothers.size(), 3u);
  EXPECT_EQ(mothers.front(), 0);
  for (std::size_t i = 0; i < mothers.size(); ++i) {
    EXPECT_EQ(mothers[i] == 0, born[i] == 0) << i;
    EXPECT_LE(died[i], 30) << i;
  }
  const std::string trees = text_of(folder / "second" / "lineage.nwk");
  EXPECT_EQ(std::ranges::count(trees, ';'), std::ranges::count(mothers, 0.0)) << trees;
}

TEST(LineageFiles, OfABatchNameTheReplica) {
  const io::TemporaryFolder folder;
  start_run(request_of(folder / "run", "replicas: 2\n"), one_thread, {});
  start_run(request_of(folder / "one"), one_thread, {});
  const io::CsvTable batch_table = io::read_csv_table(folder / "run" / "lineage.csv");
  EXPECT_EQ(batch_table.names().front(), "replica");
  const std::string trees = text_of(folder / "run" / "lineage.nwk"),
                    single_tree = text_of(folder / "one" / "lineage.nwk");
  EXPECT_EQ(trees.substr(0, 11), "[replica 0]");
  EXPECT_NE(trees.find("[replica 1]"), std::string::npos);
  EXPECT_EQ(trees.substr(11, single_tree.find('\n')), single_tree.substr(0, single_tree.find('\n')))
      << "as if it had run alone";
}

TEST(LineageFiles, NeedLife) {
  const std::string text = dividing;
  const std::size_t from = text.find("  life:"), to = text.find("initial:");
  try {
    read_model({"lifeless.yaml", text.substr(0, from) + text.substr(to)}, {});
    FAIL() << "is not accepted";
  } catch (const SpecError& error) {
    EXPECT_EQ(error.problems().front().key, "output.lineage");
    EXPECT_EQ(error.problems().front().what.substr(0, 31), "needs cells that divide or die;");
  }
}

}  // namespace
}  // namespace morula::test
