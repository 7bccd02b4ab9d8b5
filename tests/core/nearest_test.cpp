#include "core/nearest.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

const std::vector<std::string> keys = {"mobility", "reproduction", "selection", "seed", "steps"};

TEST(Nearest, FindsWhatWasMeant) {
  EXPECT_EQ(nearest("mobilty", keys), "mobility");    // a missing letter
  EXPECT_EQ(nearest("mobillity", keys), "mobility");  // an additional letter
  EXPECT_EQ(nearest("mobilitx", keys), "mobility");   // a wrong letter
  EXPECT_EQ(nearest("mobiltiy", keys), "mobility");   // two swapped letters
  EXPECT_EQ(nearest("Seed", keys), "seed");           // capitals
  EXPECT_EQ(nearest("seeds", keys), "seed");
  EXPECT_EQ(nearest("step", keys), "steps");
  EXPECT_EQ(nearest("seed", keys), "seed");
}

TEST(Nearest, FindsNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("temperature", keys), std::nullopt);
  EXPECT_EQ(nearest("x", keys), std::nullopt);
  EXPECT_EQ(nearest("", keys), std::nullopt);
  EXPECT_EQ(nearest("seed", {}), std::nullopt);
  EXPECT_EQ(nearest(std::string(1'000'000, 'a'), keys), std::nullopt);  // and returns at once
}

TEST(Nearest, TheFirstOfEquallyNearOnesWins) {
  const std::vector<std::string> twins = {"rate_a", "rate_b"};
  EXPECT_EQ(nearest("rate_c", twins), "rate_a");
}

TEST(Nearest, TellsTheChoices) {
  const std::vector<std::string> choices = {"periodic", "fixed"};
  EXPECT_EQ(must_be_one_of("periodc", choices), "must be one of periodic, fixed; did you mean 'periodic'?");
  EXPECT_EQ(must_be_one_of("open", choices), "must be one of periodic, fixed");
}

}  // namespace
}  // namespace morula
