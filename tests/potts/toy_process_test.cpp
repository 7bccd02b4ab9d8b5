// Processes defined only in this test file: they set targets and types, on every processor.
#include <gtest/gtest.h>

#include "gpu/nvrtc.h"
#include "models/family.h"
#include "models/potts/observe/cell_series.h"
#include "models/potts/observe/tissue_sums.h"
#include "models/potts/potts_model.h"
#include "models/potts/processes/age_process.h"
#include "runner/checkpoint.h"
#include "tests/io/temporary_folder.h"
#include "tests/potts/cases.h"
#include "tests/support/backends.h"

// The host compiles the rule; devices get the same text.
#define RULE_AND_TEXT(name, ...) \
  __VA_ARGS__                    \
  inline constexpr const char name[] = #__VA_ARGS__;

namespace morula::test {
namespace {

// Ripening: the target of a cell follows its age.
// clang-format off
RULE_AND_TEXT(ripen_text,

typedef struct { u32 age; f64 target_volume; } ripen_cell;

RULE ripen_cell ripen_step(ripen_cell cell, PARAMETERS parameters, STEP step) {
  cell.target_volume = parameters[0] + parameters[1] * (f64)cell.age;
  return cell;
}

)
// Maturing: large cells of type 1 become cells of type 2.
RULE_AND_TEXT(mature_text,

typedef struct { i32 volume; u8 type; } mature_cell;

RULE mature_cell mature_step(mature_cell cell, PARAMETERS parameters, STEP step) {
  if (cell.type == 1 && cell.volume > 14 && step % 2 == 0) cell.type = 2;
  return cell;
}

)
// clang-format on

class RipenProcess final : public potts::Process {
 public:
  double first = 16, growth = 0.3, most = 40;

