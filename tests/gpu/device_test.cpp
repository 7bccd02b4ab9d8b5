// Buffers, launches, timing and memory: the interface itself, on every device.
#include <algorithm>
#include <numeric>
#include <thread>

#include "core/error.h"
#include "devices.h"
#include "gpu/checks.h"

namespace morula::gpu {

namespace {

class DeviceTest : public OnEveryDevice {};

std::vector<std::uint8_t> pattern(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::uint8_t>(i * 31 + i / 251);
  return bytes;
}

constexpr Text arguments_text{"arguments.h", R"(
KERNEL take(GLOBAL u64* RESTRICT out, u32 small, i32 sign, u64 large, GLOBAL const u32* RESTRICT in, u64 count) {
  u64 i = global_id(0);
  if (i >= count) return;
  out[4 * i] = small + in[i];
  out[4 * i + 1] = (u64)(i64)sign;
  out[4 * i + 2] = large;
  out[4 * i + 3] = global_size(0) * 1000 + local_size(0) * 100 + group_count(0);
}
KERNEL place(GLOBAL u32* out) {
  u64 i = global_id(0) + global_size(0) * (global_id(1) + global_size(1) * global_id(2));
  out[i] = group_id(0) + 10 * group_id(1) + 100 * group_id(2) + 1000 * local_id(0) + 10000 * local_id(1) +
           100000 * local_id(2);
}
)"};

Source arguments_source() { return {"arguments", {arguments_text}, {}}; }

}  // namespace

// By this identity, ranks notice that they share a device.
TEST(DeviceIdentity, IsTheUuidAndNoneOfZeros) {
  std::vector<std::byte> uuid(16);
  EXPECT_EQ(identity_by_uuid(uuid), "");
  uuid[1] = std::byte{0xa5};
  EXPECT_EQ(identity_by_uuid(uuid), "uuid 00a50000000000000000000000000000");
}

TEST_F(DeviceTest, SaysWhatItIs) {
  for (const auto& device : every_device()) {
    const DeviceInfo& info = device->info();
    EXPECT_FALSE(info.name.empty());
    EXPECT_FALSE(info.driver.empty());
    EXPECT_GT(info.memory, 0u);
    EXPECT_GT(info.max_buffer, 0u);
    EXPECT_LE(info.max_buffer, info.memory);
    EXPECT_GT(info.compute_units, 0u);
    EXPECT_GT(info.max_group, 0u);
    EXPECT_GT(device->free_memory(), 0u);
    EXPECT_LE(device->free_memory(), info.memory);
    ASSERT_TRUE(info.unit.shared);
    EXPECT_GE(*info.unit.shared, 16u * 1024);
    EXPECT_EQ(info.unit.registers.has_value(), info.api == Api::Cuda);
    EXPECT_EQ(info.unit.threads.has_value(), info.api == Api::Cuda);
  }
}

TEST_F(DeviceTest, SaysWhatAKernelTakes) {
  constexpr Text text{"usage.h", R"(
KERNEL GROUP_OF(64, 1, 1) kept(GLOBAL u32* out) {
  LOCAL u32 held[256];
  for (u32 i = local_id(0); i < 256; i += 64) held[i] = out[i];
  BARRIER();
  for (u32 i = local_id(0); i < 256; i += 64) out[i] = held[255 - i];
}
)"};
  for (const auto& device : every_device()) {
    const KernelUsage usage = device->build({"usage", {text}, {}})->kernel("kept")->usage();
    if (!device->info().is_cpu) {  // PoCL 5 counts only arguments
      EXPECT_GE(usage.shared, 1024u);
    }
    EXPECT_EQ(usage.registers.has_value(), device->info().api == Api::Cuda);
    if (usage.registers) {
      EXPECT_GT(*usage.registers, 0u);
    }
  }
}

TEST(Devices, AreFoundOrTheReasonIsGiven) {
  for (const Api api : {Api::Cuda, Api::OpenCl}) {
    const Found found = find_devices(api);
    EXPECT_EQ(found.devices.empty(), !found.missing.empty()) << found.missing;
    for (unsigned index = 0; index < found.devices.size(); ++index) {
      EXPECT_EQ(found.devices[index].index, index);
      EXPECT_EQ(found.devices[index].api, api);
    }
    EXPECT_THROW(open_device(api, 1000), DeviceMissing);
  }
}

TEST(Devices, OpenClCountsProcessorsLast) {
  bool seen = false;
  for (const auto& info : find_devices(Api::OpenCl).devices) {
    EXPECT_TRUE(info.is_cpu || !seen);
    seen = seen || info.is_cpu;
  }
}

TEST(Grids, AreRoundedUp) {
  EXPECT_EQ(grid_for(0).groups[0], 0u);
  EXPECT_EQ(grid_for(1).groups[0], 1u);
  EXPECT_EQ(grid_for(257).groups[0], 2u);
  EXPECT_EQ(grid_for(std::uint64_t{1} << 40, 64).groups[0], std::uint64_t{1} << 34);
  EXPECT_EQ(grid_for(~std::uint64_t{0}, 2).groups[0], std::uint64_t{1} << 63);
}

TEST_F(DeviceTest, BuffersComeBackAsTheyWent) {
  for (const auto& device : every_device())
    for (const std::size_t size : {1, 3, 255, 4097, 1000003}) {
      const auto bytes = pattern(size);
      const auto buffer = upload(*device, bytes);
      EXPECT_EQ(buffer->size(), size);
      EXPECT_EQ(download<std::uint8_t>(*device, *buffer), bytes);
    }
}

TEST_F(DeviceTest, PartsOfBuffersAreWrittenAndRead) {
  for (const auto& device : every_device()) {
    auto expected = pattern(10007);
    const auto buffer = upload(*device, expected);
    const std::vector<std::uint8_t> part(777, 200);
    device->write(*buffer, 4999, std::as_bytes(std::span(part)));
    std::copy(part.begin(), part.end(), expected.begin() + 4999);
    std::vector<std::uint8_t> tail(5009);
    device->read(*buffer, 4998, std::as_writable_bytes(std::span(tail)));
    EXPECT_EQ(tail, std::vector<std::uint8_t>(expected.begin() + 4998, expected.end()));
  }
}

TEST_F(DeviceTest, MemoryOfTheHostServesTransfers) {
  for (auto device : every_device()) {
    const std::vector<std::uint8_t> bytes = pattern(100001);
    const auto sent = device->allocate_host(bytes.size()), received = device->allocate_host(bytes.size());
    ASSERT_EQ(sent->bytes().size(), bytes.size());
    std::ranges::copy(std::as_bytes(std::span(bytes)), sent->bytes().begin());
    const auto buffer = device->allocate(bytes.size());
    device->write(*buffer, 0, sent->bytes());
    device->read(*buffer, 0, received->bytes());
    EXPECT_TRUE(std::ranges::equal(sent->bytes(), received->bytes()));
    EXPECT_TRUE(device->allocate_host(0)->bytes().empty());
    device.reset();
    EXPECT_TRUE(std::ranges::equal(received->bytes(), std::as_bytes(std::span(bytes))));
  }
}

TEST_F(DeviceTest, NothingMayBeTransferred) {
  for (const auto& device : every_device()) {
    const auto empty = device->allocate(0);
    EXPECT_EQ(empty->size(), 0u);
    EXPECT_NO_THROW(device->write(*empty, 0, {}));
    EXPECT_NO_THROW(device->read(*empty, 0, {}));
    EXPECT_NO_THROW(device->fill(*empty, std::byte{1}));
    EXPECT_NO_THROW(device->copy(*empty, *empty));
    std::byte byte{};
    EXPECT_THROW(device->read(*empty, 0, {&byte, 1}), Error);
  }
}

TEST_F(DeviceTest, FillsAndCopiesWholeBuffers) {
  for (const auto& device : every_device())
    for (const std::size_t size : {1, 15, 16, 17, 100001}) {
      const auto from = device->allocate(size);
      const auto to = upload(*device, pattern(size + 5));
      device->fill(*from, std::byte{0xA5});
      device->copy(*from, *to);
      auto expected = pattern(size + 5);
      std::fill_n(expected.begin(), size, std::uint8_t{0xA5});
      EXPECT_EQ(download<std::uint8_t>(*device, *to), expected);
      EXPECT_THROW(device->copy(*to, *from), Error);
    }
}

TEST_F(DeviceTest, KernelsTakeEveryTypeOfArgument) {
  for (const auto& device : every_device()) {
    const auto program = device->build(arguments_source());
    const auto kernel = program->kernel("take");
    std::vector<std::uint32_t> numbers(1001);
    std::iota(numbers.begin(), numbers.end(), 0xFFFFFF00u);
    const auto in = upload(*device, numbers);
    const auto out = device->allocate(numbers.size() * 32);
    const std::uint64_t large = 0xFEDCBA9876543210u;
    const Grid grid = grid_for(numbers.size(), 64);
    device->launch(*kernel, grid, {out.get(), 7u, -3, large, in.get(), std::uint64_t{numbers.size()}});
    const auto got = download<std::uint64_t>(*device, *out);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      ASSERT_EQ(got[4 * i], static_cast<std::uint32_t>(7 + numbers[i]));
      ASSERT_EQ(got[4 * i + 1], static_cast<std::uint64_t>(-3));
      ASSERT_EQ(got[4 * i + 2], large);
      ASSERT_EQ(got[4 * i + 3], 1024u * 1000 + 64 * 100 + 16);
    }
  }
}

