#include "models/automaton/read/hensel_letters.h"

#include <gtest/gtest.h>

namespace morula::test {
namespace {

TEST(Hensel, TheClassesOfACountAreItsArrangementsEachOnce) {
  for (unsigned count = 1; count <= 7; ++count) {
    Arrangements covered;
    for (const char letter : hensel_letters(count)) {
      const Arrangements arrangements = arrangements_of(count, letter);
      EXPECT_TRUE(arrangements.any()) << count << letter;
      EXPECT_TRUE((covered & arrangements).none()) << count << letter;
      covered |= arrangements;
    }
    EXPECT_EQ(covered, arrangements_of(count)) << count;
  }
  EXPECT_EQ(hensel_letters(0), "");
  EXPECT_EQ(hensel_letters(8), "");
}

// The sizes of the classes and some of their members, from Golly's help.
TEST(Hensel, ClassesAreThoseOfGolly) {
  const auto size = [](unsigned count, char letter) { return arrangements_of(count, letter).count(); };
  EXPECT_EQ(size(2, 'i'), 2u);
  EXPECT_EQ(size(2, 'n'), 2u);
  EXPECT_EQ(size(3, 'q'), 8u);
  EXPECT_EQ(size(4, 'c'), 1u);
  EXPECT_EQ(size(4, 'e'), 1u);
  EXPECT_EQ(size(4, 'z'), 4u);
  EXPECT_EQ(size(4, 'w'), 4u);
  EXPECT_TRUE(arrangements_of(2, 'i')[0b00011000]);  // west and east
  EXPECT_TRUE(arrangements_of(2, 'i')[0b01000010]);  // north and south
  EXPECT_TRUE(arrangements_of(2, 'n')[0b10000001]);  // opposite corners
  EXPECT_TRUE(arrangements_of(3, 'i')[0b11100000]);  // the row below
  EXPECT_TRUE(arrangements_of(4, 'c')[0b10100101]);  // the corners
  EXPECT_TRUE(arrangements_of(7, 'c')[0b01111111]);  // all but a corner
  EXPECT_TRUE(arrangements_of(6, 'k')[255 - 0b00001100]);
}

TEST(Hensel, TextsAreTheShortestOfBothSigns) {
  const auto class_of = [](unsigned count, char letter) { return arrangements_of(count, letter); };
  EXPECT_EQ(hensel_text({}), "");
  EXPECT_EQ(hensel_text(arrangements_of(0) | arrangements_of(2) | arrangements_of(8)), "028");
  EXPECT_EQ(hensel_text(arrangements_of(2) & ~class_of(2, 'a')), "2-a");
  EXPECT_EQ(hensel_text(class_of(1, 'e')), "1e");
  Arrangements seven;  // seven of thirteen: listing and excluding are equally long
  for (const char letter : {'y', 'n', 'k', 'i', 'e', 'c', 'a'}) seven |= class_of(4, letter);
  EXPECT_EQ(hensel_text(seven), "4aceikny");
}

}  // namespace
}  // namespace morula::test