  std::string key() const override { return "ripen"; }
  gpu::Text text() const override { return {"ripen", ripen_text}; }
  std::vector<potts::UsedColumn> columns() const override {
    return {{potts::age_column()}, {potts::target_column("volume"), true}};
  }
  potts::HostStep host() const override {
    return potts::host_step<ripen_step, &ripen_cell::age, &ripen_cell::target_volume>;
  }
  std::vector<double> parameters() const override { return {first, growth}; }
  std::vector<potts::LargestTarget> largest_targets() const override { return {{"volume", most}}; }
};

class MatureProcess final : public potts::Process {
 public:
  std::string key() const override { return "mature"; }
  gpu::Text text() const override { return {"mature", mature_text}; }
  std::vector<potts::UsedColumn> columns() const override {
    return {{{.name = "volume", .type = ValueType::I32}}, {{.name = "type", .type = ValueType::U8}, true}};
  }
  potts::HostStep host() const override {
    return potts::host_step<mature_step, &mature_cell::volume, &mature_cell::type>;
  }
};

PottsSpec growing(unsigned dimensions, double growth = 0.3, double most = 40) {
  PottsSpec spec =
      dimensions == 3
          ? two_kinds({11, 9, 8}, 3, {Boundary::Periodic, Boundary::Fixed, Boundary::Periodic}, 16)
          : two_kinds({23, 19, 1}, 2, {Boundary::Fixed, Boundary::Periodic, Boundary::Periodic}, 16);
  spec.processes.change<RipenProcess>([&](RipenProcess& ripen) {
    ripen.growth = growth;
    ripen.most = most;
  });
  return spec;
}

struct Grown {
  std::vector<Hash> hashes;
  std::vector<double> targets;
  std::vector<u8> types;
  friend bool operator==(const Grown&, const Grown&) = default;
};

Grown grown(const PottsSpec& spec, const Backend& backend, u64 steps = 10) {
  const auto engine = potts::make_engine(spec, 3, backend);
  put(*engine, spec, tiles(spec, spec.lattice.dimensions == 3 ? 3 : 4));
  engine->advance(0, steps);
  engine->finish();
  Grown grown{engine->hashes(), {}, {}};
  const potts::CellTable& cells = engine->cells();
  for (u64 replica = 0; replica < spec.replicas; ++replica) grown.hashes[replica] += cells.hash(replica);
  if (const auto target = cells.place("target_volume"); target < cells.columns().size())
    for (const double value : cells.values<double>(target)) grown.targets.push_back(value);
  grown.types.assign(cells.types().begin(), cells.types().end());
  return grown;
}

const Backend one_thread{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};

TEST(ToyProcess, SetsTargetsOnEveryProcessor) {
  for (const unsigned dimensions : {2u, 3u}) {
    PottsSpec spec = growing(dimensions);
    spec.replicas = 4 - dimensions;
    const Grown expected = grown(spec, one_thread);
    EXPECT_NE(expected.hashes, grown(growing(dimensions, 0.31), one_thread).hashes);
    EXPECT_DOUBLE_EQ(expected.targets[1], 19);
    EXPECT_EQ(expected.targets[0], 0) << "the medium has none";
    for (const auto& [name, backend] : available_backends())
      EXPECT_EQ(grown(spec, backend), expected) << name;
  }
}

TEST(ToyProcess, CountsOnePartOfABatchAsIfItWereAlone) {
  PottsSpec batch = growing(2), alone = batch;
  batch.replicas = 3;
  alone.first_replica = 2;
  EXPECT_EQ(grown(batch, one_thread).hashes[2], grown(alone, one_thread).hashes[0]);
}

// If all targets stay constant, energies are those of a model with targets by type, in a finer unit.
TEST(ToyProcess, DecidesAsTargetsOfTypesDo) {
  for (const auto order : {potts::UpdateOrder::Sequential, potts::UpdateOrder::Parallel})
    for (const bool is_exclusive : {false, true}) {
      if (is_exclusive && order == potts::UpdateOrder::Sequential) continue;
      PottsSpec constant = growing(2, 0);
      constant.order = order;
      constant.exclusive = is_exclusive;
      PottsSpec by_type = constant;
      by_type.processes = {};
      EXPECT_GT(potts::fixed_point(constant).scale, potts::fixed_point(by_type).scale);
      const auto sites = [](const PottsSpec& spec) {
        const auto engine = potts::make_engine(spec, 3, one_thread);
        put(*engine, spec, tiles(spec, 4));
        engine->advance(0, 12);
        return sites_of(*engine, spec);
      };
      EXPECT_EQ(sites(constant), sites(by_type));
    }
}

// At temperature 0 no copy raises the energy, which is computed with the cells' own targets.
TEST(ToyProcess, ItsTargetsDecide) {
  PottsSpec spec = growing(2, 1.5, 60);
  spec.temperature = 0;
  const potts::Energies energies = potts::fixed_point(spec);
  const auto engine = potts::make_on_threads(spec, 5, std::make_shared<ThreadPool>(1));
  put(*engine, spec, tiles(spec, 4));
  const auto row = [&] {
    const Sums sums =
        potts::cell_sums(energies, 0, engine->contacts(0), engine->numbers(0), engine->cells(), 0);
    return potts::cell_rows(spec, energies, 0, sums).front();
  };
  const auto medium = [&] { return std::ranges::count(sites_of(*engine, spec), 0u); };
  const auto medium_before = medium();
  for (u64 step = 0; step < 40; step += 2) {
    const double before = std::get<double>(row()[2]);
    engine->step(step, 1);
    EXPECT_LE(std::get<double>(row()[2]), before) << "step " << step;
    engine->advance(step + 1, 1);
  }
  EXPECT_LT(medium(), medium_before) << "cells grow";
}

TEST(ToyProcess, SetsTypesAndTheWordsOfSites) {
  PottsSpec spec = two_kinds({23, 19, 1}, 2, Boundary::Periodic, 17);
  spec.processes.change<MatureProcess>([](MatureProcess&) {});
  const Grown expected = grown(spec, one_thread);
  const Tissue tissue = tiles(spec, 4);
  EXPECT_GT(std::ranges::count(expected.types, 2), std::ranges::count(tissue.types, 2));
  for (const auto& [name, backend] : available_backends()) {
    EXPECT_EQ(grown(spec, backend), expected) << name;
    const auto engine = potts::make_engine(spec, 3, backend), again = potts::make_engine(spec, 3, backend);
    put(*engine, spec, tissue);
    engine->advance(0, 10);
    put(*again, spec, {sites_of(*engine, spec), expected.types});
    EXPECT_EQ(engine->contacts(0), again->contacts(0)) << name << ": contacts are counted by words";
  }
}

TEST(ToyProcess, EndsTheRunWithATargetThatDoesNotFit) {
  const PottsSpec spec = growing(2, 1, 20);
  for (const auto& [name, backend] : available_backends()) {
    EXPECT_NO_THROW(grown(spec, backend, 4)) << name;
    try {
      grown(spec, backend, 6);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_EQ(
          std::string(error.what()),
          "the target_volume of cell 1 is not between 0 and 20 after step 5; 20 is the largest target that "
          "this model declares, which its energies fit: declare a larger one, or keep targets below it")
          << name;
    }
  }
}

TEST(ToyProcess, GrowsTheTableWithoutChangingAnswers) {
  const PottsSpec spec = growing(2);
  const Grown expected = grown(spec, one_thread);
  for (const auto& [name, backend] : available_backends()) {
    const auto engine = potts::make_engine(spec, 3, backend);
    put(*engine, spec, tiles(spec, 4));
    engine->advance(0, 4);
    engine->grow(2 * engine->cells().cells() + 5);
    engine->advance(4, 6);
    Hash hash = engine->hashes().front();
    hash += engine->cells().hash(0);
    EXPECT_EQ(hash, expected.hashes.front()) << name;
  }
}

// A model made by the program's reader, saved on one processor and restored on another.
TEST(ToyProcess, GoesOnOnAnotherProcessor) {
  auto tissue = std::make_shared<PottsSpec>(growing(2));
  tissue->initial =
      std::vector<potts::Tiles>{{{{0, 0, 0}, {22, 18, 0}, false, {}, 0}, 4, std::nullopt, {0, 0.5, 0.5}}};
  Spec spec;
  spec.family = "potts";
  spec.section = tissue;
  const Family family = potts_family();
  const auto uninterrupted = family.make(spec, one_thread, Start::Initial);
  uninterrupted->step(11);
  const io::TemporaryFolder folder;
  for (const auto& [name, backend] : available_backends()) {
    const auto first = family.make(spec, backend, Start::Initial);
    first->step(5);
    save_state(*first, folder / "checkpoint.h5");
    for (const auto& [second_name, second_backend] : available_backends()) {
      const auto second = family.make(spec, second_backend, Start::Blank);
      load_state(*second, folder / "checkpoint.h5", nullptr, second_backend.device.get());
      second->step(6);
      EXPECT_EQ(second->hash(), uninterrupted->hash()) << name << ", then " << second_name;
      EXPECT_EQ(observe(*second), observe(*uninterrupted)) << name << ", then " << second_name;
    }
  }
}

TEST(PottsNvrtc, CompilesProcesses) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  PottsSpec spec = growing(2);
  spec.processes.change<MatureProcess>([](MatureProcess&) {});
  EXPECT_FALSE(gpu::Nvrtc().compile(potts::engine_sources(spec, true).front(), 90u).empty());
}

TEST(CellTable, GrowsByRowsThatAreNotUsed) {
  const PottsSpec spec = growing(2);
  potts::CellTable table(spec, std::vector<u8>{0, 1, 2});
  const Hash before = table.hash(0);
  table.grow(5);
  EXPECT_EQ(table.hash(0), before) << "rows that are not used add nothing";
}

}  // namespace
}  // namespace morula::test
