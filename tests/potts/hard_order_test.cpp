// Tissues in which many regions of a sub-step share cells. Every processor is compared with a walk through
// the attempts one by one.
#include <gtest/gtest.h>

#include "core/draw.h"
#include "models/catalogue.h"
#include "models/changes/state_copy.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/thread_tuner.h"
#include "tests/potts/cases.h"
#include "tests/potts/reference.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

constexpr u64 hard_seed = 11;

PottsSpec one_type(Extent extent, unsigned dimensions, double adhesion, Constraint volume,
                   double temperature) {
  PottsSpec spec;
  spec.lattice = Lattice::whole(extent, dimensions, Boundary::Periodic);
  spec.temperature = temperature;
  spec.types = {{"medium"}, {"cell"}};
  set_volume(spec, 1, volume);
  spec.adhesion = {0, adhesion, adhesion, adhesion};
  spec.contact = spec.copy = neighbours_in_range(dimensions, 1);
  return spec;
}

void expect_as_one_by_one(PottsSpec spec, const Tissue& tissue, u64 steps) {
  spec.region_side = 2;
  spec.region_turns = 2;
  Reference reference(spec, hard_seed, 0, tissue.cells, tissue.types);
  for (u64 i = 0; i < steps; ++i) reference.step();
  EXPECT_GT(reference.accepted(), tissue.cells.size() / 20);
  for (const auto& [name, backend] : available_backends()) {
    const auto engine = potts::make_engine(spec, hard_seed, backend);
    put(*engine, spec, tissue);
    engine->step(0, steps);
    engine->finish();
    EXPECT_TRUE(sites_of(*engine, spec) == reference.cells()) << name;
    EXPECT_EQ(engine->accepted()[0], reference.accepted()) << name;
  }
}

// Contacts are favoured, so that nearly every attempt is between the same two cells, and both are stiff.
TEST(HardOrder, TwoCellsMixedOverTheWholeLattice) {
  const PottsSpec spec = one_type({24, 20, 1}, 2, -1, {240, 0.5}, 8);
  Tissue tissue{std::vector<u32>(480), {0, 1, 1}};
  for (u64 i = 0; i < tissue.cells.size(); ++i) tissue.cells[i] = 1 + (draw({1, 2}, i, 0, 0).x & 1);
  expect_as_one_by_one(spec, tissue, 4);
}

TEST(HardOrder, OneStiffCellInMedium) {
  PottsSpec spec = one_type({28, 26, 1}, 2, 1, {300, 6}, 12);
  set_surface(spec, 1, Constraint{70, 2});
  Tissue tissue{std::vector<u32>(728), {0, 1}};
  for (u64 y = 4; y < 20; ++y)
    for (u64 x = 5; x < 23; ++x) tissue.cells[y * 28 + x] = 1;
  expect_as_one_by_one(spec, tissue, 6);
}

TEST(HardOrder, StiffCellsInSpace) {
  const PottsSpec spec = one_type({10, 9, 8}, 3, 1, {27, 9}, 10);
  expect_as_one_by_one(spec, tiles(spec, 3), 2);
}

TEST(HardOrder, DevicesRefusePlanesThatTheyCannotStepAcross) {
  const PottsSpec spec = one_type({50'000, 50'000, 4}, 3, 1, {27, 9}, 10),
                  flat = one_type({60'000, 60'000, 1}, 2, 1, {27, 9}, 10);
  EXPECT_GE(potts::farthest_distance(potts::PaddedLattice(spec), 1, 3), i64{1} << 31);
  EXPECT_LT(potts::farthest_distance(potts::PaddedLattice(flat), 3, 2), i64{1} << 20);
  for (const auto& [name, backend] : available_backends()) {
    if (!backend.device) continue;
    try {
      potts::make_engine(spec, hard_seed, backend);
      ADD_FAILURE() << name;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("words apart in memory"), std::string::npos) << error.what();
    }
  }
}

std::unique_ptr<Model> tissue_with_regions(const std::string& regions) {
  const std::string file =
      "model: potts\nsteps: 9\nlattice: {size: [24, 16]}\npotts:\n  temperature: 9\n  types: [medium, cell]\n"
      "  adhesion: {medium-cell: 5, cell-cell: 2}\n  volume: {cell: {target: 16, strength: 1}}\n  regions: " +
      regions + "\ninitial: {cells: {width: 4, type: cell}}\n";
  return make_model(read_spec(io::parse_document(file, "tissue.yaml"), "/tmp"),
                    {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr});
}

TEST(HardOrder, GoesOnWithTheRegionsThatItBeganWith) {
  const auto begun = tissue_with_regions("{side: 4, turns: 8}"),
             same = tissue_with_regions("{side: 4, turns: 8}"),
             wider = tissue_with_regions("{side: 6, turns: 8}");
  begun->step(3);
  StateCopy(*begun).restore_to(*same);
  EXPECT_EQ(same->hash(), begun->hash());
  try {
    StateCopy(*begun).restore_to(*wider);
    FAIL() << "half a run in each order would be no answer of either";
  } catch (const StateError& error) {
    EXPECT_STREQ(
        error.what(),
        "96 sub-steps were made until step 3, with regions of side 4 in 8 turns; this model makes 96, with "
        "side 6 in 8 turns");
  }
}

// The count that the tuner finds if the time of a sub-step has a single minimum, at `fastest`.
u32 tuned(u32 fastest, u32 most) {
  potts::ThreadTuner tuner(8, most, 10, 100);
  while (tuner.is_trying()) {
    const double ratio = static_cast<double>(tuner.count()) / fastest;
    for (u64 left = tuner.steps(); left > 0; --left) tuner.ran(1, ratio + 1 / ratio);
  }
  return tuner.count();
}

TEST(ThreadTuner, FindsTheFastestNumber) {
  for (const u32 fastest : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) EXPECT_EQ(tuned(fastest, 64), fastest);
  EXPECT_EQ(tuned(64, 4), 4u);
  EXPECT_FALSE(potts::ThreadTuner(8, 1, 10, 100).is_trying());
}

// If other work slows down six threads, the tuner changes to one, and back when six are faster again.
TEST(ThreadTuner, FollowsAMachineThatBecomesBusyAndQuiet) {
  potts::ThreadTuner threads(6, 6, 10, 100);
  const auto run = [&](bool is_busy) {
    for (u64 i = 0; i < 400; ++i) threads.ran(1, is_busy ? threads.count() : 1.0 / threads.count());
    return threads.count();
  };
  EXPECT_EQ(run(false), 6u);
  EXPECT_EQ(run(true), 1u);
  EXPECT_GE(run(false), 4u);
}

}  // namespace
}  // namespace morula::test
