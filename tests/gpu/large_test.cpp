// More than 2^32 bytes in a buffer, sites of a field, and work-items of a launch. Only on GPUs, since a
// processor would take minutes.
#include "devices.h"
#include "gpu/field_sums.h"

namespace morula::gpu {

namespace {

constexpr std::uint64_t beyond = std::uint64_t{1} << 32;

class LargeTest : public OnEveryDevice {
 protected:
  std::vector<std::shared_ptr<Device>> every_large_gpu() const {
    std::vector<std::shared_ptr<Device>> large;
    for (const auto& device : every_device())
      if (!device->info().is_cpu && device->free_memory() > 2 * beyond) large.push_back(device);
    return large;
  }
};

constexpr Text mark{"mark.h", R"(
KERNEL mark(GLOBAL u64* out, u64 which) {
  if (global_id(0) == which) out[0] = global_size(0);
}
)"};

}  // namespace

TEST_F(LargeTest, BuffersAreAddressedIn64Bits) {
  const auto devices = every_large_gpu();
  if (devices.empty()) GTEST_SKIP() << "no GPU with 8 GiB free";
  for (const auto& device : devices) {
    const auto buffer = device->allocate(beyond + 1001);
    device->fill(*buffer, std::byte{3});
    const std::vector<std::uint8_t> part = {1, 2, 1, 2, 0};
    device->write(*buffer, beyond + 996, std::as_bytes(std::span(part)));
    FieldSums sums(*device, ValueType::U8, 4);
    EXPECT_EQ(sums.count(*buffer, buffer->size()), (std::vector<std::uint64_t>{1, 2, 2, beyond + 996}));
    std::vector<std::uint8_t> tail(6);
    device->read(*buffer, beyond + 995, std::as_writable_bytes(std::span(tail)));
    EXPECT_EQ(tail, (std::vector<std::uint8_t>{3, 1, 2, 1, 2, 0}));
  }
}

TEST_F(LargeTest, HashesReachTheLastSite) {
  const auto devices = every_large_gpu();
  if (devices.empty()) GTEST_SKIP() << "no GPU with 8 GiB free";
  for (const auto& device : devices) {
    const auto buffer = device->allocate(beyond + 1001);
    device->fill(*buffer, std::byte{3});
    FieldSums sums(*device, ValueType::U8);
    Hash expected = sums.hash(*buffer, 1, 0, beyond - 5);
    for (std::uint64_t i = beyond - 5; i < buffer->size(); ++i) expected += {hash_term(1, i, 3)};
    EXPECT_EQ(sums.hash(*buffer, 1, 0, buffer->size()), expected);
  }
}

TEST_F(LargeTest, WorkItemsAreCountedIn64Bits) {
  const auto devices = every_large_gpu();
  if (devices.empty()) GTEST_SKIP() << "no GPU with 8 GiB free";
  for (const auto& device : devices) {
    const auto out = device->allocate(8);
    device->fill(*out, std::byte{0});
    const auto kernel = device->build({"mark", {mark}, {}})->kernel("mark");
    device->launch(*kernel, grid_for(beyond + 256), {out.get(), beyond + 77});
    EXPECT_EQ(download<std::uint64_t>(*device, *out)[0], beyond + 256);
  }
}

}  // namespace morula::gpu
