#include "core/decomposition.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

TEST(Decomposition, SlabsAreEvenAndCoverTheLattice) {
  for (const Index rows : {1u, 7u, 8u, 100u, 101u})
    for (const Index granularity : {1u, 2u})
      for (int ranks = 1; ranks <= 8; ++ranks) {
        const Decomposition slabs(Lattice::whole({5, rows, 1}, 2, Boundary::Periodic), granularity, ranks);
        Index next = 0;
        for (int rank = 0; rank < ranks; ++rank) {
          EXPECT_EQ(slabs.owned_by(rank).first, next);
          EXPECT_TRUE(next % granularity == 0 || slabs.owned_by(rank).count == 0);
          EXPECT_LE(slabs.owned_by(rank).count, slabs.smallest() + 2 * granularity - 1);
          for (Index row = next; row < slabs.owned_by(rank).end(); ++row)
            EXPECT_EQ(slabs.owner_of(row), rank);
          next = slabs.owned_by(rank).end();
        }
        EXPECT_EQ(next, rows);
      }
}

TEST(Decomposition, RanksAreNeighboursOnACircleOrInARow) {
  const Decomposition circle(Lattice::whole({5, 5, 9}, 3, Boundary::Periodic), 1, 3);
  EXPECT_EQ(circle.before(0), 2);
  EXPECT_EQ(circle.behind(2), 0);
  const Boundaries fixed_in_z{Boundary::Periodic, Boundary::Periodic, Boundary::Fixed};
  const Decomposition row(Lattice::whole({5, 5, 9}, 3, fixed_in_z), 1, 3);
  EXPECT_EQ(row.before(0), -1);
  EXPECT_EQ(row.before(1), 0);
  EXPECT_EQ(row.behind(2), -1);
}

// The number of stored layers is compiled into kernels.
TEST(Decomposition, EveryRankStoresAsMuch) {
  for (const Boundary boundary : {Boundary::Periodic, Boundary::Fixed})
    for (const int ranks : {2, 3, 8}) {
      const Decomposition slabs(Lattice::whole({5, 30, 1}, 2, boundary), 1, ranks);
      for (int rank = 0; rank < ranks; ++rank) {
        const Lattice part = slabs.part(rank, 3);
        EXPECT_EQ(part.stored, slabs.part(0, 3).stored);
        const Index behind = part.stored.y - part.stored_before - part.owned.y;
        EXPECT_TRUE(slabs.before(rank) < 0 ? part.stored_before == 0 : part.stored_before >= 3);
        EXPECT_TRUE(slabs.behind(rank) < 0 ? behind == 0 : behind >= 3);
      }
    }
}

TEST(Decomposition, SaysHowManyRanksFit) {
  const Lattice low = Lattice::whole({500, 7, 1}, 2, Boundary::Periodic);
  EXPECT_EQ(most_ranks(low, 1, 1, 100), 7);
  EXPECT_EQ(most_ranks(low, 1, 3, 100), 2);
  EXPECT_EQ(most_ranks(low, 2, 2, 100), 3);
  EXPECT_EQ(most_ranks(low, 1, 1, 4), 4);
}

}  // namespace
}  // namespace morula
