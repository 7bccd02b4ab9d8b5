// The output of `morula bench`: its parts and paths, as JSON and as text, but never the speeds.
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "io/json.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

// These tests do not look at the speeds, so that each measurement may be short. The program that they start
// inherits the variable.
[[maybe_unused]] const int measured_briefly = setenv("MORULA_BENCH_SECONDS", "0.05", 1);

TEST(Bench, TheCpuIsComparedWithTheSequentialLoopAlone) {
  const auto report = io::Json::parse(
      Workplace().must({"bench", "automaton", "--backend", "cpu", "--only", "steps", "--json"}).out);
  EXPECT_EQ(report.at("backend"), "cpu");
  EXPECT_FALSE(report.contains("rates"));
  std::set<std::string> paths;
  std::set<unsigned> sides;
  for (const auto& row : report.at("steps").at("rows")) {
    paths.insert(row.at("path").get<std::string>());
    sides.insert(row.at("side").get<unsigned>());
    EXPECT_GT(row.at("seconds_per_step").get<double>(), 0);
  }
  EXPECT_EQ(paths, (std::set<std::string>{"one core", "ours"}));
  EXPECT_EQ(sides, (std::set<unsigned>{10, 20, 100}));
}

TEST(Bench, WithoutADeviceThereAreNoTransfers) {
  const Finished report = Workplace().must({"bench", "--only", "transfers", "automaton", "--backend", "cpu"});
  EXPECT_EQ(report.out, "Caux 2011: no transfers: the CPU computes where the cubes are.\n");
  EXPECT_EQ(report.err, "");
}

TEST(Bench, ARestoreIsMeasuredBesideWhatLimitsIt) {
  const auto report = io::Json::parse(
      Workplace().must({"bench", "automaton", "--backend", "cpu", "--only", "restore", "--json"}).out);
  const auto& restore = report.at("restore");
  for (const char* rate : {"restore_bytes_per_second", "inflate_bytes_per_second", "zlib_bytes_per_second"})
    EXPECT_GT(restore.at(rate).get<double>(), 0) << rate;
  EXPECT_TRUE(restore.at("copy_bytes_per_second").is_null());
}

TEST(Bench, WithoutADeviceTheSpeciesAreRunByOneCoreAndByUs) {
  const auto report = io::Json::parse(
      Workplace().must({"bench", "interaction", "--backend", "cpu", "--only", "experiments", "--json"}).out);
  EXPECT_FALSE(report.contains("counting"));
  std::set<std::pair<std::string, unsigned>> measured;
  for (const auto& row : report.at("experiments").at("rows")) {
    measured.emplace(row.at("path").get<std::string>(), row.at("side").get<unsigned>());
    EXPECT_GT(row.at("cycles_measured").get<unsigned>(), 0u);
    EXPECT_GT(row.at("seconds").get<double>(), 0);
  }
  EXPECT_EQ(measured, (std::set<std::pair<std::string, unsigned>>{
                          {"I", 128}, {"I", 256}, {"I", 512}, {"ours", 128}, {"ours", 256}, {"ours", 512}}));
  EXPECT_EQ(report.at("experiments").at("left_out").size(), 9u);
}

TEST(Bench, BatchesOfSpeciesAreMeasuredBesideOneLattice) {
  const auto report = io::Json::parse(
      Workplace().must({"bench", "interaction", "--backend", "cpu", "--only", "replicas", "--json"}).out);
  const auto& rows = report.at("replicas");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("case"), "0.5 0.25 0.25, 1000 replicas of 128^2");
  EXPECT_EQ(rows[0].at("sites"), 1000u * 128 * 128);
  EXPECT_EQ(rows[1].at("case"), "0.5 0.25 0.25, 4096^2");
  for (const auto& row : rows) EXPECT_GT(row.at("updates_per_second").get<double>(), 0);
}

TEST(Bench, DividingCellsAreComparedAtEveryEnd) {
  const auto report = io::Json::parse(
      Workplace()
          .must({"bench", "proliferation", "--backend", "cpu", "--threads", "2", "--only", "until", "--json"})
          .out);
  EXPECT_FALSE(report.contains("single"));
  std::set<std::pair<std::string, unsigned>> measured;
  for (const auto& row : report.at("until").at("rows")) {
    measured.emplace(row.at("path").get<std::string>(), row.at("until").get<unsigned>());
    EXPECT_GT(row.at("seconds").get<double>(), 0);
    if (row.at("until") == 240) {
      EXPECT_NEAR(row.at("cells").get<double>(), 1.12e6, 0.01e6);
    }
  }
  for (const auto& row : report.at("until").at("left_out"))  // left out if the machine is slow
    measured.emplace(row.at("path").get<std::string>(), row.at("until").get<unsigned>());
  std::set<std::pair<std::string, unsigned>> expected;
  for (const unsigned until : {120u, 240u, 360u, 504u, 720u})
    for (const auto* path : {"one core", "ours, 2 threads"}) expected.emplace(path, until);
  EXPECT_EQ(measured, expected);
}

