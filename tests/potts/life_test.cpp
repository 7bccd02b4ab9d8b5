// Life of cells: cuts against direct computations, growth, division, death and change of type on every
// processor.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "core/error.h"
#include "models/catalogue.h"
#include "models/changes/state_copy.h"
#include "models/potts/life/division.h"
#include "models/potts/potts_model.h"
#include "runner/checkpoint.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/cases.h"
#include "tests/potts/state_values.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

using potts::CellMoments;
using potts::Place;

const Backend life_on_one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

std::string living(const std::string& life, const std::string& more = "",
                   const std::string& lattice = "{size: [41, 35], boundary: {x: periodic, y: fixed}}") {
  const bool is_3d = std::ranges::count(lattice, ',') > 1 && lattice.find("boundary") == std::string::npos;
  return fmt::format(R"(
model: potts
seed: 5
steps: 200
lattice: {2}
potts:
  temperature: 8
  types: [medium, stem, dead]
  adhesion: {{medium-stem: 12, stem-stem: 6, medium-dead: 12, stem-dead: 10, dead-dead: 6}}
  volume: {{stem: {{target: 20, strength: 2}}, dead: {{target: 20, strength: 2}}}}
  life: {3}
{4}initial: {{cells: {{box: {{from: [14, 12{0}], to: [25, 23{1}]}}, width: 4, type: stem}}}}
)",
                     is_3d ? ", 8" : "", is_3d ? ", 15" : "", lattice, life, more);
}

const std::string growing_life =
    "{stem: {target: {volume: {next: \"target_volume + 1.5\", most: 44}}, "
    "divide: {when: \"volume >= 26\"}, become: {dead: \"chance(0.01)\"}}, "
    "dead: {die: {when: \"chance(0.1)\", shrink: 2, after: 3}}}";

std::unique_ptr<Model> living_model(const std::string& text, const Backend& backend) {
  return make_model(read_model({{"life.yaml", text}, {}, {}}), backend, Start::Initial);
}

std::map<u32, u64> volumes_in(Model& model) {
  std::map<u32, u64> volumes;
  for (const u32 cell : values_in<u32>(model, "cell")) ++volumes[cell];
  volumes.erase(0);
  return volumes;
}

// The rows of a table whose values are whole numbers.
std::vector<std::vector<u64>> whole_rows(Model& model, const std::string& name) {
  std::vector<std::vector<u64>> rows;
  for (const Table& table : model.tables())
    if (table.name == name)
      model.read_table(table, [&](std::span<const Number> values) {
        rows.emplace_back();
        for (const Number& value : values)
          rows.back().push_back(std::holds_alternative<u64>(value) ? std::get<u64>(value) : 0);
      });
  return rows;
}

std::vector<Place> ellipse(double long_axis, double short_axis, double angle) {
  std::vector<Place> places;
  for (i64 y = -40; y <= 40; ++y)
    for (i64 x = -40; x <= 40; ++x) {
      const double along =
          std::cos(angle) * static_cast<double>(x) + std::sin(angle) * static_cast<double>(y);
      const double across =
          std::cos(angle) * static_cast<double>(y) - std::sin(angle) * static_cast<double>(x);
      if (std::pow(along / long_axis, 2) + std::pow(across / short_axis, 2) <= 1) places.push_back({x, y, 0});
    }
  return places;
}

double angle_between(const Place& a, double angle) {
  const double away = std::atan2(static_cast<double>(a[1]), static_cast<double>(a[0])) - angle;
  return std::abs(std::sin(away));
}

TEST(Division, FindsTheAxesOfEllipses) {
  for (const double angle : {0.0, 0.3, 0.9, 1.57, 2.4}) {
    const CellMoments moments(ellipse(30, 18, angle));
    EXPECT_LT(angle_between(potts::longest_axis(moments), angle), 0.02) << angle;
    EXPECT_LT(angle_between(potts::shortest_axis(moments, 2), angle + 1.5708), 0.02) << angle;
  }
}

TEST(Division, FindsTheAxesOfABrick) {
  std::vector<Place> brick;
  for (i64 z = 0; z < 5; ++z)
    for (i64 y = 0; y < 14; ++y)
      for (i64 x = 0; x < 9; ++x) brick.push_back({x, y, z});
  const CellMoments moments(brick);
  const Place longest = potts::longest_axis(moments), shortest = potts::shortest_axis(moments, 3),
              across = potts::longest_axis_across(moments, {0, 1, 0});
  EXPECT_EQ(longest[0] == 0 && longest[2] == 0, longest[1] != 0);
  EXPECT_EQ(shortest[0] == 0 && shortest[1] == 0, shortest[2] != 0);
  EXPECT_EQ(across[1] == 0 && across[2] == 0, across[0] != 0);
}

