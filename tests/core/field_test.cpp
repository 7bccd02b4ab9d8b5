#include "core/field.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>

namespace morula {
namespace {

const std::vector<ValueType> types = {ValueType::U8,  ValueType::U16, ValueType::U32, ValueType::U64,
                                      ValueType::I32, ValueType::I64, ValueType::F64};

Field field(Extent extent, ValueType type = ValueType::U8) { return {"cells", type, extent, 3}; }

// Expects every index once and in order, and no slab larger than the limit unless it is a single value.
void expect_covering(const Field& whole, std::uint64_t at_most) {
  Index next = 0;
  for (const Slab& slab : slabs_of(whole, at_most)) {
    ASSERT_EQ(slab.first, next);
    ASSERT_GE(slab.count, 1u);
    ASSERT_TRUE(slab.count == 1 || slab.count * size_of(whole.type) <= at_most);
    next += slab.count;
  }
  EXPECT_EQ(next, whole.values());
}

// Expects that the sites of the box, in canonical order, have the indices of the slab.
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

// Expects that the sites of the box, replica by replica, have the indices of the slab.
void expect_boxed_in_replicas(const Slab& slab, const Field& whole) {
  const Box box = box_of(slab, whole);
  ASSERT_EQ(box.replicas * box.extent.sites(), slab.count);
  ASSERT_LE(box.first_replica + box.replicas, whole.replicas);
  const Index sites = whole.extent.sites();
  for (Index replica = 0; replica < box.replicas; ++replica) {
    const Slab inside{slab.first - (box.first_replica * sites) + replica * box.extent.sites(),
                      box.extent.sites()};
    if (box.replicas == 1)
      expect_boxed(inside, whole.extent);
    else
      ASSERT_TRUE(box.extent == whole.extent && box.first == Site{});
  }
  ASSERT_EQ(slab.first, box.first_replica * sites +
                            (box.first.z * whole.extent.y + box.first.y) * whole.extent.x + box.first.x);
}

TEST(Field, SlabsOfReplicasStayWithinOneOrHoldWholeOnes) {
  for (const Extent& extent : {Extent{9, 7, 1}, Extent{5, 4, 3}, Extent{23, 1, 1}, Extent{1, 1, 1}})
    for (const Index replicas : {1, 2, 13})
      for (const ValueType type : {ValueType::U8, ValueType::F64})
        for (const std::uint64_t at_most : {1, 7, 20, 60, 63, 126, 200, 5000}) {
          SCOPED_TRACE(to_string(extent, 3) + " in " + std::to_string(at_most) + " bytes");
          Field whole = field(extent, type);
          whole.replicas = replicas;
          EXPECT_EQ(whole.bytes(), replicas * extent.sites() * size_of(type));
          expect_covering(whole, at_most);
          for (const Slab& slab : slabs_of(whole, at_most)) expect_boxed_in_replicas(slab, whole);
        }
  // Three replicas, three replicas, one replica.
  EXPECT_EQ(slabs_of({"", ValueType::U8, {10, 10, 1}, 2, 7}, 350).size(), 3u);
  EXPECT_TRUE(slabs_of({"", ValueType::U8, {0, 1, 1}, 1, 7}).empty());
}

TEST(Field, ConsecutiveValuesAreAFewSlabs) {
  Field whole = field({5, 4, 3});
  whole.replicas = 3;
  for (Index first = 0; first < whole.values(); ++first)
    for (Index end = first + 1; end <= whole.values(); ++end) {
      Index next = first;
      const std::vector<Slab> slabs = slabs_within(whole, {first, end - first});
      EXPECT_LE(slabs.size(), 7u);  // part of a row, rows, planes, replicas, planes, rows, part of a row
      for (const Slab& slab : slabs) {
        ASSERT_EQ(slab.first, next);
        expect_boxed_in_replicas(slab, whole);
        next += slab.count;
      }
      ASSERT_EQ(next, end);
    }
}

TEST(Field, SlabsTakeAsMuchAsFits) {
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 1000).size(), 1u);
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 999).size(), 2u);                   // nine planes, then one
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 99).size(), 20u);                   // nine rows, then one
  EXPECT_EQ(slabs_of(field({10, 10, 10}), 9).size(), 200u);                   // nine sites, then one
  EXPECT_EQ(slabs_of(field({10, 10, 10}, ValueType::U64), 8000).size(), 1u);  // the limit is in bytes
}

template <class Value>
std::uint64_t bits(ValueType type, Value value) {
  std::array<std::byte, 16> bytes;  // bytes after the value are not part of it
  bytes.fill(std::byte{0xA5});
  std::memcpy(bytes.data(), &value, sizeof value);
  return bits_of(type, bytes.data());
}

TEST(Field, ValuesAreHashedByTheirBitsWithZerosBefore) {
  EXPECT_EQ(bits(ValueType::U8, std::uint8_t{255}), 255u);
  EXPECT_EQ(bits(ValueType::U16, std::uint16_t{65535}), 65535u);
  EXPECT_EQ(bits(ValueType::U32, ~std::uint32_t{0}), 0xFFFF'FFFFu);
  EXPECT_EQ(bits(ValueType::U64, ~std::uint64_t{0}), ~std::uint64_t{0});
  EXPECT_EQ(bits(ValueType::I32, std::int32_t{-1}), 0xFFFF'FFFFu);
  EXPECT_EQ(bits(ValueType::I64, std::int64_t{-2}), 0xFFFF'FFFF'FFFF'FFFEu);
  EXPECT_EQ(bits(ValueType::F64, 1.0), 0x3FF0'0000'0000'0000u);
  EXPECT_EQ(bits(ValueType::F64, -0.0), 0x8000'0000'0000'0000u);
}

TEST(Field, TheHashOfValuesIsTheSumOfTheirTerms) {
  std::vector<std::byte> bytes(8 * 101);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(mix64(i));
  for (const ValueType type : types) {
    const std::uint64_t size = size_of(type);
    const auto values = std::span(bytes).first(101 * size);
    Hash expected;
    for (Index i = 0; i < 101; ++i)
      expected += {hash_term(3, 1000 + i, bits_of(type, values.data() + i * size))};
    EXPECT_EQ(hash_values(3, 1000, type, values), expected);
    Hash in_parts = hash_values(3, 1000, type, values.first(40 * size));
    in_parts += hash_values(3, 1040, type, values.subspan(40 * size));
    EXPECT_EQ(in_parts, expected);
    EXPECT_EQ(hash_values(3, 0, type, {}), Hash{});
  }
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
