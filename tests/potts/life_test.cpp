// Growth, division, death and change of type.
#include <gtest/gtest.h>

#include <cmath>

#include "models/catalogue.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/living_model.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

TEST(Life, CellsGrowAndDivideIntoHalves) {
  const auto model = living_model(living("{stem: {target: {volume: {next: \"target_volume + 1\", most: 60}}, "
                                         "divide: {when: \"step == 30\"}}}"),
                                  one_thread);
  model->step(30);
  const auto before = volumes_in(*model);
  ASSERT_EQ(before.size(), 9u);
  EXPECT_EQ(values_in<double>(*model, "target_volume")[1], 50);
  model->step(1);
  const auto after = volumes_in(*model);
  EXPECT_EQ(after.size(), 18u) << "all have divided";
  const auto targets = values_in<double>(*model, "target_volume");
  const auto mothers = values_in<u32>(*model, "mother"), generations = values_in<u32>(*model, "generation"),
             born = values_in<u32>(*model, "born");
  for (u32 cell = 1; cell <= 9; ++cell) {
    const u32 daughter = 9 + cell;
    EXPECT_EQ(mothers[daughter], cell) << "new cells in the order of their mothers";
    EXPECT_EQ(mothers[cell], 0u);
    EXPECT_EQ(generations[cell], 1u);
    EXPECT_EQ(generations[daughter], 1u);
    EXPECT_EQ(born[daughter], 31u);
    EXPECT_EQ(targets[cell], 25.5);
    EXPECT_EQ(targets[daughter], 25.5);
    const double share =
        static_cast<double>(after.at(daughter)) / static_cast<double>(after.at(cell) + after.at(daughter));
    EXPECT_NEAR(share, 0.5, 0.15) << cell;
  }
}

TEST(Life, SharesPropertiesAndMakesDaughtersOfAnotherType) {
  const auto model =
      living_model(living("{stem: {divide: {when: \"step == 2\", axis: [1, 0], daughter: dead, "
                          "share: {energy: half, clock: \"7 + clock\"}}}}",
                          "  properties: {energy: {initial: 6}, clock: {initial: 3}, kept: {initial: 9}}\n"),
                   one_thread);
  model->step(3);
  const auto types = values_in<u8>(*model, "type");
  const auto energy = values_in<double>(*model, "energy"), clock = values_in<double>(*model, "clock"),
             kept = values_in<double>(*model, "kept");
  EXPECT_EQ(types[1], 1);
  EXPECT_EQ(types[10], 2);
  EXPECT_EQ(energy[1], 3);
  EXPECT_EQ(energy[10], 3);
  EXPECT_EQ(clock[1], 3);
  EXPECT_EQ(clock[10], 10);
  EXPECT_EQ(kept[10], 9);
}

TEST(Life, CellsShrinkAndVanish) {
  const auto model =
      living_model(living("{stem: {die: {when: \"step == 1\", shrink: 4, after: 2}}}"), one_thread);
  model->step(2);
  EXPECT_EQ(values_in<double>(*model, "target_volume")[1], 16);
  EXPECT_EQ(values_in<u32>(*model, "dying")[1], 1u);
  model->step(12);
  EXPECT_TRUE(volumes_in(*model).empty());
  const auto at_once = living_model(
      living("{stem: {die: {when: \"step == 1\", at_once: true}}}") + "output: {lineage: {every: 1}}\n",
      one_thread);
  at_once->step(1);
  EXPECT_EQ(volumes_in(*at_once).size(), 9u);
  at_once->step(1);
  EXPECT_TRUE(volumes_in(*at_once).empty());
  at_once->step(1);
  EXPECT_EQ(values_in<u8>(*at_once, "type")[1], 0) << "its row is free";
  const auto lineage = whole_rows(*at_once, "lineage");
  ASSERT_EQ(lineage.size(), 9u);
  EXPECT_EQ(lineage.front(), (std::vector<u64>{1, 0, 0, 3, 1}));
}

