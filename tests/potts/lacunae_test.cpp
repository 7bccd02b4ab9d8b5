// Lacunae of networks; docs/validation/fields.md has the large ensembles.
#include <gtest/gtest.h>

#include "tests/validation/lacunae.h"
#include "tests/validation/networks.h"

namespace morula::validation {
namespace {

TEST(Lacunae, AreRegionsOfMediumThatCellsEnclose) {
  const std::string picture =
      "........"
      ".aaaaaa."
      ".a..a.a."
      ".a..aaa."
      ".aabb.b."
      "...b..b."
      "...bbbb."
      "........";
  std::vector<u32> cells;
  for (const char site : picture) cells.push_back(site == '.' ? 0 : static_cast<u32>(site - 'a' + 1));
  EXPECT_EQ(lacunae_of(cells, {8, 8, 1}, 1), (std::vector<u64>{4, 1, 3}));
  EXPECT_EQ(lacunae_of(cells, {8, 8, 1}, 4), (std::vector<u64>{4}));
}

// A network with holes needs elongated cells, as Merks (2006) found.
TEST(Networks, OnlyElongatedCellsEncloseLacunae) {
  const Backend threads{BackendKind::Cpu, std::make_shared<ThreadPool>(hardware_threads()), nullptr};
  NetworkRequest request{1, 2, 300, 300, {}};
  request.overrides = {
      "lattice.size=[110,110]",
      "initial.cells={box: {from: [5, 5], to: [104, 104]}, width: 10, count: 30, type: cell}"};
  const double elongated = measure_networks(request, threads).back().lacunae.mean;
  request.overrides.emplace_back("potts.length.cell.strength=0");
  const double round = measure_networks(request, threads).back().lacunae.mean;
  EXPECT_GE(elongated, round + 2) << elongated << " and " << round;
}

}  // namespace
}  // namespace morula::validation
