// Copies at the same time as the device's own commands: they wait for each other as requested, on every
// device.
#include "gpu/copy_queue.h"

#include <algorithm>

#include "core/error.h"
#include "devices.h"

namespace morula::gpu {

namespace {

class CopyQueueTest : public OnEveryDevice {};

// Adds to some words, slowly, so that a reader that does not wait for it sees the old words.
constexpr Text slow_text{"slow.h", R"(
KERNEL add_slowly(GLOBAL u32* words, u64 first, u64 count, u32 rounds) {
  u64 i = global_id(0);
  if (i >= count) return;
  u32 word = words[first + i];
  for (u32 round = 0; round < rounds; ++round) word = word * 1664525u + 1013904223u;
  words[first + i] = word;
}
)"};

constexpr std::uint32_t slow_rounds = 20000;
constexpr std::size_t part_words = 1003, buffer_words = 3 * part_words;

std::uint32_t advanced(std::uint32_t word) {
  for (std::uint32_t round = 0; round < slow_rounds; ++round) word = word * 1664525u + 1013904223u;
  return word;
}

std::span<std::uint32_t> host_words(HostMemory& memory) {
  return {reinterpret_cast<std::uint32_t*>(memory.bytes().data()), memory.bytes().size() / 4};
}

// The first part is computed, and read while the second is computed; the third is written, and then computed.
// The next round begins before all of this has ended.
void expect_order(Device& device, CopyQueue& copies) {
  const auto program = device.build({"slow", {slow_text}, {}});
  const auto kernel = program->kernel("add_slowly");
  std::vector<std::uint32_t> expected(buffer_words);
  for (std::size_t i = 0; i < buffer_words; ++i) expected[i] = static_cast<std::uint32_t>(7 * i);
  const auto buffer = upload(device, expected);
  const auto out = device.allocate_host(4 * part_words), in = device.allocate_host(4 * part_words);
  const auto advance = [&](std::size_t which) {
    device.launch(*kernel, grid_for(part_words, 64),
                  {buffer.get(), which * part_words, std::uint64_t{part_words}, slow_rounds});
    for (std::size_t i = which * part_words; i < (which + 1) * part_words; ++i)
      expected[i] = advanced(expected[i]);
  };
  for (std::uint32_t round = 0; round < 4; ++round) {
    advance(0);
    copies.await_device();
    advance(1);
    copies.read(*buffer, 0, out->bytes());
    copies.finish();
    const auto seen = host_words(*out);
    EXPECT_TRUE(std::equal(seen.begin(), seen.end(), expected.begin())) << "in round " << round;
    for (std::size_t i = 0; i < part_words; ++i)
      host_words(*in)[i] = expected[2 * part_words + i] = seen[i] + round + static_cast<std::uint32_t>(i);
    copies.write(*buffer, 8 * part_words, in->bytes());
    copies.hold_device();
    advance(2);
  }
  EXPECT_EQ(download<std::uint32_t>(device, *buffer), expected);
}

}  // namespace

TEST_F(CopyQueueTest, CopiesFollowTheDeviceAndTheDeviceFollowsThem) {
  for (const auto& device : every_device()) expect_order(*device, *device->copy_queue());
}

TEST_F(CopyQueueTest, CopiesInOrderDoTheSame) {
  for (const auto& device : every_device()) expect_order(*device, *copies_in_order(*device));
}

TEST_F(CopyQueueTest, SeveralCopiesKeepTheirOrder) {
  for (const auto& device : every_device()) {
    const auto copies = device->copy_queue();
    const auto buffer = device->allocate(1000);
    const auto first = device->allocate_host(1000), second = device->allocate_host(10),
               seen = device->allocate_host(1000);
    std::ranges::fill(first->bytes(), std::byte{1});
    std::ranges::fill(second->bytes(), std::byte{2});
    copies->write(*buffer, 0, first->bytes());
    copies->write(*buffer, 990, second->bytes());
    copies->read(*buffer, 0, seen->bytes());
    copies->finish();
    for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(seen->bytes()[i], std::byte(i < 990 ? 1 : 2)) << i;
  }
}

TEST_F(CopyQueueTest, CopiesOutsideOfABufferAreRefused) {
  for (const auto& device : every_device()) {
    const auto copies = device->copy_queue();
    const auto buffer = device->allocate(100);
    const auto memory = device->allocate_host(10);
    EXPECT_THROW(copies->read(*buffer, 91, memory->bytes()), Error);
    EXPECT_THROW(copies->write(*buffer, 91, memory->bytes()), Error);
    copies->read(*buffer, 100, memory->bytes().first(0));
    copies->finish();
  }
}

}  // namespace morula::gpu