TEST(Bench, SimulationsOfDividingCellsAreMeasuredBesideTheirDraws) {
  const auto report = io::Json::parse(Workplace()
                                          .must({"bench", "proliferation", "--backend", "cpu", "--threads",
                                                 "1", "--only", "single", "--json"})
                                          .out);
  const auto& rows = report.at("single");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("who"), "one core, plain engine");
  EXPECT_EQ(rows[1].at("who"), "one core");
  for (const auto& row : rows) {
    EXPECT_EQ(row.at("calls"), rows[0].at("calls"));
    EXPECT_NEAR(row.at("calls").get<double>(), 1.13e6, 0.01e6);
    EXPECT_GT(row.at("draws_per_second").get<double>(), 0);
  }
}

TEST(Bench, TissuesAreTimedAsThePaperTimesThem) {
  const auto report = io::Json::parse(
      Workplace()
          .must({"bench", "potts", "--backend", "cpu", "--only", "table", "--runs", "1", "--json"})
          .out);
  EXPECT_FALSE(report.contains("rates"));
  const auto& table = report.at("table");
  EXPECT_EQ(table.at("runs"), 1u);
  ASSERT_EQ(table.at("rows").size(), 10u) << "the lines of Table I";
  const auto& smallest = table.at("rows")[2];
  EXPECT_EQ(smallest.at("cells"), 102400u);
  EXPECT_TRUE(smallest.at("theirs").is_null()) << "it needs a device";
  EXPECT_GT(smallest.at("ours").at("seconds").get<double>(), 0);
  EXPECT_FALSE(table.at("rows")[0].contains("ours")) << "a cluster";
  EXPECT_EQ(table.at("left_out").size(), 4u);
}

TEST(Bench, APartOfAnotherFamilyIsRefused) {
  const Finished report = Workplace().morula({"bench", "interaction", "--only", "cubes"});
  EXPECT_EQ(report.code, 2);
  EXPECT_EQ(
      report.err,
      "morula bench: --only: 'cubes' is not a part of 'interaction'; its parts are experiments, counting, "
      "rates, replicas, corners; see 'morula bench --help'\n");
}

TEST(Bench, ADepthIsOfDividingCellsAlone) {
  const Finished report = Workplace().morula({"bench", "automaton", "--depth", "3"});
  EXPECT_EQ(report.code, 2);
  EXPECT_EQ(report.err,
            "morula bench: --depth: is an option of 'proliferation', not of 'automaton'; see 'morula bench "
            "--help'\n");
}

TEST(Bench, FamiliesAreListedForScripts) {
  const std::string listed = Workplace().must({"bench", "--list"}).out;
  EXPECT_TRUE(listed.starts_with("automaton\n")) << listed;
  EXPECT_NE(listed.find("\nproliferation\n"), std::string::npos) << listed;
}

TEST(Bench, APartThatIsNoneIsRefused) {
  const Finished report = Workplace().morula({"bench", "--only", "cube"});
  EXPECT_EQ(report.code, 2);
  EXPECT_NE(report.err.find("transfers"), std::string::npos) << report.err;
}

TEST(Bench, MembranesAreComparedInThreeTables) {
  const auto report = io::Json::parse(
      Workplace().must({"bench", "membrane", "--backend", "cpu", "--only", "tables", "--json"}).out);
  EXPECT_FALSE(report.contains("rates"));
  const auto& tables = report.at("tables").at("tables");
  ASSERT_EQ(tables.size(), 3u);
  EXPECT_EQ(tables[0].at("title"), "Table 1: 1024 membranes (the paper's times are for 16382, and scaled)");
  for (const auto& table : tables)
    for (const auto& row : table.at("rows")) {
      std::vector<std::string> paths;
      for (const auto& time : row.at("times")) {
        paths.push_back(time.at("path").get<std::string>());
        EXPECT_GT(time.at("seconds_per_step").get<double>(), 0);
      }
      EXPECT_EQ(paths, (std::vector<std::string>{"one core", "ours"}));
      EXPECT_GT(row.at("n_tx").get<unsigned>() * row.at("n_ty").get<unsigned>(), 64u);
    }
  EXPECT_EQ(tables[0].at("rows")[0].at("occupancy"), 0.25);
}

}  // namespace
}  // namespace morula::test
