// The names that the dialect adds to C99 mean the same on the host and on every device.
#include "core/dialect.h"

#include "core/mix.h"
#include "devices.h"

namespace morula::gpu {

namespace {

class Dialect : public OnEveryDevice {};

constexpr Text integer_kernel{"integers.h", R"(
KERNEL integers(GLOBAL const u32* RESTRICT in, GLOBAL u32* RESTRICT out, u64 count) {
  u64 i = global_id(0);
  if (i >= count) return;
  out[2 * i] = leading_zeros(in[i]);
  out[2 * i + 1] = high_product(in[i], 0xD2511F53u);
}
)"};

// Words of every bit length.
std::vector<u32> words_of_every_length() {
  std::vector<u32> words{0, 1, 0x80000000u, 0xffffffffu};
  for (u64 i = 0; i < 4096; ++i) words.push_back(static_cast<u32>(mix64(i)) >> (i % 32));
  return words;
}

// Every group writes a word and reads that of the next group, many times: after each meeting the word must be
// written, and not yet overwritten.
constexpr Text meeting_kernel{"meeting.h", R"(
#if GROUPS_MEET
KERNEL GROUP_OF(64, 1, 1) meet(GLOBAL u32* words, GLOBAL u32* arrived, GLOBAL u32* wrong, u32 rounds) {
  u32 next = (group_id(0) + 1) % group_count(0), awaited = 0;
  for (u32 round = 1; round <= rounds; ++round) {
    if (local_id(0) == 63) words[group_id(0)] = round;
    await_all_groups(arrived, awaited += group_count(0));
    if (words[next] != round) GLOBAL_ATOMIC_ADD(wrong, 1u);
    await_all_groups(arrived, awaited += group_count(0));
  }
}
#endif
)"};

}  // namespace

TEST(HostDialect, CountsLeadingZerosAndMultipliesHigh) {
  EXPECT_EQ(leading_zeros(0), 32u);
  EXPECT_EQ(leading_zeros(1), 31u);
  EXPECT_EQ(leading_zeros(0x80000000u), 0u);
  EXPECT_EQ(high_product(0xffffffffu, 0xffffffffu), 0xfffffffeu);
  EXPECT_EQ(high_product(0x80000000u, 6), 3u);
}

TEST_F(Dialect, CountsAndMultipliesAsTheHostDoes) {
  const std::vector<u32> words = words_of_every_length();
  std::vector<u32> expected;
  for (const u32 word : words) {
    expected.push_back(leading_zeros(word));
    expected.push_back(high_product(word, 0xD2511F53u));
  }
  for (const auto& device : every_device()) {
    const auto kernel = device->build({"dialect test", {integer_kernel}, {}})->kernel("integers");
    const auto from = upload(*device, words);
    const auto to = device->allocate(expected.size() * 4);
    device->launch(*kernel, grid_for(words.size(), 64), {from.get(), to.get(), u64{words.size()}});
    EXPECT_EQ(download<u32>(*device, *to), expected) << device->info().name;
  }
}

TEST_F(Dialect, GroupsThatRunTogetherMeet) {
  bool is_tested = false;
  for (const auto& device : every_device()) {
    const u64 groups = device->info().groups_together;
    if (groups == 0) continue;
    is_tested = true;
    const auto kernel = device->build({"meeting test", {meeting_kernel}, {}})->kernel("meet");
    const auto words = device->allocate(groups * 4), arrived = device->allocate(4),
               wrong = device->allocate(4);
    for (const auto* buffer : {&words, &arrived, &wrong}) device->fill(**buffer, std::byte{0});
    device->launch_together(*kernel, {{groups, 1, 1}, {64, 1, 1}},
                            {words.get(), arrived.get(), wrong.get(), u32{100}});
    EXPECT_EQ(download<u32>(*device, *wrong), std::vector<u32>{0}) << device->info().name;
    EXPECT_EQ(download<u32>(*device, *arrived), std::vector<u32>{static_cast<u32>(200 * groups)});
  }
  if (!is_tested) GTEST_SKIP() << "no device here runs all groups of a launch together";
}

}  // namespace morula::gpu