// Rules of one type do not affect cells of another.
TEST(Life, OnlyTypesWithATargetHaveTargetsOfTheirOwn) {
  const std::string divide = "stem: {divide: {when: \"step == 2\"}}";
  const auto alone = living_model(living("{" + divide + "}"), one_thread);
  const auto beside =
      living_model(living("{" + divide + ", dead: {die: {when: \"volume < 0\", shrink: 1}}}"), one_thread);
  for (const auto* model : {&alone, &beside}) (*model)->step(20);
  EXPECT_EQ(volumes_in(*alone), volumes_in(*beside));
  EXPECT_EQ(values_in<double>(*beside, "target_volume")[12], 20);
  const auto changed = living_model(living("{dead: {die: {when: \"volume < 0\", shrink: 1}}}") +
                                        "changes: [{at: 3, set: {potts.volume.stem.target: 31}}]\n",
                                    one_thread);
  changed->step(5);
  EXPECT_EQ(values_in<double>(*changed, "target_volume")[1], 31);
}

// A state that was saved by a model with other rules may contain dying cells.
TEST(Life, ACellThatIsDyingWithoutARuleLivesOn) {
  const Spec dying_spec =
      read_model({{"life.yaml", living("{stem: {die: {when: \"step == 1\", shrink: 1}}}")}, {}, {}});
  const auto dying = make_model(dying_spec, one_thread, Start::Initial);
  dying->step(3);
  const io::TemporaryFolder folder;
  save_state(*dying, folder.path() / "dying.h5");
  const auto restored = living_model(
      living("{stem: {target: {volume: {next: 20, most: 20}}, die: {when: \"volume < 0\", at_once: true}}}"),
      one_thread);
  load_state(*restored, folder.path() / "dying.h5");
  restored->step(3);
  EXPECT_EQ(volumes_in(*restored).size(), 9u);
}

// Without crowding, the number of cells grows by the formula.
TEST(Life, ExponentialGrowthHasTheRateOfTheFormula) {
  const auto model = living_model(living("{stem: {target: {volume: {next: 20, most: 60}}, divide: {when: "
                                         "\"chance(0.02)\", share: {target_volume: copy}}}}",
                                         "", "{size: [200, 200]}"),
                                  one_thread);
  model->step(100);
  const double expected = 9 * std::pow(1.02, 100), seen = static_cast<double>(volumes_in(*model).size());
  EXPECT_NEAR(seen / expected, 1, 4 / std::sqrt(9.0));
  EXPECT_GT(seen, 30);
}

std::vector<std::string> living_tissues() {
  return {living(growing_life),
          living(growing_life, "  connected: [stem]\n  act: {stem: {maximum: 10, strength: 30}}\n"),
          living(growing_life, "  order: sequential\n"),
          living("{stem: {target: {volume: {next: \"target_volume + mean(food)\", most: 44}}, divide: {when: "
                 "\"volume >= 24\", axis: random, share: {energy: half}}, die: {when: \"energy > 2\", "
                 "at_once: true}}}",
                 "  fields: {food: {diffusion: 0.2, initial: 1}}\n"
                 "  properties: {energy: {initial: 1, rate: \"0.1 * mean(food)\"}}\n"
                 "  persistence: {stem: {strength: 3, memory: 0.8}}\n"),
          living("{stem: {target: {volume: {next: \"target_volume + 2\", most: 80}}, divide: {when: "
                 "\"volume >= 70\", axis: long}, become: {dead: \"age > 12\"}}}",
                 "", "{size: [27, 25, 24]}") +
              "replicas: 2\n"};
}

TEST(Life, IsTheSameOnEveryProcessorAndAfterEveryCheckpoint) {
  for (const std::string& text : living_tissues()) {
    const bool is_3d = text.find("24]}") != std::string::npos;
    const Spec spec = read_model({{"life.yaml", text}, {}, {}});
    const auto reference = make_model(spec, one_thread, Start::Initial);
    reference->step(14);
    EXPECT_GT(values_in<u8>(*reference, "type").size(), is_3d ? 19u : 10u);
    for (const auto& [name, backend] : available_backends()) {
      if (spec.cpu_only && backend.device) continue;
      const auto model = make_model(spec, backend, Start::Initial);
      model->step(9);
      const io::TemporaryFolder folder;
      save_state(*model, folder.path() / "half.h5");
      model->step(5);
      EXPECT_EQ(model->hash(), reference->hash()) << name << text;
      const auto resumed = make_model(spec, one_thread, Start::Blank);
      load_state(*resumed, folder.path() / "half.h5");
      resumed->step(5);
      EXPECT_EQ(resumed->hash(), reference->hash()) << name << text;
    }
  }
}

}  // namespace
}  // namespace morula::test
