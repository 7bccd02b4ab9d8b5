// Changes of running models with life, and models with life that are refused.
#include <gtest/gtest.h>

#include "core/error.h"
#include "tests/potts/living_model.h"

namespace morula::test {
namespace {

TEST(Life, CellsOfAChangeHaveNumbersAndABirth) {
  const auto model =
      living_model(living("{stem: {die: {when: \"step == 1 and volume > 0\", at_once: true}}}") +
                       "changes: [{at: 4, sites: {box: {from: [5, 5], to: [8, 8]}}, to: dead}]\n",
                   one_thread);
  model->step(5);
  EXPECT_EQ(values_in<u32>(*model, "number")[1], 10u) << "a row is used again, a number is not";
  EXPECT_EQ(values_in<u32>(*model, "number")[0], 11u);
  EXPECT_EQ(values_in<u32>(*model, "born")[1], 4u);
}

// This holds also for a dying cell whose target was above the largest remaining target.
TEST(Life, TargetsOfTypesChangeAtOnce) {
  const std::string text =
      living("{stem: {die: {when: \"chance(0.05)\", shrink: 0.5, after: 3}}}") +
      "changes: [{at: 4, set: {potts.volume.stem.target: 7, potts.volume.dead.target: 6}}]\n";
  const auto model = living_model(text, one_thread);
  model->step(4);
  const auto before = values_in<double>(*model, "target_volume");
  ASSERT_GT(*std::ranges::max_element(before), 7.0);
  model->step(1);
  const auto after = values_in<double>(*model, "target_volume");
  EXPECT_LE(*std::ranges::max_element(after), 7.0);
  EXPECT_GE(std::ranges::count(after, 7.0), 1);
}

TEST(Life, RefusesChangesThatBringColumns) {
  const auto refused = [](const std::string& life, const std::string& set) {
    try {
      std::string text = living(life) + "changes: [{at: 2, set: {" + set + "}}]\n";
      if (life.empty()) text.erase(text.find("  life: \n"), 9);
      living_model(text, one_thread)->step(4);
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string ageing = "{dead: {become: {stem: \"step > 3\"}}}";
  EXPECT_EQ(refused(ageing, "potts.life.stem.become.dead: \"step > 3\""), "");
  EXPECT_NE(refused(ageing, "potts.life.stem.divide.when: \"step > 3\"").find("the column 'mother'"),
            std::string::npos);
  EXPECT_NE(refused("", "potts.life.stem.become.dead: \"step > 3\"").find("the column 'number'"),
            std::string::npos);
}

std::string complaint_about(const std::string& life) {
  try {
    living_model(living(life), one_thread);
  } catch (const SpecError& error) {
    return error.problems().front().key + ": " + error.problems().front().what;
  }
  return "";
}

TEST(Life, SaysWhatIsWrong) {
  const auto begins = [](const std::string& life, const std::string& beginning) {
    const std::string complaint = complaint_about(life);
    EXPECT_EQ(complaint.substr(0, beginning.size()), beginning) << life;
  };
  begins("{stem: {target: {volume: {next: 20}}}}", "potts.life.stem.target.volume.most: is missing");
  begins("{stem: {target: {surface: {next: 20, most: 30}}}}",
         "potts.life.stem.target.surface: needs potts.surface.stem");
  begins("{stem: {divide: {when: volume}}}",
         "potts.life.stem.divide.when: column 1: is a whole number; must be a condition");
  begins("{stem: {divide: {when: \"volume > 3\", axis: [0, 0]}}}", "potts.life.stem.divide.axis: is ");
  begins("{stem: {divide: {when: \"volume > 3\", daughter: liver}}}",
         "potts.life.stem.divide.daughter: 'liver' is not a type");
  begins("{stem: {become: {liver: \"volume > 3\"}}}", "potts.life.stem.become.liver: 'liver' is not a type");
  begins("{stem: {divide: {when: \"volume > 3\", share: {enrgy: half}}}}",
         "potts.life.stem.divide.share.enrgy: is not a property");
  begins("{stem: {divide: {when: \"volume > 3\", share: {target_volume: half}}}}",
         "potts.life.stem.divide.share.target_volume: is not a property");
  begins("{stem: {die: {when: \"volume > 3\"}}}", "potts.life.stem.die.shrink: must be above 0");
  begins("{liver: {}}", "potts.life.liver: ");
}

}  // namespace
}  // namespace morula::test
