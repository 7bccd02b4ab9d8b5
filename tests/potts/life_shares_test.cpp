// Values of mothers and new cells after a division, and the cells for which formulas are evaluated.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/potts/living_model.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// Most of these cells have fewer than 26 sites, for which the formula of the share fails.
TEST(LifeShares, AreEvaluatedForCellsThatDivideAlone) {
  const auto model =
      living_model(living("{stem: {target: {volume: {next: \"target_volume + 1\", most: 44}}, "
                          "divide: {when: \"volume >= 26\", share: {energy: \"log(volume - 25)\"}}}}",
                          "  properties: {energy: {initial: 1}}\n"),
                   one_thread);
  model->step(20);
  EXPECT_GT(volumes_in(*model).size(), 9u);
}

TEST(LifeShares, NoFormulaIsEvaluatedForDyingCells) {
  const auto model =
      living_model(living("{stem: {target: {volume: {next: \"10 + 100 / target_volume\", most: 60}}, "
                          "die: {when: \"step == 2\", shrink: 10, after: 5}}}"),
                   one_thread);
  model->step(30);
  EXPECT_TRUE(volumes_in(*model).empty());
}

// Cells divide at the end of their fifth step.
TEST(LifeShares, AgesAreSharedOut) {
  const auto ages_for = [](const std::string& share) {
    const auto model = living_model(living("{stem: {divide: {when: \"step == 4\", share: {" + share + "}}}}",
                                           "  properties: {energy: {initial: 0, next: \"age\"}}\n"),
                                    one_thread);
    model->step(5);
    const auto ages = values_in<u32>(*model, "age");
    EXPECT_GE(ages.size(), 19u);
    return std::pair(ages[1], ages[10]);
  };
  const u32 age = ages_for("age: copy").first;
  EXPECT_GT(age, 1u);
  EXPECT_EQ(ages_for("energy: copy"), std::pair(0u, 0u));
  EXPECT_EQ(ages_for("age: copy"), std::pair(age, age));
  EXPECT_EQ(ages_for("age: half"), std::pair(age / 2, age / 2));
  EXPECT_EQ(ages_for("age: \"age + 7.9\""), std::pair(age, age + 7));
  EXPECT_EQ(ages_for("age: \"-5\""), std::pair(age, 0u));
}

TEST(LifeShares, TargetsStayWithinTheMostOfTheType) {
  const auto targets_of = [](const std::string& stem, const std::string& dead, u64 steps) {
    const auto model = living_model(living("{stem: {" + stem + "}, dead: {" + dead + "}}"), one_thread);
    model->step(steps);
    return values_in<double>(*model, "target_volume");
  };
  const std::string divide =
                        "target: {volume: {next: \"target_volume\", most: 30}}, divide: {when: "
                        "\"step == 2\", share: {target_volume: \"1000\"}",
                    large = "target: {volume: {next: 300, most: 300}}";
  EXPECT_EQ(targets_of(divide + "}", large, 3)[10], 30);
  EXPECT_EQ(targets_of(divide + ", daughter: dead}", large, 3)[10], 300);
  EXPECT_EQ(targets_of("target: {volume: {next: 40, most: 40}}, become: {dead: \"step == 3\"}",
                       "target: {volume: {next: \"target_volume\", most: 25}}", 4)[1],
            25);
}

TEST(LifeShares, NewCellsDrawTheirDirectionAndMothersKeepTheirs) {
  const std::string text =
      living("{stem: {divide: {when: \"step == 1\"}}}", "  persistence: {stem: {strength: 5, memory: 1}}\n");
  std::vector<Hash> hashes;
  for (const auto& [name, backend] : available_backends()) {
    const auto model = living_model(text, backend);
    const auto before = values_in<double>(*model, "direction_x");
    model->step(2);
    const auto x = values_in<double>(*model, "direction_x"), y = values_in<double>(*model, "direction_y");
    ASSERT_EQ(volumes_in(*model).size(), 18u) << name;
    for (u32 cell = 1; cell <= 9; ++cell) {
      EXPECT_NEAR(x[cell], before[cell], 1e-12) << name;
      EXPECT_NE(x[9 + cell], x[cell]) << name;
      EXPECT_NEAR(std::hypot(x[9 + cell], y[9 + cell]), 1, 1e-6) << name;
    }
    model->step(6);
    hashes.push_back(model->hash());
    EXPECT_EQ(hashes.back(), hashes.front()) << name;
  }
}

// If a row of sites lies exactly on its cut, no site is on either side.
TEST(LifeShares, ACellThatLiesOnItsCutWaits) {
  std::string text =
      living("{stem: {divide: {when: \"step < 9\", axis: long}}}", "", "{size: [60, 21], boundary: fixed}");
  text.replace(text.find("box: {from"), std::string::npos,
               "box: {from: [10, 10], to: [49, 10]}, type: stem}}\n");
  text.replace(text.find("temperature: 8"), 14, "temperature: 0");
  text.replace(text.find("target: 20, strength: 2"), 23, "target: 40, strength: 300");
  for (const auto& [name, backend] : available_backends()) {
    const auto model = living_model(text, backend);
    model->step(1);
    EXPECT_EQ(volumes_in(*model).size(), 1u) << name;
  }
}

}  // namespace
}  // namespace morula::test
