// The examples of competing species show what their descriptions claim, on every backend.
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
  // The series of an example over this many generations, as it is shipped, except for the arguments `extra`.
  Series series(const std::string& name, const std::string& steps, const Words& extra = {}) {
    place_.must(Words{"run", MORULA_SOURCE_DIR "/examples/" + name + ".yaml", "--quiet", "--out", name,
                      "--steps", steps} +
                options() + extra);
    Series observed;
    std::istringstream text(contents(place_ / (name + "/series.csv")));
    std::getline(text, observed.header);
    for (std::string line; std::getline(text, line);) {
      std::istringstream cells(line);
      observed.rows.emplace_back();
      for (std::string cell; std::getline(cells, cell, ',');)
        // The time of an event that has not happened is empty.
        if (!cell.empty()) observed.rows.back().push_back(std::stoull(cell));
    }
    return observed;
  }
};

TEST_P(InteractionExample, RockPaperScissorsAllLiveOn) {
  const Series observed = series("rock-paper-scissors", "60");
  EXPECT_EQ(observed.header, "step,empty,red,blue,yellow");
  ASSERT_EQ(observed.rows.size(), 7u);
  EXPECT_EQ(observed.rows.front(), (Row{0, 62500, 62500, 62500, 62500}));
  for (const Row& row : observed.rows) {
    EXPECT_EQ(std::accumulate(row.begin() + 1, row.end(), std::uint64_t{0}), 250000u);
    for (std::size_t species = 2; species < row.size(); ++species) EXPECT_GT(row[species], 30000u);
  }
}

// A site becomes empty only when an individual is eaten.
TEST_P(InteractionExample, FiveSpeciesBeginWithoutEmptySites) {
  const Series observed = series("five-species", "10", {"--set", "interaction.observe=[]"});
  EXPECT_EQ(observed.rows.front(), (Row{0, 0, 32000, 32000, 32000, 32000, 32000}));
  EXPECT_GT(observed.rows.back()[1], 5000u);
}

TEST_P(InteractionExample, LotkaVolterraNeverHasEmptySites) {
  const Series observed = series("lotka-volterra", "60");
  EXPECT_EQ(observed.rows.front(), (Row{0, 0, 27000, 27000, 36000}));
  for (const Row& row : observed.rows) EXPECT_EQ(row[1], 0u);
  EXPECT_NE(observed.rows.back()[2], 27000u) << "they do prey";
}

TEST_P(InteractionExample, BacteriaFillTheirBox) {
  const Series observed = series("bacteria-3d", "40");
  EXPECT_EQ(observed.rows.front(), (Row{0, 44237, 22119, 22118, 22118})) << "the fractions of 110592";
  EXPECT_LT(observed.rows.back()[1], 44237u / 2);
}

// The first line of the example says that all species survive. Other processors give the same answer, and
// take longer.
TEST_P(InteractionExample, BacteriaAllLiveOn) {
  if (GetParam() != "cpu") GTEST_SKIP() << "the CPU is enough";
  const Series observed = series("bacteria-3d", "300", {"--threads", "1"});
  for (const Row& row : observed.rows)
    for (std::size_t strain = 2; strain < row.size(); ++strain) EXPECT_GT(row[strain], 2000u) << row[0];
}

TEST_P(InteractionExample, OneOfManyWorldsIsTheSameAlone) {
  series("extinction-times", "300");
  const auto in_batch = manifest_of(place_ / "extinction-times").at("replica_hashes");
  ASSERT_EQ(in_batch.size(), 64u);
  const Series single_replica = series("extinction-times", "300", {"--replica", "7", "--force"});
  EXPECT_EQ(single_replica.rows.front(), (Row{0, 144, 144, 144, 144}));
  EXPECT_EQ(hash_of(place_ / "extinction-times"), in_batch.at(7).get<std::string>());
}

INSTANTIATE_TEST_SUITE_P(On, InteractionExample, every_backend(), name_of);

}  // namespace
}  // namespace morula::test
