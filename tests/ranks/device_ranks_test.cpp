// Ranks that each have a device, or share one, give the same results as one process.
#include <gtest/gtest.h>

#include "core/decomposition.h"
#include "gpu/nvrtc.h"
#include "tests/automaton/tissue_models.h"
#include "tests/ranks/rank_devices.h"
#include "tests/ranks/spread.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// The halos wake some quiet tiles and leave others quiet.
const std::vector<std::uint64_t> many_batches = {8, 72, 16, 1, 120};

// Each rank has a session of its own.
void expect_same_on_devices(const Spec& spec, int ranks, Index halo,
                            const std::vector<std::uint64_t>& batches = {3, 16, 1, 30}) {
  const auto alone = make_model(spec, on_one_thread());
  const std::vector<Seen> expected = see_after(*alone, batches);
  ASSERT_NE(expected.front().hash, expected.back().hash) << "nothing happens";
  for (const gpu::Api api : {gpu::Api::Cuda, gpu::Api::OpenCl})
    for (const gpu::DeviceInfo& device : devices_for_ranks(api)) {
      SCOPED_TRACE(device.name);
      const auto backend = [&] {
        return Backend{api == gpu::Api::Cuda ? BackendKind::Cuda : BackendKind::OpenCl,
                       std::make_shared<ThreadPool>(1), open_for_rank(device)};
      };
      const HaloDepth depth(halo);
      with_ranks(
          ranks, spec,
          [&](Model& model) {
            const std::vector<Seen> seen = see_after(model, batches);
            for (std::size_t i = 0; i < seen.size(); ++i)
              EXPECT_TRUE(seen[i] == expected[i]) << "at step " << expected[i].time;
          },
          backend);
    }
}

// Their engines hold halos in different forms.
TEST(DeviceRanks, AndThreadsAreNotMixed) {
  std::vector<gpu::DeviceInfo> devices = devices_for_ranks(gpu::Api::OpenCl);
  if (devices.empty()) GTEST_SKIP() << "there is no OpenCL device";
  const Spec spec = spec_from(soup("[64, 64]", "periodic", "moore", "B2/S/C3"));
  std::string problem;
  run_thread_ranks(2, [&](Communicator& ranks) {
    if (ranks.rank() != 0)
      return serve_spread_model(
          spec, {BackendKind::OpenCl, std::make_shared<ThreadPool>(1), open_for_rank(devices.front())},
          ranks);
    try {
      make_spread_model(spec, on_one_thread(), ranks);
    } catch (const Error& error) {
      problem = error.what();
    }
  });
  EXPECT_TRUE(problem.starts_with("rank 1 computes on a device, rank 0 on threads (")) << problem;
}

TEST(DeviceRanks, TemporalBlocking) {
  expect_same_on_devices(spec_from(soup("[70, 61]", "periodic", "moore", "B3/S23")), 3, 8);
}

TEST(DeviceRanks, QuietTiles) {
  expect_same_on_devices(
      spec_from(
          "model: automaton\nseed: 5\nsteps: 1000\nlattice: {size: [700, 300]}\nautomaton: {rule: "
          "B3/S23}\ninitial: {random: {density: 0.4, box: {from: [20, 60], to: [90, 120]}}, cells: [[421, "
          "94], [422, 95], [420, 96], [421, 96], [422, 96], [500, 290], [501, 290], [502, 290]]}\n"),
      2, 8, many_batches);
}

TEST(DeviceRanks, SmallLatticeOfManyStates) {
  expect_same_on_devices(spec_from(soup("[37, 11, 23]", "fixed", "26", "B5/S4,5/C4")), 2, 4);
}

TEST(DeviceRanks, SingleSteps) {
  expect_same_on_devices(spec_from(soup("[300, 9, 13]", "periodic", "18", "B4/S3,4,5")), 3, 2);
}

TEST(DeviceRanks, PlainTissue) {
  expect_same_on_devices(spec_from(tissue_file(wide_tissues().front(), "periodic", "bitplane", true)), 2, 4);
}

TEST(DeviceRanks, TissueOfBitPlanes) {
  expect_same_on_devices(spec_from(tissue_file(even_tissues().front(), "fixed", "bitplane", true)), 3, 3);
}

