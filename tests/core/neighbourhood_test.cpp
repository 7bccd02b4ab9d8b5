#include "core/neighbourhood.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

TEST(Neighbourhoods, HaveAsManySitesAsTheLiteratureSays) {
  const std::size_t in_plane[] = {4, 8, 12, 20}, in_space[] = {6, 18, 26, 32};
  for (unsigned order = 1; order <= 4; ++order) {
    EXPECT_EQ(neighbours_of_order(2, order).neighbours.size(), in_plane[order - 1]);
    EXPECT_EQ(neighbours_of_order(3, order).neighbours.size(), in_space[order - 1]);
  }
  EXPECT_EQ(neighbours_in_range(2, 2).neighbours.size(), 24u);
  EXPECT_EQ(neighbours_in_range(3, 2).neighbours.size(), 124u);
  for (const auto& offset : neighbours_in_range(3, 2).later())
    EXPECT_GT(offset.dz * 25 + offset.dy * 5 + offset.dx, 0);
}

TEST(Neighbourhoods, HaveNames) {
  EXPECT_EQ(neighbourhood_called("", 2).neighbours, neighbours_of_order(2, 2).neighbours) << "moore";
  EXPECT_EQ(neighbourhood_called("von-neumann", 2).neighbours, neighbours_of_order(2, 1).neighbours);
  EXPECT_EQ(neighbourhood_called("", 3).neighbours, neighbours_in_range(3, 1).neighbours) << "26";
  EXPECT_EQ(neighbourhood_called("18", 3).neighbours, neighbours_of_order(3, 2).neighbours);
  EXPECT_EQ(neighbourhood_called("6", 3).neighbours, neighbours_in_diamond(3, 1).neighbours);
  EXPECT_EQ(neighbours_in_diamond(2, 3).neighbours.size(), 24u);
  EXPECT_EQ(neighbours_in_diamond(3, 2).neighbours.size(), 24u);
}

}  // namespace
}  // namespace morula
