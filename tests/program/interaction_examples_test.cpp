// The examples of competing species show what they say they show, on every backend.
#include <gtest/gtest.h>

#include <numeric>
#include <sstream>

#include "tests/program/processors.h"

namespace morula::test {
namespace {

using Row = std::vector<std::uint64_t>;

struct Series {
  std::string header;
  std::vector<Row> rows;
};

class InteractionExample : public OnBackend {
 protected:
  // The series of this many generations, as it is shipped but for `more`.
  Series series(const std::string& name, const std::string& steps, const Words& more = {}) {
    place_.must(Words{"run", MORULA_SOURCE_DIR "/examples/" + name + ".yaml", "--quiet", "--out", name,
                      "--steps", steps} +
                options() + more);
    Series read;
    std::istringstream text(contents(place_ / (name + "/series.csv")));
    std::getline(text, read.header);
    for (std::string line; std::getline(text, line);) {
      std::istringstream cells(line);
      read.rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');)
        if (!cell.empty()) read.rows.back().push_back(std::stoull(cell));  // what has not happened is empty
    }
    return read;
  }
};

TEST_P(InteractionExample, RockPaperScissorsAllLiveOn) {
  const Series read = series("rock-paper-scissors", "60");
  EXPECT_EQ(read.header, "step,empty,red,blue,yellow");
  ASSERT_EQ(read.rows.size(), 7u);
  EXPECT_EQ(read.rows.front(), (Row{0, 62500, 62500, 62500, 62500}));
  for (const Row& row : read.rows) {
    EXPECT_EQ(std::accumulate(row.begin() + 1, row.end(), std::uint64_t{0}), 250000u);
    for (std::size_t species = 2; species < row.size(); ++species) EXPECT_GT(row[species], 30000u);
  }
}

// An individual leaves an empty site only where it is eaten.
TEST_P(InteractionExample, FiveSpeciesBeginWithoutEmptySites) {
  const Series read = series("five-species", "10", {"--set", "interaction.observe=[]"});
  EXPECT_EQ(read.rows.front(), (Row{0, 0, 32000, 32000, 32000, 32000, 32000}));
  EXPECT_GT(read.rows.back()[1], 5000u);
}

TEST_P(InteractionExample, LotkaVolterraNeverHasEmptySites) {
  const Series read = series("lotka-volterra", "60");
  EXPECT_EQ(read.rows.front(), (Row{0, 0, 27000, 27000, 36000}));
  for (const Row& row : read.rows) EXPECT_EQ(row[1], 0u);
  EXPECT_NE(read.rows.back()[2], 27000u) << "they do prey";
}

TEST_P(InteractionExample, BacteriaFillTheirBox) {
  const Series read = series("bacteria-3d", "40");
  EXPECT_EQ(read.rows.front(), (Row{0, 44237, 22119, 22118, 22118})) << "the fractions of 110592";
  EXPECT_LT(read.rows.back()[1], 44237u / 2);
}

// Its first line says that all live on. Elsewhere it is the same answer, and takes longer.
TEST_P(InteractionExample, BacteriaAllLiveOn) {
  if (GetParam() != "cpu") GTEST_SKIP() << "the CPU is enough";
  const Series read = series("bacteria-3d", "300", {"--threads", "1"});
  for (const Row& row : read.rows)
    for (std::size_t strain = 2; strain < row.size(); ++strain) EXPECT_GT(row[strain], 2000u) << row[0];
}

TEST_P(InteractionExample, OneOfManyWorldsIsTheSameAlone) {
  series("extinction-times", "300");
  const auto in_batch = manifest_of(place_ / "extinction-times").at("replica_hashes");
  ASSERT_EQ(in_batch.size(), 64u);
  const Series alone = series("extinction-times", "300", {"--replica", "7", "--force"});
  EXPECT_EQ(alone.rows.front(), (Row{0, 144, 144, 144, 144}));
  EXPECT_EQ(hash_of(place_ / "extinction-times"), in_batch.at(7).get<std::string>());
}

INSTANTIATE_TEST_SUITE_P(On, InteractionExample, every_backend(), name_of);

}  // namespace
}  // namespace morula::test
