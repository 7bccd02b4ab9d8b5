// Models with divisions that can never happen, or hardly ever.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "models/potts/read/never_true.h"
#include "runner/run.h"

namespace morula::test {
namespace {

using potts::is_never_true;

TEST(NeverTrue, IsFoundFromBounds) {
  const potts::KnownBounds known = {{"volume", {2, 100}}, {"target_volume", {0, 40}}, {"age", {0, INFINITY}},
                                    {"type", {1, 1}},     {"dead", {2, 2}},           {"cell", {1, 1}}};
  for (const char* const condition : {"false",
                                      "not true",
                                      "volume > 100",
                                      "volume < 0",
                                      "2 * volume >= 201",
                                      "target_volume >= 40.5",
                                      "volume - target_volume > 100",
                                      "chance(0.5) and volume >= 101",
                                      "volume == 101",
                                      "volume > 100 or target_volume > 40",
                                      "-volume > 0",
                                      "chance(0)",
                                      "age > 3 and chance(0 * volume)",
                                      "if age > 3 then false else volume > 100",
                                      "volume < 2",
                                      "age < 0",
                                      "type == dead",
                                      "type != cell",
                                      "not (type == cell)",
                                      "not (volume >= 2)",
                                      "volume / 2 > 50",
                                      "volume // 3 > 33",
                                      "volume % 7 > 6",
                                      "1 / volume > 0.5",
                                      "volume ^ 2 > 101 ^ 2",
                                      "sqrt(volume) < 0 and volume ^ 0.5 > 10.1",
                                      "min(volume, 10) > 20",
                                      "max(volume, 200) < 200",
                                      "abs(volume - 200) > 198",
                                      "floor(volume / 3) > 33",
                                      "round(volume / 200) > 1",
                                      "ceil(volume / 3) > 34",
                                      "clamp(age, 1, 5) > 5",
                                      "uniform() > 1",
                                      "uniform() >= 1",
                                      "contact(medium) < 0",
                                      "neighbours(dead) < 0",
                                      "not chance(1)",
                                      "if type == dead then volume > 3 else false",
                                      "volume > 50 and volume < 40",
                                      "surface > 5 and chance(0.1) and 5 >= surface",
                                      "age == 3 and age == 4",
                                      "not (surface > 5) and surface > 5 and surface < 4"})
    EXPECT_TRUE(is_never_true(condition, known)) << condition;
  for (const char* const condition : {"true",
                                      "volume >= 100",
                                      "volume != 101",
                                      "age > 1000",
                                      "volume > threshold",
                                      "target_volume >= 40",
                                      "volume > 100 or age > 3",
                                      "not (volume > 100)",
                                      "volume / 0.5 > 150",
                                      "volume ^ 2 > 5000",
                                      "volume > (",
                                      "mean(oxygen) > 3",
                                      "chance(0.01)",
                                      "chance(rate)",
                                      "not chance(0)",
                                      "volume == 2",
                                      "volume / 2 >= 50",
                                      "volume / (volume - 3) > 100",
                                      "volume // 3 >= 33",
                                      "volume % 7 >= 6",
                                      "volume ^ 2 >= 100 ^ 2",
                                      "(volume - 50) ^ 2 > 2400",
                                      "min(volume, 10) >= 10",
                                      "max(volume, 200) <= 200",
                                      "abs(volume - 200) >= 198",
                                      "floor(volume / 3) >= 33",
                                      "clamp(age, 1, 5) >= 5",
                                      "uniform() > 0.999",
                                      "contact(medium) == 0",
                                      "type == cell",
                                      "not (type == dead)",
                                      "step < 0",
                                      "surface > 5 and surface < 6",
                                      "volume > 50 or volume < 40",
                                      "mean(oxygen) < 0",
                                      "exp(volume) < 0",
                                      "sin(volume) > 1",
                                      "if age > 3 then volume > 100 else volume > 3",
                                      "not (volume >= 20 and age >= 3)",
                                      "if volume >= 20 and age >= 3 then false else chance(0.1)",
                                      "(volume >= 20 and age >= 3) == false",
                                      "volume <= 20 and not (volume <= 20 and age >= 10)"})
    EXPECT_FALSE(is_never_true(condition, known)) << condition;
}

// The beginning of a model file for a tissue of one type; a test adds more to its section `potts`.
const std::string cells_of_one_type = R"(
model: potts
steps: 10
lattice: {size: [40, 40], boundary: fixed}
potts:
  temperature: 10
  types: [medium, cell]
  adhesion: {medium-cell: 8, cell-cell: 6}
  volume: {cell: {target: 30, strength: 2}}
)";

Spec tissue_that_divides(const std::string& when, const std::string& most = "70") {
  const std::string text = cells_of_one_type + R"(  life: {cell: {target: {volume: {next: 30, most: )" +
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
            "potts.life.cell.divide.when: can never be true: volume is from 2 to 1600 here; "
            "write a condition that cells can fulfil, or remove divide");
  EXPECT_NE(complaint_about_division("target_volume >= 71 and chance(0.5)")
                .find("target_volume is from 0 to 70 here"),
            std::string::npos);
  EXPECT_NE(
      complaint_about_division("type == medium and age < 0").find("age is at least 0, type is cell here"),
      std::string::npos);
  EXPECT_EQ(complaint_about_division("target_volume >= 70"), "");
  EXPECT_EQ(complaint_about_division("chance(0)"),
            "potts.life.cell.divide.when: can never be true; write a condition that cells can fulfil, or "
            "remove divide");
}

