// Tests each term of the energy separately.
#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "models/potts/engine/copy_rule.h"
#include "models/potts/terms/adhesion_rule.h"
#include "models/potts/terms/fixed_point.h"
#include "tests/potts/cases.h"

namespace morula::test {
namespace {

using potts::Energies;
using potts::fixed_point;

constexpr u32 bit(int x, int y, int z = 0) { return 1u << ((z + 1) * 9 + (y + 1) * 3 + x + 1); }

TEST(Adhesion, CountsContactsWithOtherCells) {
  EXPECT_EQ(adhesion_change(1, 2, 3, 14, 11), -3);  // the neighbour belongs to neither cell
  EXPECT_EQ(adhesion_change(1, 2, 2, 14, 11), -14);
  EXPECT_EQ(adhesion_change(1, 2, 1, 14, 11), 11);
}

TEST(Volume, ChangesByTheDifferenceOfTwoEnergies) {
  const Quadratic term{3, 2 * 3 * 40};
  EXPECT_EQ(quadratic_energy(term, 43) - quadratic_energy(term, 40), 27);
  for (const i32 volume : {1, 39, 40, 41, 100000})
    for (const i32 by : {-1, 1})
      EXPECT_EQ(quadratic_change(term, volume, by),
                quadratic_energy(term, volume + by) - quadratic_energy(term, volume));
}

TEST(Surface, CountsFacesThatComeAndGo) {
  EXPECT_EQ(surface_lost(4, 4), 4);   // the site was in the middle of a cell
  EXPECT_EQ(surface_lost(4, 0), -4);  // the site was the whole cell
  EXPECT_EQ(surface_gained(4, 1), 2);
  EXPECT_EQ(surface_gained(6, 5), -4);
}

TEST(Connected, ACellIsNotCutInTwo) {
  EXPECT_TRUE(may_lose(0));                                      // its last site
  EXPECT_TRUE(may_lose(bit(-1, 0)));                             // the end of a row
  EXPECT_FALSE(may_lose(bit(-1, 0) | bit(1, 0)));                // the middle of a row
  EXPECT_FALSE(may_lose(bit(-1, 0) | bit(0, -1)));               // a corner whose sites touch only diagonally
  EXPECT_TRUE(may_lose(bit(-1, 0) | bit(0, -1) | bit(-1, -1)));  // the corner of a square
  EXPECT_TRUE(may_lose(bit(-1, 0) | bit(-1, -1) | bit(1, 1)));   // a diagonal contact does not join sites
  EXPECT_TRUE(may_lose(bit(1, 0) | bit(1, 1) | bit(0, 1) | bit(-1, 1) | bit(-1, 0)));  // three joined sides
}

TEST(Connected, InSpaceTheWayAroundMayGoThroughCorners) {
  const u32 faces = bit(1, 0, 0) | bit(0, 0, 1);
  EXPECT_FALSE(may_lose(faces));
  EXPECT_TRUE(may_lose(faces | bit(1, 0, 1)));
  EXPECT_FALSE(may_lose(faces | bit(1, 1, 0) | bit(0, 1, 1)));
  EXPECT_TRUE(may_lose(faces | bit(1, 1, 0) | bit(1, 1, 1) | bit(0, 1, 1)));
  // The rows of the cube do not run into each other.
  EXPECT_FALSE(may_lose(bit(1, 0, 0) | bit(-1, 1, 0) | bit(0, 1, 0)));
}

TEST(Connected, ACellGainsAcrossFaces) {
  EXPECT_FALSE(may_gain(bit(1, 1)));
  EXPECT_FALSE(may_gain(bit(1, 1, 1)));
  EXPECT_TRUE(may_gain(bit(0, 0, -1)));
}

TEST(Acceptance, IsBoltzmannsWithinAWord) {
  const std::vector<u32> last = potts::acceptance_table(10);
  EXPECT_EQ(last[0], 0xFFFFFFFFu);
  for (std::size_t change = 1; change < last.size(); ++change)
    EXPECT_NEAR(last[change] + 1.0, std::exp(-double(change) / 10) * 4294967296.0, 1.5);
  EXPECT_EQ(last.size(), 222u);  // 32 ln 2 · 10, and the entry for 0
  EXPECT_FALSE(is_accepted(222, 0, last.data(), {0, 222}));
  EXPECT_TRUE(is_accepted(-5, 0xFFFFFFFFu, last.data(), {0, 222}));
  EXPECT_TRUE(is_accepted(7, last[7], last.data(), {0, 222}));
  EXPECT_FALSE(is_accepted(7, last[7] + 1, last.data(), {0, 222}));
  EXPECT_TRUE(is_accepted(0, last[7], last.data(), {7, 215})) << "a table that begins there";
}

TEST(Acceptance, WithoutTemperatureIsAHalfWhereNothingChanges) {
  EXPECT_EQ(potts::acceptance_table(0), std::vector<u32>{0x7FFFFFFFu});
}

TEST(FixedPoint, TakesTheSmallestPowerOfTenThatIsExact) {
  PottsSpec spec = two_kinds({20, 20, 1}, 2, Boundary::Periodic, 40);
  EXPECT_EQ(fixed_point(spec).scale, 1u);
  set_volume(spec, 1, Constraint{40, 0.25});
  EXPECT_EQ(fixed_point(spec).scale, 100u);  // because of 0.25, although 2 · 0.25 · 40 is whole
  spec.adhesion[1] = spec.adhesion[3] = 1.0 / 3;
  const Energies rounded = fixed_point(spec);
  EXPECT_FALSE(rounded.exact);
  EXPECT_LE(rounded.thresholds.size(), std::size_t{1} << 21);
}

TEST(FixedPoint, SaysThatEnergiesOverflow) {
  PottsSpec spec = two_kinds({20, 20, 1}, 2, Boundary::Periodic, 40);
  spec.adhesion[4] = 1e9;
  EXPECT_THROW(fixed_point(spec), SpecError);
  spec.adhesion[4] = 1;
  set_volume(spec, 1, Constraint{1e12, 1e9});
  EXPECT_THROW(fixed_point(spec), SpecError);
}

TEST(Potential, FavoursCopiesAlongIt) {
  PottsSpec spec = two_kinds({20, 20, 1}, 2, Boundary::Periodic, 40);
  set_potential(spec, 1, {3, 0, 0});
  const std::vector<i32> words = spec.terms.find<potts::PotentialTerm>()->words(spec, 1);
  for (std::size_t direction = 0; direction < spec.copy.neighbours.size(); ++direction) {
    EXPECT_EQ(words[8 + direction],
              3 * spec.copy.neighbours[direction].dx);  // a copy from the left goes to the right
    EXPECT_EQ(words[direction], 0);
    EXPECT_EQ(words[24 + direction], 0);
  }
}

}  // namespace
}  // namespace morula::test
