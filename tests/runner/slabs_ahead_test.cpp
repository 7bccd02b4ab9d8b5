// Slabs that are read ahead are returned unchanged and in order, and an error is thrown at the slab that
// caused it.
#include "runner/slabs_ahead.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <set>

#include "core/error.h"
#include "core/mix.h"
#include "gpu/forwarding_device.h"

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

// Slabs of one value, part of a row, rows, planes, and the whole field.
TEST(SlabsAhead, OfAnySizeComeInOrder) {
  const std::vector<std::byte> bytes = some_bytes();
  for (const std::uint64_t at_most : {2, 20, 74, 150, 814, 2000, 4070, 10'000})
    for (const unsigned readers : {1u, 2u, 5u, 16u}) {
      std::vector<std::byte> collected;
      std::vector<Slab> slabs;
      SlabsAhead ahead(cells, reading(bytes), {.readers = readers, .at_most = at_most});
      while (const auto values = ahead.next()) {
        if (slabs.size() % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(20));
        slabs.push_back(values->slab);
        collected.insert(collected.end(), values->bytes.begin(), values->bytes.end());
      }
      EXPECT_EQ(slabs, slabs_of(cells, at_most));
      EXPECT_EQ(collected, bytes);
    }
}

// A device that lends host memory this number of times.
class LendingDevice final : public gpu::ForwardingDevice {
 public:
  explicit LendingDevice(int times) : gpu::ForwardingDevice(nullptr), times_(times) {}

  std::unique_ptr<gpu::HostMemory> allocate_host(std::uint64_t bytes) override {
    if (++asked > times_) throw Error("no more pinned memory");
    return std::make_unique<Lent>(bytes, lent);
  }

  int asked = 0;
  std::set<const std::byte*> lent;  // memory that was not yet given back

 private:
  class Lent final : public gpu::HostMemory {
   public:
    Lent(std::uint64_t bytes, std::set<const std::byte*>& lent) : bytes_(bytes), lent_(lent) {
      lent_.insert(bytes_.data());
    }
    ~Lent() override { lent_.erase(bytes_.data()); }
    std::span<std::byte> bytes() override { return bytes_; }

   private:
    std::vector<std::byte> bytes_;
    std::set<const std::byte*>& lent_;
  };
  int times_;
};

TEST(SlabsAhead, OfLargeFieldsLieInMemoryThatTheDeviceLends) {
  const std::vector<std::byte> bytes = some_bytes();
  LendingDevice device(100);
  {
    std::vector<std::byte> collected;
    SlabsAhead ahead(cells, reading(bytes),
                     {.readers = 3, .at_most = 150, .device = &device, .worth_pinning = cells.bytes()});
    EXPECT_EQ(device.lent.size(), 3 + slabs_beside_readers);
    while (const auto values = ahead.next()) {
      EXPECT_TRUE(device.lent.contains(values->bytes.data()));
      collected.insert(collected.end(), values->bytes.begin(), values->bytes.end());
    }
    EXPECT_EQ(collected, bytes);
  }
  EXPECT_TRUE(device.lent.empty());
}

TEST(SlabsAhead, LieInOrdinaryMemoryWhereTheDeviceLendsTooLittle) {
  const std::vector<std::byte> bytes = some_bytes();
  LendingDevice device(1);
  std::vector<std::byte> collected;
  SlabsAhead ahead(cells, reading(bytes),
                   {.readers = 3, .at_most = 150, .device = &device, .worth_pinning = cells.bytes()});
  EXPECT_EQ(device.asked, 2);  // and not again
  while (const auto values = ahead.next())
    collected.insert(collected.end(), values->bytes.begin(), values->bytes.end());
  EXPECT_EQ(collected, bytes);
}

TEST(SlabsAhead, OfSmallFieldsBorrowNothing) {
  const std::vector<std::byte> bytes = some_bytes();
  LendingDevice device(3);
  SlabsAhead by_default(cells, reading(bytes), {.at_most = 150, .device = &device});
  SlabsAhead just_below(cells, reading(bytes),
                        {.at_most = 150, .device = &device, .worth_pinning = cells.bytes() + 1});
  EXPECT_EQ(device.asked, 0);
}

TEST(SlabsAhead, AreAFewMoreThanReadersAtMost) {
  for (const unsigned readers : {1u, 3u}) {
    std::atomic<unsigned> read = 0;
    unsigned returned = 0;
    SlabsAhead ahead(cells, [&](const Slab&, std::span<std::byte>) { ++read; },
                     {.readers = readers, .at_most = 74});
    while (ahead.next()) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      EXPECT_LE(read, ++returned + readers + slabs_beside_readers - 1);
    }
    EXPECT_EQ(returned, 55u);
  }
}

TEST(SlabsAhead, AreReadByAllReadersAtOnce) {
  std::atomic<int> waiting = 0;
  const auto wait_for_all = [&](const Slab&, std::span<std::byte>) {
    for (++waiting; waiting < 3;) std::this_thread::yield();
  };
  SlabsAhead ahead(cells, wait_for_all, {.readers = 3, .at_most = 74});
  EXPECT_TRUE(ahead.next());
}

TEST(SlabsAhead, AFailureComesAfterWhatWasReadBeforeIt) {
  const auto fail_at = [](Index first) {
    return [first](const Slab& slab, std::span<std::byte>) {
      if (slab.first == first) throw Error("no more");
    };
  };
  for (const std::uint64_t at_most : {74, 10'000})
    for (const unsigned readers : {1u, 4u}) {
      const std::vector<Slab> slabs = slabs_of(cells, at_most);
      const std::size_t bad = slabs.size() / 2;
      SlabsAhead ahead(cells, fail_at(slabs[bad].first), {.readers = readers, .at_most = at_most});
      for (std::size_t i = 0; i < bad; ++i) EXPECT_EQ(ahead.next()->slab, slabs[i]);
      EXPECT_THROW(ahead.next(), Error);
    }
}

TEST(SlabsAhead, NeedNotBeTaken) {
  const std::vector<std::byte> bytes = some_bytes();
  for (int calls = 0; calls < 5; ++calls) {
    SlabsAhead ahead(cells, reading(bytes), {.readers = 2, .at_most = 74});
    for (int i = 0; i < calls; ++i) EXPECT_TRUE(ahead.next());
  }
}

TEST(SlabsAhead, OfAnEmptyFieldThereAreNone) {
  SlabsAhead ahead({"table", ValueType::F64, {0, 1, 1}, 1}, [](const Slab&, std::span<std::byte>) {}, {});
  EXPECT_FALSE(ahead.next());
}

}  // namespace
}  // namespace morula::test