TEST(Division, CutsThroughTheCentroid) {
  const std::vector<Place> row = {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
  const CellMoments moments(row);
  const Place normal = potts::longest_axis(moments);
  EXPECT_EQ(potts::side_of(row[2], moments, normal), 0);
  EXPECT_EQ(potts::side_of(row[0], moments, normal), -potts::side_of(row[4], moments, normal));
  EXPECT_TRUE(potts::is_connected(row));
  EXPECT_FALSE(potts::is_connected(std::vector<Place>{{0, 0, 0}, {1, 1, 0}}));
}

TEST(Life, CellsGrowAndDivideIntoHalves) {
  const auto model = living_model(living("{stem: {target: {volume: {next: \"target_volume + 1\", most: 60}}, "
                                         "divide: {when: \"step == 30\"}}}"),
                                  life_on_one_thread);
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
                   life_on_one_thread);
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
      living_model(living("{stem: {die: {when: \"step == 1\", shrink: 4, after: 2}}}"), life_on_one_thread);
  model->step(2);
  EXPECT_EQ(values_in<double>(*model, "target_volume")[1], 16);
  EXPECT_EQ(values_in<u32>(*model, "dying")[1], 1u);
  model->step(12);
  EXPECT_TRUE(volumes_in(*model).empty());
  const auto at_once = living_model(
      living("{stem: {die: {when: \"step == 1\", at_once: true}}}") + "output: {lineage: {every: 1}}\n",
      life_on_one_thread);
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

// Rules of one type say nothing about cells of another.
TEST(Life, OnlyTypesWithATargetHaveTargetsOfTheirOwn) {
  const std::string divide = "stem: {divide: {when: \"step == 2\"}}";
  const auto alone = living_model(living("{" + divide + "}"), life_on_one_thread);
  const auto beside = living_model(living("{" + divide + ", dead: {die: {when: \"volume < 0\", shrink: 1}}}"),
                                   life_on_one_thread);
  for (const auto* model : {&alone, &beside}) (*model)->step(20);
  EXPECT_EQ(volumes_in(*alone), volumes_in(*beside));
  EXPECT_EQ(values_in<double>(*beside, "target_volume")[12], 20);
  const auto changed = living_model(living("{dead: {die: {when: \"volume < 0\", shrink: 1}}}") +
                                        "changes: [{at: 3, set: {potts.volume.stem.target: 31}}]\n",
                                    life_on_one_thread);
  changed->step(5);
  EXPECT_EQ(values_in<double>(*changed, "target_volume")[1], 31);
}

// As a state may say that was saved by a model with other rules.
TEST(Life, ACellThatIsDyingWithoutARuleLivesOn) {
  const Spec dying_spec =
      read_model({{"life.yaml", living("{stem: {die: {when: \"step == 1\", shrink: 1}}}")}, {}, {}});
  const auto dying = make_model(dying_spec, life_on_one_thread, Start::Initial);
  dying->step(3);
  const io::TemporaryFolder folder;
  save_state(*dying, folder.path() / "dying.h5");
  const auto other = living_model(
      living("{stem: {target: {volume: {next: 20, most: 20}}, die: {when: \"volume < 0\", at_once: true}}}"),
      life_on_one_thread);
  load_state(*other, folder.path() / "dying.h5");
  other->step(3);
  EXPECT_EQ(volumes_in(*other).size(), 9u);
}

// Without crowding, the number of cells grows by the formula.
TEST(Life, ExponentialGrowthHasTheRateOfTheFormula) {
  const auto model = living_model(living("{stem: {target: {volume: {next: 20, most: 60}}, divide: {when: "
                                         "\"chance(0.02)\", share: {target_volume: copy}}}}",
                                         "", "{size: [200, 200]}"),
                                  life_on_one_thread);
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
    const auto whole = make_model(spec, life_on_one_thread, Start::Initial);
    whole->step(14);
    EXPECT_GT(values_in<u8>(*whole, "type").size(), is_3d ? 19u : 10u);
    for (const auto& [name, backend] : available_backends()) {
      if (spec.cpu_only && backend.device) continue;
      const auto model = make_model(spec, backend, Start::Initial);
      model->step(9);
      const io::TemporaryFolder folder;
      save_state(*model, folder.path() / "half.h5");
      model->step(5);
      EXPECT_EQ(model->hash(), whole->hash()) << name << text;
      const auto resumed = make_model(spec, life_on_one_thread, Start::Blank);
      load_state(*resumed, folder.path() / "half.h5");
      resumed->step(5);
      EXPECT_EQ(resumed->hash(), whole->hash()) << name << text;
    }
  }
}