Spec species_on(const std::string& lattice, const std::string& keys) {
  return spec_from("model: interaction\nseed: 7\nsteps: 1000\nlattice: {" + lattice +
                   "}\ninteraction: {species: [a, b, c], preys: cyclic, rates: {mobility: 0.5, reproduction: "
                   "0.25, predation: "
                   "0.25}, " +
                   keys + "}\ninitial: {fractions: equal}\nreplicas: 2\n");
}

// The kernels for a part of a lattice compile for CUDA too.
TEST(DeviceRanks, NvrtcCompilesSpeciesForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const std::string lattice : {"size: [70, 30]", "size: [70, 31]", "size: [33, 9, 14], boundary: fixed"})
    for (const std::string keys : {"engine: bitplane", "reproduction: with-kin"}) {
      const Spec spec = species_on(lattice, keys);
      const Spec part = family_of(spec).division->part(spec, Decomposition(*spec.lattice, 1, 3).part(1, 4));
      for (const gpu::Source& source : family_of(spec).sources(part))
        EXPECT_FALSE(nvrtc.compile(source, 90u).empty());
    }
}

TEST(DeviceRanks, SpeciesOnBitPlanes) {
  expect_same_on_devices(species_on("size: [70, 31]", "engine: bitplane"), 3, 4, {1, 3});
  expect_same_on_devices(species_on("size: [33, 9, 14], boundary: fixed", "engine: bitplane"), 2, 3, {1, 3});
}

// Slabs that begin at odd rows, halos that reach around the lattice, tiles that reach beyond walls.
TEST(DeviceRanks, SpeciesInTiles) {
  expect_same_on_devices(species_on("size: [2100, 30]", "engine: bitplane"), 3, 3, {1, 2});
  expect_same_on_devices(species_on("size: [37, 29], boundary: fixed", "engine: bitplane"), 5, 0, {1, 3, 5});
  expect_same_on_devices(species_on("size: [66, 27], boundary: {x: periodic, y: fixed}", "engine: bitplane"),
                         3, 9, {1, 4});
  expect_same_on_devices(species_on("size: [45, 250], boundary: {x: fixed, y: periodic}", "engine: bitplane"),
                         2, 0, {1, 9});
}

TEST(DeviceRanks, SpeciesInTilesAndSlabsOfOneRow) {
  expect_same_on_devices(species_on("size: [40, 8]", "engine: bitplane"), 8, 1, {1, 3});
  expect_same_on_devices(species_on("size: [41, 8], boundary: fixed", "engine: bitplane"), 8, 1, {1, 3});
}

TEST(DeviceRanks, SpeciesOnBytes) {
  expect_same_on_devices(species_on("size: [40, 30], boundary: fixed", "reproduction: with-kin"), 2, 4,
                         {1, 3});
  expect_same_on_devices(species_on("size: [33, 9, 14]", "reproduction: with-kin, engine: plain"), 2, 4,
                         {1, 3});
}

// A part may hold several copies of a stack, and may cut the stacks at its ends.
TEST(DeviceRanks, SpeciesRefinedInPlace) {
  const std::string refined = "engine: bitplane, refine: ";
  expect_same_on_devices(species_on("size: [67, 29]", refined + "16"), 3, 3, {1, 3});
  expect_same_on_devices(species_on("size: [33, 9], boundary: {x: fixed, y: periodic}", refined + "3"), 8, 1,
                         {1, 3});
  expect_same_on_devices(species_on("size: [35, 6, 16]", refined + "20"), 3, 2, {1, 3});
}

TEST(DeviceRanks, ManySpeciesOnBitPlanes) {
  expect_same_on_devices(spec_from("model: interaction\nseed: 7\nsteps: 100\nlattice: {size: [70, "
                                   "31]}\ninteraction: {species: 20, preys: "
                                   "cyclic, rates: {mobility: 0.4, reproduction: 0.3, predation: "
                                   "0.3}}\ninitial: {fractions: equal}\n"),
                         3, 4, {1, 3});
}

}  // namespace
}  // namespace morula::test
