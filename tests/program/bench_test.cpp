// What `morula bench` says: which parts, which paths, as JSON and as text. Never how fast.
#include <gtest/gtest.h>

#include <set>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

TEST(Bench, TheCpuIsComparedWithTheSequentialLoopAlone) {
  const auto said = nlohmann::json::parse(
      Workplace().must({"bench", "automaton", "--backend", "cpu", "--only", "steps", "--json"}).out);
  EXPECT_EQ(said.at("backend"), "cpu");
  EXPECT_FALSE(said.contains("rates"));
  std::set<std::string> paths;
  std::set<unsigned> sides;
  for (const auto& row : said.at("steps").at("rows")) {
    paths.insert(row.at("path").get<std::string>());
    sides.insert(row.at("side").get<unsigned>());
    EXPECT_GT(row.at("seconds_per_step").get<double>(), 0);
  }
  EXPECT_EQ(paths, (std::set<std::string>{"one core", "ours"}));
  EXPECT_EQ(sides, (std::set<unsigned>{10, 20, 100}));
}

TEST(Bench, WithoutADeviceThereAreNoTransfers) {
  const Finished said = Workplace().must({"bench", "--only", "transfers", "automaton", "--backend", "cpu"});
  EXPECT_EQ(said.out, "Caux 2011: no transfers: the CPU computes where the cubes are.\n");
  EXPECT_EQ(said.err, "");
}

TEST(Bench, WithoutADeviceTheSpeciesAreRunByOneCoreAndByUs) {
  const auto said = nlohmann::json::parse(
      Workplace().must({"bench", "interaction", "--backend", "cpu", "--only", "experiments", "--json"}).out);
  EXPECT_FALSE(said.contains("counting"));
  std::set<std::pair<std::string, unsigned>> measured;
  for (const auto& row : said.at("experiments").at("rows")) {
    measured.emplace(row.at("path").get<std::string>(), row.at("side").get<unsigned>());
    EXPECT_GT(row.at("cycles_measured").get<unsigned>(), 0u);
    EXPECT_GT(row.at("seconds").get<double>(), 0);
  }
  EXPECT_EQ(measured, (std::set<std::pair<std::string, unsigned>>{
                          {"I", 128}, {"I", 256}, {"I", 512}, {"ours", 128}, {"ours", 256}, {"ours", 512}}));
  EXPECT_EQ(said.at("experiments").at("left_out").size(), 9u);
}

TEST(Bench, BatchesOfSpeciesAreMeasuredBesideOneLattice) {
  const auto said = nlohmann::json::parse(
      Workplace().must({"bench", "interaction", "--backend", "cpu", "--only", "replicas", "--json"}).out);
  const auto& rows = said.at("replicas");
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("case"), "0.5 0.25 0.25, 1000 replicas of 128^2");
  EXPECT_EQ(rows[0].at("sites"), 1000u * 128 * 128);
  EXPECT_EQ(rows[1].at("case"), "0.5 0.25 0.25, 4096^2");
  for (const auto& row : rows) EXPECT_GT(row.at("updates_per_second").get<double>(), 0);
}

TEST(Bench, APartOfAnotherFamilyIsRefused) {
  const Finished said = Workplace().morula({"bench", "interaction", "--only", "cubes"});
  EXPECT_EQ(said.code, 2);
  EXPECT_EQ(said.err,
            "morula bench: --only: 'cubes' is no part of 'interaction'; its parts are experiments, counting, "
            "rates, replicas; see 'morula bench --help'\n");
}

TEST(Bench, APartThatIsNoneIsRefused) {
  const Finished said = Workplace().morula({"bench", "--only", "cube"});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("transfers"), std::string::npos) << said.err;
}

}  // namespace
}  // namespace morula::test
