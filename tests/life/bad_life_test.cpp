// Divisions that can never happen, and those that hardly can.
#include <gtest/gtest.h>

#include "core/error.h"
#include "models/potts/read/never_true.h"
#include "runner/run.h"

namespace morula::test {
namespace {

using potts::is_never_true;

TEST(NeverTrue, IsFoundFromBounds) {
  const potts::GreatestValues greatest = {{"volume", 100}, {"target_volume", 40}};
  for (const char* const condition :
       {"false", "not true", "volume > 100", "volume < 0", "2 * volume >= 201", "target_volume >= 40.5",
        "volume - target_volume > 100", "chance(0.5) and volume >= 101", "volume == 101",
        "volume > 100 or target_volume > 40", "-volume > 0", "if age > 3 then false else volume > 100"})
    EXPECT_TRUE(is_never_true(condition, greatest)) << condition;
  for (const char* const condition :
       {"true", "volume >= 100", "volume != 101", "age > 1000", "volume > threshold", "target_volume >= 40",
        "volume > 100 or age > 3", "not (volume > 100)", "volume / 0.5 > 150", "volume ^ 2 > 5000",
        "volume > (", "mean(oxygen) > 3"})
    EXPECT_FALSE(is_never_true(condition, greatest)) << condition;
}

Spec tissue_that_divides(const std::string& when, const std::string& most = "70") {
  const std::string text = R"(
model: potts
steps: 10
lattice: {size: [40, 40], boundary: fixed}
potts:
  temperature: 10
  types: [medium, cell]
  adhesion: {medium-cell: 8, cell-cell: 6}
  volume: {cell: {target: 30, strength: 2}}
  life: {cell: {target: {volume: {next: 30, most: )" +
                           most + R"(}}, divide: {when: ")" + when + R"("}}}
initial: {cells: {width: 6, type: cell}}
)";
  return read_model(ModelFile{"tissue.yaml", text}, {});
}

std::string complaint_about_division(const std::string& when) {
  try {
    tissue_that_divides(when);
  } catch (const SpecError& error) {
    return error.problems().front().key + ": " + error.problems().front().what;
  }
  return "";
}

TEST(LifeReader, RefusesDivisionsThatCanNeverHappen) {
  EXPECT_EQ(complaint_about_division("volume >= 2000"),
            "potts.life.cell.divide.when: can never be true: volume is at most 1600 here; "
            "write a condition that cells can fulfil, or remove divide");
  EXPECT_NE(complaint_about_division("target_volume >= 71 and chance(0.5)").find("target_volume at most 70"),
            std::string::npos);
  EXPECT_EQ(complaint_about_division("target_volume >= 70"), "");
}

TEST(LifeReader, NotesDivisionsAboveEveryTarget) {
  EXPECT_TRUE(tissue_that_divides("volume >= 70").notes.empty());
  const Spec spec = tissue_that_divides("volume >= 80");
  ASSERT_EQ(spec.notes.size(), 1u);
  EXPECT_EQ(spec.notes.front().substr(0, 50), "potts.life.cell.divide.when: cells divide only if ");
}

TEST(LifeReader, NotesTargetsBelowTheFirst) {
  const Spec spec = tissue_that_divides("volume >= 18", "20");
  ASSERT_EQ(spec.notes.size(), 1u);
  EXPECT_EQ(spec.notes.front(),
            "potts.life.cell.target.volume.most: is 20, below the first target, 30: all cells are held at 20 "
            "from the first step on");
}

TEST(LifeReader, BlamesTargetsThatEnergiesDoNotFit) {
  try {
    tissue_that_divides("volume >= 18", "900000000");
    FAIL() << "is not accepted";
  } catch (const SpecError& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems().front().key, "potts.life.cell.target.volume.most");
    EXPECT_EQ(error.problems().front().place.line, 10u);
  }
}

}  // namespace
}  // namespace morula::test