TEST(LifeReader, NamesNoBoundsWhereAConditionContradictsItself) {
  EXPECT_EQ(complaint_about_division("volume > 50 and volume < 40"), complaint_about_division("false"));
}

TEST(LifeReader, NotesDivisionsAboveEveryTarget) {
  EXPECT_TRUE(tissue_that_divides("volume >= 70").notes.empty());
  const Spec spec = tissue_that_divides("volume >= 80");
  ASSERT_EQ(spec.notes.size(), 1u);
  EXPECT_EQ(spec.notes.front().substr(0, 50), "potts.life.cell.divide.when: cells divide only if ");
  EXPECT_NE(spec.notes.front().find("raise 'most', or write"), std::string::npos);
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

// Of two types, one has a bound that is far too large.
TEST(LifeReader, BlamesOnlyTheTypeWhoseTargetIsTooLarge) {
  const std::string text = R"(
model: potts
steps: 10
lattice: {size: [40, 40], boundary: fixed}
potts:
  temperature: 10
  types: [medium, cell, other]
  adhesion: {medium-cell: 8, cell-cell: 6, medium-other: 8, cell-other: 6, other-other: 6}
  volume: {cell: {target: 30, strength: 2}, other: {target: 30, strength: 2}}
  life:
    cell: {target: {volume: {next: 30, most: 70}}}
    other: {target: {volume: {next: 30, most: 900000000}}}
initial: {cells: {width: 6, type: cell}}
)";
  try {
    read_model(ModelFile{"tissue.yaml", text}, {});
    FAIL() << "is not accepted";
  } catch (const SpecError& error) {
    ASSERT_EQ(error.problems().size(), 1u);
    EXPECT_EQ(error.problems().front().key, "potts.life.other.target.volume.most");
  }
}

Spec tissue_that_shrinks(const std::string& shrink) {
  const std::string text = R"yaml(
model: potts
steps: 10
lattice: {size: [40, 40], boundary: fixed}
potts:
  temperature: 10
  types: [medium, cell]
  adhesion: {medium-cell: 8, cell-cell: 6}
  volume: {cell: {target: 30, strength: 2}}
  life: {cell: {die: {when: "chance(0.1)", shrink: )yaml" +
                           shrink + R"yaml(}}}
initial: {cells: {width: 6, type: cell}}
)yaml";
  return read_model(ModelFile{"tissue.yaml", text}, {});
}

TEST(LifeReader, RefusesCellsThatNeverVanish) {
  EXPECT_TRUE(tissue_that_shrinks("0.5").notes.empty());
  const Spec slow = tissue_that_shrinks("1e-6");
  ASSERT_EQ(slow.notes.size(), 1u);
  EXPECT_EQ(slow.notes.front(),
            "potts.life.cell.die.shrink: is 1e-06: a cell with a target of 30 needs 3e+07 steps to vanish");
  try {
    tissue_that_shrinks("1e-30");
    FAIL() << "is not accepted";
  } catch (const SpecError& error) {
    EXPECT_EQ(error.problems().front().key, "potts.life.cell.die.shrink");
    EXPECT_EQ(
        error.problems().front().what,
        "is 1e-30, too small to change a target of 30: cells would never vanish; write a larger number, "
        "or at_once: true");
  }
}

std::string complaint_about_initial_values(const std::string& property, const std::string& field) {
  const std::string text = cells_of_one_type + R"(  properties: {energy: {initial: ")" + property + R"("}}
  fields: {food: {diffusion: 0.1, initial: ")" +
                           field + R"("}}
initial: {cells: {width: 6, type: cell}}
)";
  try {
    read_model(ModelFile{"tissue.yaml", text}, {});
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

TEST(PottsReader, RefusesInitialValuesThatAreNotFinite) {
  EXPECT_EQ(complaint_about_initial_values("2 * uniform()", "x + 1"), "");
  EXPECT_EQ(complaint_about_initial_values("if type == cell then 2 else 1e308 * 10",
                                           "if type == cell then 1e308 * 10 else 1"),
            "");
  EXPECT_EQ(
      complaint_about_initial_values("1e308 * 10", "1"),
      "tissue.yaml:10:34: potts.properties.energy.initial: potts.properties.energy of cell 1 begins with "
      "inf; it must be finite");
  EXPECT_EQ(
      complaint_about_initial_values("1", "exp(1000 + y)"),
      "tissue.yaml:11:44: potts.fields.food.initial: the initial value of the field 'food' is not a finite "
      "number");
  EXPECT_NE(complaint_about_initial_values("1", "1 / (y - 39)"), "");
}

}  // namespace
}  // namespace morula::test