TEST_F(DeviceTest, GridsHaveThreeAxes) {
  for (const auto& device : every_device()) {
    const auto program = device->build(arguments_source());
    const auto kernel = program->kernel("place");
    const Grid grid{{3, 4, 5}, {4, 3, 2}};
    const auto out = device->allocate(12 * 12 * 10 * 4);
    device->launch(*kernel, grid, {out.get()});
    const auto got = download<std::uint32_t>(*device, *out);
    for (std::uint32_t z = 0; z < 10; ++z)
      for (std::uint32_t y = 0; y < 12; ++y)
        for (std::uint32_t x = 0; x < 12; ++x)
          ASSERT_EQ(got[x + 12 * (y + 12 * z)], x / 4 + 10 * (y / 3) + 100 * (z / 2) + 1000 * (x % 4) +
                                                    10000 * (y % 3) + 100000 * (z % 2));
  }
}

TEST_F(DeviceTest, RefusesImpossibleLaunches) {
  for (const auto& device : every_device()) {
    const auto program = device->build(arguments_source());
    const auto kernel = program->kernel("place");
    const auto out = device->allocate(4);
    const unsigned most = device->info().max_group;
    EXPECT_THROW(device->launch(*kernel, {{1, 1, 1}, {most, 2, 1}}, {out.get()}), Error);
    EXPECT_THROW(device->launch(*kernel, {{1, 1, 1}, {0, 1, 1}}, {out.get()}), Error);
    EXPECT_THROW(device->launch(*kernel, {{std::uint64_t{1} << 40, 1, 1}, {1, 1, 1}}, {out.get()}), Error);
    EXPECT_THROW(program->kernel("absent"), Error);
    EXPECT_NO_THROW(device->launch(*kernel, grid_for(0), {out.get()}));
  }
}

