// Invalid rules of life in tissues of two types: names, shares, formulas that always fail, changes.
#include <gtest/gtest.h>

#include "core/error.h"
#include "runner/run.h"

namespace morula::test {
namespace {

// A model with two types of cells. `dead` has rules only if a test gives it some.
std::string two_types(const std::string& life, const std::string& more = "") {
  return R"(
model: potts
steps: 10
lattice: {size: [40, 40], boundary: fixed}
potts:
  temperature: 10
  types: [medium, stem, dead]
  adhesion: {medium-stem: 8, stem-stem: 6, medium-dead: 8, stem-dead: 6, dead-dead: 6}
  volume: {stem: {target: 30, strength: 2}, dead: {target: 30, strength: 2}}
)" + more +
         "  life: " + life + "\ninitial: {cells: {width: 6, type: stem}}\n";
}

std::string complaints(const std::string& text) {
  try {
    read_model(ModelFile{"tissue.yaml", text}, {});
  } catch (const SpecError& error) {
    return error.what();
  }
  return "";
}

std::string note_on(const std::string& text) {
  const Spec spec = read_model(ModelFile{"tissue.yaml", text}, {});
  return spec.notes.size() == 1 ? spec.notes.front() : "";
}

TEST(LifeReader, NotesCellsThatNeverDieOrChange) {
  EXPECT_EQ(note_on(two_types("{stem: {die: {when: \"false\", at_once: true}}}")),
            "potts.life.stem.die.when: can never be true; no cell of type stem dies");
  EXPECT_EQ(
      note_on(two_types("{stem: {become: {dead: \"volume > 1600\"}}}")),
      "potts.life.stem.become.dead: can never be true: volume is from 1 to 1600 here; no cell of type stem "
      "becomes dead");
  EXPECT_EQ(
      note_on(two_types("{stem: {become: {dead: \"volume > big\"}}}", "  parameters: {big: 5000}\n")),
      "potts.life.stem.become.dead: can never be true: big is 5000, volume is from 1 to 1600 here; no cell "
      "of type stem becomes dead unless a parameter or a target changes");
  EXPECT_EQ(note_on(two_types("{stem: {die: {when: \"volume < 2\", at_once: true}}}")), "");
}

// These are only notes, since parameters may change while the model runs, and may be 0 in a sweep.
TEST(LifeReader, NotesDivisionsThatParametersRuleOut) {
  const std::string parameters = "  parameters: {big: 5000, rate: 0}\n";
  EXPECT_EQ(
      note_on(two_types("{stem: {divide: {when: \"volume >= big\"}}}", parameters)),
      "potts.life.stem.divide.when: can never be true: big is 5000, volume is from 2 to 1600 here; no cell "
      "divides unless a parameter or a target changes");
  EXPECT_NE(
      note_on(two_types("{stem: {divide: {when: \"chance(rate)\"}}}", parameters)).find("rate is 0 here"),
      std::string::npos);
  EXPECT_EQ(note_on(two_types("{stem: {divide: {when: \"volume >= big / 200\"}}}", parameters)), "");
}

// A change of potts.volume.stem.target makes such a division possible.
TEST(LifeReader, NotesDivisionsThatTargetsOfTypesRuleOut) {
  EXPECT_NE(note_on(two_types("{stem: {die: {when: \"age > 90\", shrink: 1}, divide: {when: \"target_volume "
                              ">= 80\"}}}"))
                .find("no cell divides unless a parameter or a target changes"),
            std::string::npos);
}

TEST(LifeReader, NamesTheTargetToRaise) {
  EXPECT_NE(note_on(two_types("{stem: {divide: {when: \"volume >= 80\"}}, "
                              "dead: {target: {volume: {next: 60, most: 70}}}}"))
                .find("at most 70; raise potts.volume.stem.target, or write a smaller volume here"),
            std::string::npos);
}

TEST(LifeReader, KnowsTargetsOnlyWhereCellsHaveThem) {
  const auto dies = [](const std::string& how) {
    return complaints(two_types("{stem: {die: {when: \"target_volume < 3\", " + how + "}}}"));
  };
  EXPECT_EQ(dies("shrink: 2"), "");
  EXPECT_EQ(dies("at_once: false, shrink: 2"), "");
  EXPECT_NE(
      dies("at_once: true").find("column 1: 'target_volume' needs a type with potts.life.TYPE.target.volume"),
      std::string::npos);
}

TEST(LifeReader, RefusesSharesThatTheDaughterCannotHave) {
  const auto shared = [](const std::string& share, const std::string& of_dead = "") {
    return complaints(
        two_types("{stem: {target: {volume: {next: 40, most: 70}}, divide: {when: \"volume > 50\", daughter: "
                  "dead, share: "
                  "{target_volume: " +
                  share + "}}}" + of_dead + "}"));
  };
  EXPECT_NE(shared("half").find(
                "potts.life.stem.divide.share.target_volume: has no effect: the daughter is of type 'dead' "
                "and gets "
                "the target of potts.volume.dead; remove the share, or write potts.life.dead.target.volume"),
            std::string::npos);
  EXPECT_NE(shared("target_volume / 3").find("has no effect"), std::string::npos);
  EXPECT_EQ(shared("copy"), "") << "the mother keeps its target";
  EXPECT_EQ(shared("half", ", dead: {target: {volume: {next: 20, most: 30}}}"), "");
}

TEST(LifeReader, FindsFormulasThatParametersMakeFail) {
  const auto dies = [](const std::string& when) {
    return complaints(two_types("{stem: {die: {when: \"" + when + "\", at_once: true}}}",
                                "  parameters: {p: 1.5, none: 0}\n"));
  };
  EXPECT_NE(
      dies("volume > 3 and chance(p)")
          .find("potts.life.stem.die.when: column 16: a chance that is not between 0 and 1, or too small "
                "to be distinguished from 0 (below 2^-32), with p = 1.5; change the formula or p"),
      std::string::npos);
  EXPECT_NE(
      dies("log(0) > 1").find("column 1: the logarithm of a number that is not above 0; change the formula"),
      std::string::npos);
  EXPECT_NE(dies("volume > 1 / none").find("with none = 0"), std::string::npos);
  EXPECT_EQ(dies("none > 0 and volume > 1 / none"), "");
  EXPECT_EQ(dies("volume > 100 and 1 / none > 3"), "") << "is not evaluated in every cell";
  EXPECT_EQ(dies("chance(p / 2)"), "");
}

TEST(LifeReader, FindsPropertiesThatParametersMakeFail) {
  const auto energy = [](const std::string& keys) {
    return complaints(
        two_types("{stem: {die: {when: \"chance(0.1)\", at_once: true}}}",
                  "  parameters: {p: 1.5}\n  properties: {energy: {initial: 1, " + keys + "}}\n"));
  };
  EXPECT_NE(
      energy("next: \"if chance(p) then 1 else 0\"").find("potts.properties.energy.next: column 4: a chance"),
      std::string::npos);
  EXPECT_NE(energy("rate: \"log(p - 2)\"").find("potts.properties.energy.rate: column 1: the logarithm"),
            std::string::npos);
}

TEST(LifeReader, RefusesChangesAtTheChange) {
  const auto changed = [](const std::string& life, const std::string& change) {
    return complaints(two_types(life) + "changes:\n  - " + change + "\n");
  };
  const std::string dying = "{dead: {die: {when: \"chance(0.1)\", at_once: true}}}";
  const std::string set = "set: {potts.life.stem.divide.when: \"volume > 20\"}}";
  EXPECT_NE(
      changed(dying, "{at: 4, " + set)
          .find("tissue.yaml:13:48: potts.life.stem.divide.when: potts.life needs the column 'mother' of "
                "cells, which cannot begin while the model runs"),
      std::string::npos);
  EXPECT_EQ(changed(dying, "{at: 0, " + set), "") << "a change before the first step may";
  EXPECT_NE(changed(dying, "{at: 3, set: {potts.fixed: [stem, dead]}}")
                .find("tissue.yaml:13:39: potts.fixed: names 'dead', whose cells then never change, and "
                      "potts.life.dead gives them rules; remove one of the two"),
            std::string::npos);
}

}  // namespace
}  // namespace morula::test
