// Ranks with devices that exchange halos while they compute give the same results as one process, and as
// ranks that wait.
#include <gtest/gtest.h>

#include "models/ranks/rank_part.h"
#include "tests/automaton/tissue_models.h"
#include "tests/ranks/rank_devices.h"
#include "tests/ranks/spread.h"
#include "tests/ranks/watched_device.h"

namespace morula::test {
namespace {

// Sets MORULA_OVERLAP during its lifetime.
class Overlap {
 public:
  explicit Overlap(const char* wanted) { setenv("MORULA_OVERLAP", wanted, 1); }
  ~Overlap() { unsetenv("MORULA_OVERLAP"); }
  Overlap(const Overlap&) = delete;
  Overlap& operator=(const Overlap&) = delete;
};

enum class Interior { Is, IsNot };  // are slabs thick enough for computing something during the exchange?

using UseOfModel = std::function<void(Model&)>;

// Calls `use` with the model over ranks on every device, first with overlapping exchanges and then without,
// and checks whether copies were made during computations.
void with_overlap_and_without(const Spec& spec, int ranks, Index halo, Interior interior,
                              const UseOfModel& use) {
  const HaloDepth depth(halo);
  for (const gpu::Api api : {gpu::Api::Cuda, gpu::Api::OpenCl})
    for (const gpu::DeviceInfo& device : devices_for_ranks(api))
      for (const char* const wanted : {"yes", "no"}) {
        SCOPED_TRACE(fmt::format("{}, overlap: {}", device.name, wanted));
        const Overlap overlap(wanted);
        std::atomic<int> copies = 0;
        with_ranks(ranks, spec, use, [&] {
          return Backend{api == gpu::Api::Cuda ? BackendKind::Cuda : BackendKind::OpenCl,
                         std::make_shared<ThreadPool>(1),
                         std::make_shared<WatchedDevice>(open_for_rank(device), copies)};
        });
        EXPECT_EQ(copies > 0, std::string(wanted) == "yes" && interior == Interior::Is);
      }
}

void expect_same_overlapped(const Spec& spec, int ranks, Index halo, Interior interior = Interior::Is,
                            const std::vector<std::uint64_t>& batches = {3, 16, 1, 30}) {
  const auto alone = make_model(spec, on_one_thread());
  const std::vector<Seen> expected = see_after(*alone, batches);
  ASSERT_NE(expected.front().hash, expected.back().hash) << "nothing happens";
  with_overlap_and_without(spec, ranks, halo, interior, [&](Model& model) {
    const std::vector<Seen> seen = see_after(model, batches);
    for (std::size_t i = 0; i < seen.size(); ++i)
      EXPECT_TRUE(seen[i] == expected[i]) << "at step " << expected[i].time;
  });
}

// Two ranks on a periodic axis are neighbours on both sides.
TEST(DeviceRanksOverlap, TemporalBlocking) {
  expect_same_overlapped(spec_from(soup("[70, 203]", "periodic", "moore", "B3/S23")), 2, 8);
}

// Halos wake quiet tiles while others are computed.
TEST(DeviceRanksOverlap, QuietTilesBetweenWalls) {
  expect_same_overlapped(
      spec_from("model: automaton\nseed: 5\nsteps: 1000\nlattice: {size: [700, 404], boundary: "
                "fixed}\nautomaton: {rule: "
                "B3/S23}\ninitial: {random: {density: 0.4, box: {from: [20, 100], to: [90, 170]}}, cells: "
                "[[421, 128], [422, 129], [420, 130], [421, 130], [422, 130], [500, 400], [501, 400], [502, "
                "400]]}\n"),
      3, 8, Interior::Is, {8, 72, 16, 1, 40});
}

TEST(DeviceRanksOverlap, SingleStepsOfASolid) {
  expect_same_overlapped(spec_from(soup("[300, 9, 47]", "periodic", "6", "B2/S1,2")), 2, 2);
}

TEST(DeviceRanksOverlap, Generations) {
  expect_same_overlapped(spec_from(soup("[300, 91]", "{x: periodic, y: fixed}", "moore", "B2/S345/C5")), 2,
                         3);
}

// Stimuli on both sides of a border between ranks, and times of activation, which no exchange may change.
const std::string two_stimuli =
    "stimuli: [{ball: {centre: [9, 30], radius: 5}, start: 2, period: 7, count: 3}, {site: [36, 59], start: "
    "4}]";

TEST(DeviceRanksOverlap, TissueOfBitPlanes) {
  const TissueCase tissue{
      "", "[300, 61]", "moore", "activated: 2, refractory: 3, threshold: 2, " + two_stimuli, {}};
  expect_same_overlapped(spec_from(tissue_file(tissue, "fixed", "bitplane", true)), 2, 4);
}

TEST(DeviceRanksOverlap, PlainTissue) {
  const TissueCase tissue{
      "", "[37, 61]", "moore", "range: 2, activated: 2, refractory: 4, threshold: 3, " + two_stimuli, {}};
  expect_same_overlapped(spec_from(tissue_file(tissue, "periodic", "bitplane", true)), 5, 2);
}

// The restored state is not the one whose halos were exchanged last.
TEST(DeviceRanksOverlap, AStateIsRestored) {
  const Spec spec = spec_from(soup("[37, 61]", "periodic", "moore", "B3/S23", 3, 0.3, "plain"));
  with_overlap_and_without(spec, 2, 4, Interior::Is, [&](Model& model) {
    model.step(4);
    const Seen then = see(model);
    const std::vector<Seen> after = see_after(model, {8, 5});
    const StateField field = model.fields().front();
    model.begin_restore({field});
    model.restore(field, {0, field.extent.sites()}, then.fields.front());
    model.end_restore(then.time, then.updates);
    EXPECT_TRUE(see(model) == then);
    EXPECT_TRUE(see_after(model, {8, 5}) == after);
  });
}

// There is no interior between halos of one row, so the ranks exchange after they have computed.
TEST(DeviceRanksOverlap, SlabsWithoutInterior) {
  expect_same_overlapped(spec_from(soup("[67, 2]", "periodic", "moore", "B36/S23", 1, 0.3, "plain")), 2, 1,
                         Interior::IsNot, {1, 9});
}

TEST(HaloDepths, AreOnePassWhereADeviceHidesExchanges) {
  const Lattice solid = Lattice::whole({1024, 1024, 1024}, 3, Boundary::Periodic);
  const Decomposition upper_half(solid, 1, 2);
  const Divisibility single{.pass = 1, .overlaps = true};
  EXPECT_EQ(halo_depth(single, upper_half, solid.layer_sites(), false), 16u);
  EXPECT_EQ(halo_depth(single, upper_half, solid.layer_sites(), true), 1u);
  EXPECT_EQ(halo_depth(single, upper_half, solid.layer_sites() / 16, true), 16u)
      << "a pass is too short to hide it";
}

TEST(HaloDepths, AreNotWhereAPassHidesMore) {
  const Lattice flat = Lattice::whole({65536, 65536, 1}, 2, Boundary::Periodic);
  const Divisibility passes{.pass = 8, .overlaps = true};
  EXPECT_EQ(halo_depth(passes, {flat, 1, 2}, flat.layer_sites(), true), 64u);
}

TEST(HaloDepths, LastForTwoPassesOfThickSlabs) {
  const Divisibility divisibility{.pass = 1};
  const auto depth_of = [&](Index layers) {
    const Lattice solid = Lattice::whole({64, 64, 4 * layers}, 3, Boundary::Periodic);
    return halo_depth(divisibility, {solid, 1, 4}, solid.layer_sites(), false);
  };
  EXPECT_EQ(depth_of(96), 3u) << "a 32nd";
  EXPECT_EQ(depth_of(32), 2u);
  EXPECT_EQ(depth_of(16), 2u);
  EXPECT_EQ(depth_of(15), 1u);
}

}  // namespace
}  // namespace morula::test
