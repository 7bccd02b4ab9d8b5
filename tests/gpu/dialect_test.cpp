// What the dialect names besides C99 means the same on the host and on every device.
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

// Of every length.
std::vector<u32> words_of_every_length() {
  std::vector<u32> words{0, 1, 0x80000000u, 0xffffffffu};
  for (u64 i = 0; i < 4096; ++i) words.push_back(static_cast<u32>(mix64(i)) >> (i % 32));
  return words;
}

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

}  // namespace morula::gpu
