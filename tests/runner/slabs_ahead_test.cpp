// Slabs that are read ahead come as they were read, and what goes wrong comes in its place.
#include "runner/slabs_ahead.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>

#include "core/error.h"
#include "core/mix.h"

namespace morula::test {
namespace {

const Field cells{"state", ValueType::U16, {37, 11, 5}, 3};

std::vector<std::byte> some_bytes() {
  std::vector<std::byte> bytes(cells.bytes());
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(mix64(i));
  return bytes;
}

SlabsAhead::Read reading(const std::vector<std::byte>& bytes) {
  return [&bytes](const Slab& slab, std::span<std::byte> values) {
    const auto part = std::span(bytes).subspan(slab.first * 2, slab.count * 2);
    ASSERT_EQ(part.size(), values.size());
    std::ranges::copy(part, values.begin());
  };
}

// Of one value, of part of a row, of rows, of planes, of everything.
TEST(SlabsAhead, OfAnySizeComeInOrder) {
  const std::vector<std::byte> bytes = some_bytes();
  for (const std::uint64_t at_most : {2, 20, 74, 150, 814, 2000, 4070, 10'000}) {
    std::vector<std::byte> taken;
    std::vector<Slab> slabs;
    SlabsAhead ahead(cells, reading(bytes), nullptr, at_most);
    while (const auto values = ahead.next()) {
      if (slabs.size() % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(20));
      slabs.push_back(values->slab);
      taken.insert(taken.end(), values->bytes.begin(), values->bytes.end());
    }
    EXPECT_EQ(slabs, slabs_of(cells, at_most));
    EXPECT_EQ(taken, bytes);
  }
}

TEST(SlabsAhead, AreAtMostThree) {
  std::atomic<int> read = 0;
  int taken = 0;
  SlabsAhead ahead(
      cells, [&](const Slab&, std::span<std::byte>) { ++read; }, nullptr, 74);
  while (ahead.next()) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    EXPECT_LE(read, ++taken + 2);
  }
  EXPECT_EQ(taken, 55);
}

TEST(SlabsAhead, AFailureComesAfterWhatWasReadBeforeIt) {
  const auto fail_at = [](Index first) {
    return [first](const Slab& slab, std::span<std::byte>) {
      if (slab.first == first) throw Error("no more");
    };
  };
  for (const std::uint64_t at_most : {74, 10'000}) {
    const std::vector<Slab> slabs = slabs_of(cells, at_most);
    const std::size_t bad = slabs.size() / 2;
    SlabsAhead ahead(cells, fail_at(slabs[bad].first), nullptr, at_most);
    for (std::size_t i = 0; i < bad; ++i) EXPECT_EQ(ahead.next()->slab, slabs[i]);
    EXPECT_THROW(ahead.next(), Error);
  }
}

TEST(SlabsAhead, NeedNotBeTaken) {
  const std::vector<std::byte> bytes = some_bytes();
  for (int taken = 0; taken < 5; ++taken) {
    SlabsAhead ahead(cells, reading(bytes), nullptr, 74);
    for (int i = 0; i < taken; ++i) EXPECT_TRUE(ahead.next());
  }
}

TEST(SlabsAhead, OfAnEmptyFieldThereAreNone) {
  SlabsAhead ahead(
      {"table", ValueType::F64, {0, 1, 1}, 1}, [](const Slab&, std::span<std::byte>) {}, nullptr);
  EXPECT_FALSE(ahead.next());
}

}  // namespace
}  // namespace morula::test