// As many cells are born as die.
std::string turnover(const std::string& more = "") {
  return living(
             "{stem: {target: {volume: {next: \"target_volume + 2\", most: 44}}, divide: {when: \"volume >= "
             "24\", axis: random, share: {energy: half}}, become: {dead: \"chance(0.02 + 0.1 * "
             "(contact(medium) "
             "== 0))\"}}, dead: {die: {when: \"chance(0.3)\", shrink: 8, after: 1}}}",
             "  properties: {energy: {initial: uniform(), next: \"energy + uniform()\"}}\n"
             "  persistence: {stem: {strength: 3, memory: 0.8}}\n",
             "{size: [30, 30], boundary: fixed}") +
         "output: {lineage: {every: 1000}, tracks: {every: 10}}\n" + more;
}

TEST(Life, RowsOfDeadCellsAreUsedAgain) {
  const Spec spec = read_model({{"life.yaml", turnover()}, {}, {}});
  const auto model = make_model(spec, life_on_one_thread, Start::Initial);
  std::size_t at_first = 0;
  for (int step = 0; step < 3000; step += 500) {
    model->step(500);
    if (step == 0) at_first = values_in<u8>(*model, "type").size();
  }
  const auto types = values_in<u8>(*model, "type");
  const auto numbers = values_in<u32>(*model, "number"), mothers = values_in<u32>(*model, "mother");
  EXPECT_LE(types.size(), 2 * at_first);
  EXPECT_GT(numbers[0], 20 * types.size()) << "cells that there ever were";
  std::set<u32> seen;
  for (std::size_t row = 1; row < types.size(); ++row)
    if (types[row] != 0) {
      EXPECT_TRUE(seen.insert(numbers[row]).second);
      EXPECT_LT(numbers[row], numbers[0]);
      EXPECT_LT(mothers[row], numbers[row]);
    } else {
      EXPECT_EQ(numbers[row], 0u);
    }
  const auto lineage = whole_rows(*model, "lineage");
  ASSERT_EQ(lineage.size(), numbers[0] - 1u) << "every cell that there ever was";
  for (std::size_t i = 0; i < lineage.size(); ++i) {
    EXPECT_EQ(lineage[i][0], i + 1);
    EXPECT_TRUE(lineage[i][3] == 0 || lineage[i][3] > lineage[i][2]);
  }
  const auto cells = whole_rows(*model, "cells");
  EXPECT_LE(cells.size(), seen.size());
  EXPECT_TRUE(std::ranges::is_sorted(cells, {}, [](const auto& row) { return row.front(); }));
}

TEST(Life, RowsUsedAgainAreTheSameOnEveryProcessorAndInEveryReplica) {
  const Spec spec = read_model({{"life.yaml", turnover()}, {}, {}}),
             batch = read_model({{"life.yaml", turnover("replicas: 3\n")}, {}, {}});
  const auto whole = make_model(spec, life_on_one_thread, Start::Initial),
             replicas = make_model(batch, life_on_one_thread, Start::Initial);
  whole->step(60);
  replicas->step(60);
  EXPECT_EQ(replicas->replica_hashes().front(), whole->hash());
  for (const std::size_t alone : {1, 2}) {
    const auto model =
        living_model(turnover(fmt::format("replicas: 3\nreplica: {}\n", alone)), life_on_one_thread);
    model->step(60);
    EXPECT_EQ(replicas->replica_hashes()[alone], model->hash()) << alone;
  }
  for (const auto& [name, backend] : available_backends()) {
    const auto model = make_model(spec, backend, Start::Initial);
    model->step(35);
    const io::TemporaryFolder folder;
    save_state(*model, folder.path() / "half.h5");
    const auto resumed = make_model(spec, backend, Start::Blank);
    load_state(*resumed, folder.path() / "half.h5");
    resumed->step(25);
    EXPECT_EQ(resumed->hash(), whole->hash()) << name;
    EXPECT_EQ(whole_rows(*resumed, "lineage"), whole_rows(*whole, "lineage")) << name;
  }
}