TEST_F(DeviceTest, RefusesArgumentsThatDoNotFit) {
  for (const auto& device : every_device()) {
    const auto program = device->build(arguments_source());
    const auto kernel = program->kernel("take");
    const auto out = device->allocate(4);
    EXPECT_THROW(device->launch(*kernel, grid_for(1, 1), {out.get()}), Error);
    EXPECT_THROW(
        device->launch(*kernel, grid_for(1, 1),
                       {out.get(), std::uint64_t{7}, -3, std::uint64_t{1}, out.get(), std::uint64_t{1}}),
        Error);
  }
}

TEST_F(DeviceTest, TooMuchMemoryIsATypedError) {
  for (const auto& device : every_device()) {
    const std::uint64_t memory = device->info().memory;
    for (const std::uint64_t bytes : {memory + 1, 4 * memory, std::uint64_t{1} << 60}) {
      try {
        const auto buffer = device->allocate(bytes);
        ADD_FAILURE() << "allocated " << bytes << " of " << memory;
      } catch (const OutOfDeviceMemory& error) {
        EXPECT_NE(std::string(error.what()).find(device->info().name), std::string::npos) << error.what();
      }
    }
    EXPECT_NO_THROW(device->allocate(1000));  // the device can still be used
  }
}

TEST_F(DeviceTest, FreeMemoryFollowsAllocation) {
  for (const auto& device : every_device()) {
    const std::uint64_t bytes = std::uint64_t{64} << 20;
    bool less = false;  // other processes may release memory at the same moment, but not every time
    for (int attempt = 0; attempt < 20 && !less; ++attempt) {
      const std::uint64_t before = device->free_memory();
      const auto buffer = device->allocate(bytes);
      device->fill(*buffer, std::byte{1});  // host memory is allocated when it is first written to
      device->finish();
      less = device->free_memory() < before;
    }
    EXPECT_TRUE(less) << device->info().name;
  }
}

TEST_F(DeviceTest, TellsTheTimeOfItsWork) {
  for (const auto& device : every_device()) {
    const auto buffer = device->allocate(std::uint64_t{16} << 20);
    const double seconds = device->time([&] {
      for (int i = 0; i < 10; ++i) device->fill(*buffer, std::byte{1});
    });
    EXPECT_GT(seconds, 0);
    EXPECT_LT(seconds, 60);
  }
}

TEST_F(DeviceTest, AnyThreadMayUseIt) {
  for (const auto& device : every_device()) {
    const auto buffer = upload(*device, pattern(1000));
    std::vector<std::uint8_t> seen;
    std::thread([&] { seen = download<std::uint8_t>(*device, *buffer); }).join();
    EXPECT_EQ(seen, pattern(1000));
  }
}

TEST_F(DeviceTest, BuffersAndKernelsMayOutliveTheirDevice) {
  for (auto& device : every_device()) {
    auto buffer = device->allocate(100);
    auto kernel = device->build(arguments_source())->kernel("place");
    device.reset();
    EXPECT_EQ(buffer->size(), 100u);
  }
}

}  // namespace morula::gpu
