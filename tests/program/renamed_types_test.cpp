// `initial: {run: DIR}` matches types and species by their names, whatever their numbers are in the two
// models.
#include <gtest/gtest.h>

#include <sstream>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

// A tissue with two named types of cells; the initial state contains the first.
std::string tissue(const std::string& medium, const std::string& a, const std::string& b) {
  const std::string pairs = medium + "-" + a + ": 16, " + medium + "-" + b + ": 16, " + a + "-" + a +
                            ": 6, " + a + "-" + b + ": 6, " + b + "-" + b + ": 6";
  return "model: potts\nsteps: 4\nlattice: {size: [20, 16]}\npotts:\n  temperature: 10\n  types: [" + medium +
         ", " + a + ", " + b + "]\n  adhesion: {" + pairs + "}\n" + "  volume: {" + a +
         ": {target: 16, strength: 2}, " + b +
         ": {target: 16, strength: 2}}\ninitial: {cells: {width: 4, types: {" + a + ": 0.3, " + b +
         ": 0.7}}}\noutput: {series: {every: 4}}\n";
}

// The value in a row (counted from 0) and a column of the series.
std::string value_in(const std::string& series, const std::string& column, std::size_t row) {
  std::istringstream lines(series);
  std::string header, line;
  std::getline(lines, header);
  for (std::size_t i = 0; i <= row; ++i) std::getline(lines, line);
  std::istringstream names(header), values(line);
  std::string name, value;
  while (std::getline(names, name, ',') && std::getline(values, value, ','))
    if (name == column) return value;
  return "no column " + column;
}

class RenamedTypes : public ::testing::Test {
 protected:
  void SetUp() override {
    place_.write("first.yaml", tissue("medium", "dark", "light"));
    place_.write("turned.yaml", tissue("outside", "light", "dark"));
    ASSERT_EQ(run("first.yaml", "first", {}).code, 0);
  }
  Finished run(const std::string& model, const std::string& out, const Words& words) {
    return place_.morula(Words{"run", model, "--out", out, "--backend", "cpu"} + words);
  }
  const Workplace place_;
};

TEST_F(RenamedTypes, InAnotherOrderStayWhatTheyAre) {
  const Finished finished = run("turned.yaml", "second", {"--set", "initial={run: first}"});
  ASSERT_EQ(finished.code, 0) << finished.err;
  const std::string before = contents(place_ / "first/series.csv"),
                    after = contents(place_ / "second/series.csv");
  for (const std::string column : {"cells_dark", "cells_light", "volume_dark", "volume_light"})
    EXPECT_EQ(value_in(before, column, 1), value_in(after, column, 0)) << column;
  EXPECT_NE(value_in(before, "cells_dark", 1), value_in(before, "cells_light", 1));
}

TEST_F(RenamedTypes, ThatAreMissingAreRefusedByName) {
  place_.write("other.yaml", tissue("medium", "light", "pale"));
  const Finished refused = run("other.yaml", "second", {"--set", "initial={run: first}"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("holds 'dark', which this model does not have; it has medium, light, pale"),
            std::string::npos)
      << refused.err;
}

TEST_F(RenamedTypes, OfABatchAreRefusedByTheNumberOfReplicas) {
  const Finished refused =
      run("first.yaml", "second", {"--set", "replicas=3", "--set", "initial={run: first}"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("holds one run without replicas, and this model has 3 replicas"),
            std::string::npos)
      << refused.err;
}

}  // namespace
}  // namespace morula::test