// Displacements and tracks do not count the jump of centroids at a division.
TEST(Life, ADivisionIsNoMovement) {
  const auto model = living_model(
      living("{stem: {divide: {when: \"step == 2\"}}}") + "output: {tracks: {every: 1}, cells: {every: 1}}\n",
      life_on_one_thread);
  const auto tracked = [&] {
    std::vector<u64> cells;
    for (const auto& row : whole_rows(*model, "tracks")) cells.push_back(row[0]);
    return cells;
  };
  const auto moved = [&] {
    const Table table = model->tables().front();
    const auto dx = static_cast<std::size_t>(std::ranges::find(table.columns, "dx") - table.columns.begin());
    std::vector<bool> known;
    model->read_table(table, [&](std::span<const Number> values) {
      known.push_back(!std::holds_alternative<Absent>(values[dx]));
    });
    return known;
  };
  model->step(2);
  EXPECT_EQ(tracked().size(), 9u);
  EXPECT_EQ(moved(), std::vector<bool>(9, true));
  model->step(1);
  EXPECT_EQ(tracked(), (std::vector<u64>{10, 11, 12, 13, 14, 15, 16, 17, 18})) << "mothers have jumped";
  EXPECT_EQ(tracked().size(), 9u) << "asked once more";
  EXPECT_EQ(moved(), std::vector<bool>(18, false));
  model->step(1);
  EXPECT_EQ(tracked().size(), 18u);
  EXPECT_EQ(moved(), std::vector<bool>(18, true));
}

TEST(Life, CellsOfAChangeHaveNumbersAndABirth) {
  const auto model =
      living_model(living("{stem: {die: {when: \"step == 1 and volume > 0\", at_once: true}}}") +
                       "changes: [{at: 4, sites: {box: {from: [5, 5], to: [8, 8]}}, to: dead}]\n",
                   life_on_one_thread);
  model->step(5);
  EXPECT_EQ(values_in<u32>(*model, "number")[1], 10u) << "a row is used again, a number is not";
  EXPECT_EQ(values_in<u32>(*model, "number")[0], 11u);
  EXPECT_EQ(values_in<u32>(*model, "born")[1], 4u);
}

// Also where a cell is dying, whose target was above the largest one that is left.
TEST(Life, TargetsOfTypesChangeAtOnce) {
  const std::string text =
      living("{stem: {die: {when: \"chance(0.05)\", shrink: 0.5, after: 3}}}") +
      "changes: [{at: 4, set: {potts.volume.stem.target: 7, potts.volume.dead.target: 6}}]\n";
  const auto model = living_model(text, life_on_one_thread);
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
      living_model(text, life_on_one_thread)->step(4);
    } catch (const Error& error) {
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

// A state in which all numbers but one were given.
TEST(Life, EndsTheRunWhenNumbersRunOut) {
  const Spec spec = read_model({{"life.yaml", living("{stem: {divide: {when: \"volume > 0\"}}}")}, {}, {}});
  const auto begun = make_model(spec, life_on_one_thread, Start::Initial);
  StateCopy state(*begun);
  const u32 last = 0xFFFFFFFFu;
  std::memcpy(state.at("number").values.data(), &last, sizeof last);
  for (const auto& [name, backend] : available_backends()) {
    const auto model = make_model(spec, backend, Start::Blank);
    state.restore_to(*model);
    EXPECT_EQ(model->step(5), 1u) << name;
    EXPECT_EQ(model->step(5), 0u) << name;
    EXPECT_EQ(volumes_in(*model).size(), 10u);
    EXPECT_EQ(values_in<u32>(*model, "number")[10], last);
    ASSERT_FALSE(model->remarks().empty());
    EXPECT_NE(model->remarks().front().find("all 4294967295 numbers of cells were given"), std::string::npos);
  }
}

std::string complaint_about(const std::string& life) {
  try {
    living_model(living(life), life_on_one_thread);
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
         "potts.life.stem.divide.daughter: 'liver' is no type");
  begins("{stem: {become: {liver: \"volume > 3\"}}}", "potts.life.stem.become.liver: 'liver' is no type");
  begins("{stem: {divide: {when: \"volume > 3\", share: {enrgy: half}}}}",
         "potts.life.stem.divide.share.enrgy: is no property");
  begins("{stem: {divide: {when: \"volume > 3\", share: {target_volume: half}}}}",
         "potts.life.stem.divide.share.target_volume: is no property");
  begins("{stem: {die: {when: \"volume > 3\"}}}", "potts.life.stem.die.shrink: must be above 0");
  begins("{liver: {}}", "potts.life.liver: ");
}

}  // namespace
}  // namespace morula::test
