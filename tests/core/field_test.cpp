#include "core/field.h"

#include <gtest/gtest.h>

namespace morula {
namespace {

const std::vector<ValueType> types = {ValueType::U8, ValueType::U16, ValueType::U32, ValueType::U64};

Field field(Extent extent, ValueType type = ValueType::U8) { return {"cells", type, extent, 3}; }

// Every index once, in order; nothing larger than the limit unless it is one value.
void expect_covering(const Field& whole, std::uint64_t at_most) {
  Index next = 0;
  for (const Slab& slab : slabs_of(whole, at_most)) {
    ASSERT_EQ(slab.first, next);
    ASSERT_GE(slab.count, 1u);
    ASSERT_TRUE(slab.count == 1 || slab.count * size_of(whole.type) <= at_most);
    next += slab.count;
  }
  EXPECT_EQ(next, whole.extent.sites());
}

// The sites of the box, in canonical order, are the indices of the slab.
void expect_boxed(const Slab& slab, const Extent& extent) {
  const Box box = box_of(slab, extent);
  ASSERT_EQ(box.extent.sites(), slab.count);
  ASSERT_LE(box.first.x + box.extent.x, extent.x);
  ASSERT_LE(box.first.y + box.extent.y, extent.y);
  ASSERT_LE(box.first.z + box.extent.z, extent.z);
  Index expected = slab.first;
  for (Index z = box.first.z; z < box.first.z + box.extent.z; ++z)
    for (Index y = box.first.y; y < box.first.y + box.extent.y; ++y)
      for (Index x = box.first.x; x < box.first.x + box.extent.x; ++x)
        ASSERT_EQ((z * extent.y + y) * extent.x + x, expected++);
}

TEST(Field, SlabsCoverItWithinTheLimitAndEachIsABox) {
  const std::vector<Extent> extents = {{97, 61, 1}, {33, 47, 29}, {1, 1, 1},  {1, 1, 17}, {1, 19, 1},
                                       {23, 1, 1},  {23, 1, 5},   {1, 13, 7}, {2, 3, 5},  {64, 64, 4}};
  for (const Extent& extent : extents)
    for (const ValueType type : types)
      for (const std::uint64_t at_most : {0, 1, 2, 3, 7, 8, 33, 64, 97, 100, 1000, 4096, 50000, 1 << 20}) {
        SCOPED_TRACE(to_string(extent, 3) + " in " + std::to_string(at_most) + " bytes");
        const Field whole = field(extent, type);
        expect_covering(whole, at_most);
        for (const Slab& slab : slabs_of(whole, at_most)) expect_boxed(slab, extent);
      }
}

TEST(Field, SlabsTakeAsMuchAsFits) {
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 1000).size(), 1u);
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 999).size(), 2u);                   // nine planes and one
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 99).size(), 20u);                   // nine rows and one
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 9).size(), 200u);                   // nine sites and one
  EXPECT_EQ(slabs_of(field({10, 10, 10}, ValueType::U64), 8000).size(), 1u);  // the limit is in bytes
}

TEST(Field, WithoutSitesThereAreNoSlabs) {
  EXPECT_TRUE(slabs_of(field({0, 1, 1})).empty());
  EXPECT_TRUE(slabs_of(field({5, 0, 3})).empty());
}

TEST(Field, SizesBeyond32BitsAreCounted) {
  const Field cube = field({5000, 5000, 5000});
  EXPECT_EQ(cube.bytes(), 125'000'000'000u);
  expect_covering(cube, slab_bytes);
  const Field list{"births", ValueType::U64, {Index{1} << 36, 1, 1}, 1};
  EXPECT_EQ(list.bytes(), std::uint64_t{1} << 39);
  expect_covering(list, slab_bytes);
  const Box last = box_of({(Index{1} << 36) - 5, 5}, list.extent);
  EXPECT_EQ(last.first.x, (Index{1} << 36) - 5);
  EXPECT_EQ(last.extent.x, 5u);
}

}  // namespace
}  // namespace morula
