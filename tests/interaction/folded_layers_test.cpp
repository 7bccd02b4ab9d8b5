// Lattices with short rows, which threads fold, against the reference.
#include "models/interaction/bitplane/threads/folded_layers.h"

#include <gtest/gtest.h>

#include "tests/interaction/cases.h"
#include "tests/interaction/random_start.h"

namespace morula::test {
namespace {

InteractionSpec short_rows(unsigned species, Extent extent, unsigned dimensions, u64 replicas = 1) {
  InteractionSpec spec = cyclic(species, extent, dimensions, Boundary::Periodic, dimensions);
  spec.replicas = replicas;
  return spec;
}

void expect_as_in_reference(const InteractionSpec& spec, unsigned threads) {
  const Extent& extent = spec.lattice.global;
  SCOPED_TRACE(testing::Message() << extent.x << " x " << extent.y << " x " << extent.z << ", "
                                  << spec.species.size() << " species, " << threads << " threads");
  EXPECT_TRUE(FoldedLayers::suit(spec, threads));
  const Backend backend{BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr};
  const std::vector<u8> states = expected(spec, 3);
  EXPECT_TRUE(after(spec, backend, 3, 3) == states);
  EXPECT_TRUE(after(spec, backend, 3, 1) == states);
}

TEST(FoldedLayers, DoWhatTheReferenceDoes) {
  for (const Extent& extent :
       {Extent{64, 26, 6}, Extent{62, 64, 4}, Extent{34, 22, 9}, Extent{6, 10, 14}, Extent{4, 522, 4},
        Extent{22, 4, 5}, Extent{66, 14, 6}, Extent{128, 10, 4}, Extent{66, 262, 2}})
    for (const unsigned species : {1u, 3u, 9u}) expect_as_in_reference(short_rows(species, extent, 3), 1);
  expect_as_in_reference(short_rows(3, {38, 14, 13}, 3), 3);
  expect_as_in_reference(short_rows(3, {58, 18, 5}, 3, 3), 2);
}

TEST(FoldedLayers, HoldPlanesToo) {
  expect_as_in_reference(short_rows(3, {50, 34, 1}, 2, 5), 3);
  expect_as_in_reference(short_rows(5, {64, 522, 1}, 2), 1);
  expect_as_in_reference(short_rows(3, {4, 4, 1}, 2, 33), 1);
  expect_as_in_reference(short_rows(12, {98, 22, 1}, 2, 4), 2);
}

TEST(FoldedLayers, MayHaveRatesOfTheirOwn) {
  InteractionSpec spec = short_rows(3, {46, 38, 10}, 3);
  spec.species[1].mobility = 0.3;
  spec.predation[2] = 0.4;
  spec.variant = {0, 0, 1};
  spec.refine = 1;
  expect_as_in_reference(spec, 1);
}

TEST(FoldedLayers, AreForShortEvenCircles) {
  EXPECT_FALSE(FoldedLayers::suit(short_rows(3, {130, 34, 10}, 3), 1));
  EXPECT_FALSE(FoldedLayers::suit(short_rows(3, {33, 34, 10}, 3), 1));
  EXPECT_FALSE(FoldedLayers::suit(short_rows(3, {34, 33, 10}, 3), 1));
  EXPECT_FALSE(FoldedLayers::suit(short_rows(3, {34, 34, 10}, 3), 4));
  EXPECT_FALSE(FoldedLayers::suit(cyclic(3, {34, 34, 10}, 3, Boundary::Fixed, 3), 1));
  EXPECT_FALSE(FoldedLayers::suit(
      cyclic(3, {34, 34, 10}, 3, {Boundary::Periodic, Boundary::Periodic, Boundary::Fixed}, 3), 1));
  InteractionSpec refined = short_rows(3, {34, 34, 10}, 3);
  refined.refine = 16;
  EXPECT_FALSE(FoldedLayers::suit(refined, 1));
}

}  // namespace
}  // namespace morula::test
