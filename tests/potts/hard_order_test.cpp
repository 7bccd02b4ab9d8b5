// Tissues in which many attempts of a sub-step depend on each other. Every processor is compared with a walk
// through the attempts one by one.
#include <gtest/gtest.h>

#include "core/draw.h"
#include "models/catalogue.h"
#include "models/changes/state_copy.h"
#include "models/potts/engine/count_tuner.h"
#include "models/potts/engine/ordered_walk.h"
#include "models/potts/order/regions.h"
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
  spec.region_side = potts::region_side(spec);
  spec.thinning = potts::thinning(spec);
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

std::unique_ptr<Model> tissue_with_regions(const std::string& regions) {
  const std::string file =
      "model: potts\nsteps: 9\nlattice: {size: [24, 16]}\npotts:\n  temperature: 9\n  types: [medium, cell]\n"
      "  adhesion: {medium-cell: 5, cell-cell: 2}\n  volume: {cell: {target: 16, strength: 1}}\n  regions: " +
      regions + "\ninitial: {cells: {width: 4, type: cell}}\n";
  return make_model(read_spec(io::parse_document(file, "tissue.yaml"), "/tmp"),
                    {BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr});
}

// Both settings make 64 sub-steps in a Monte Carlo step, but at different sites.
TEST(HardOrder, GoesOnWithTheRegionsThatItBeganWith) {
  const auto begun = tissue_with_regions("{side: 4, thinning: 1}"),
             same = tissue_with_regions("{side: 4, thinning: 1}"),
             thinned = tissue_with_regions("{side: 1, thinning: 16}");
  begun->step(3);
  StateCopy(*begun).restore_to(*same);
  EXPECT_EQ(same->hash(), begun->hash());
  try {
    StateCopy(*begun).restore_to(*thinned);
    FAIL() << "half a run in each order would be no answer of either";
  } catch (const StateError& error) {
    EXPECT_STREQ(
        error.what(),
        "192 sub-steps were made until step 3, with regions of side 4 and thinning 1; this model makes "
        "192, with side 1 and thinning 16");
  }
}

// Attempts with equal random words are ordered by their numbers.
TEST(SortedTurns, EqualWordsComeByTheirNumbers) {
  potts::SortedTurns turns;
  std::vector<potts::Turn> found;
  for (const u64 attempt : {7u, 2u, 9u, 4u})
    found.push_back({(attempt == 9 ? u64{1} : u64{5}) << 32 | attempt, 0, 0, potts::Inside::Both});
  turns.clear();
  turns.add(found);
  std::vector<u64> attempts;
  for (const potts::Turn& turn : turns.sort()) attempts.push_back(turn.order & 0xFFFFFFFFu);
  EXPECT_EQ(attempts, (std::vector<u64>{9, 2, 4, 7}));
}

// The count that the tuner finds if the time of a sub-step has a single minimum, at `fastest`.
u32 tuned(u32 fastest, u32 most) {
  potts::CountTuner tuner(8, most, 10, 100);
  while (tuner.is_trying()) {
    const double ratio = static_cast<double>(tuner.count()) / fastest;
    for (u64 left = tuner.sub_steps(); left > 0; --left) tuner.ran(1, ratio + 1 / ratio);
  }
  return tuner.count();
}

TEST(CountTuner, FindsTheFastestNumber) {
  for (const u32 fastest : {1u, 2u, 4u, 8u, 16u, 32u, 64u}) EXPECT_EQ(tuned(fastest, 64), fastest);
  EXPECT_EQ(tuned(64, 4), 4u);
  EXPECT_FALSE(potts::CountTuner(8, 1, 10, 100).is_trying());
}

// If other work slows down six threads, the tuner changes to one, and back when six are faster again.
TEST(CountTuner, FollowsAMachineThatBecomesBusyAndQuiet) {
  potts::CountTuner threads(6, 6, 10, 100);
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
