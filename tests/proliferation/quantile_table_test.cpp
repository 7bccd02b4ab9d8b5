#include "models/proliferation/law/quantile_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/mix.h"
#include "models/proliferation/law/quantile_rule.h"
#include "tests/proliferation/moments.h"

namespace morula {
namespace {

constexpr u64 all_words = u64{1} << 32;
constexpr double until = 240;

const std::vector<TimeLaw> tabulated_laws = {
    {Law::Normal, 46.1, 28.9}, {Law::Normal, 41.1, 14.3}, {Law::Normal, 10, 0.1},    {Law::Normal, 0, 30},
    {Law::Normal, 1, 100},     {Law::LogNormal, 46, 15},  {Law::Gamma, 46.1, 28.9},  {Law::Gamma, 10, 1},
    {Law::Gamma, 30, 40},      {Law::Erlang, 46.1, 28.9}, {Law::Exponential, 46, 46}};

u32 ticks_of(const std::vector<u32>& table, u32 word) {
  const u32 at = quantile_entry(word);
  return quantile_ticks(word, table[2 * at], table[2 * at + 1]);
}

TickScale scale_of(const TimeLaw& law) { return tick_scale(until, std::vector<TimeLaw>{law}); }

// The layout written plainly: octaves of the distance from the nearer end, with 32 segments in each.
u32 plain_entry(u32 word) {
  const bool is_upper = word >= 0x80000000u;
  const u32 distance = is_upper ? ~word : word;
  u32 octave = 0, from = 0, to = 64;  // the range below the first octave
  while (distance >= to) from = to, to *= 2, ++octave;
  return (is_upper ? 832 : 0) + octave * 32 + static_cast<u32>(u64{distance - from} * 32 / (to - from));
}

TEST(QuantileRule, CutsWordsAsItSays) {
  for (u64 i = 0; i < 200'000; ++i) {
    const u32 word = static_cast<u32>(mix64(i)) >> (i % 32);
    ASSERT_EQ(quantile_entry(word), plain_entry(word)) << word;
    ASSERT_EQ(quantile_entry(~word), plain_entry(~word)) << word;
  }
  EXPECT_EQ(quantile_entry(0), 0u);
  EXPECT_EQ(quantile_entry(0x7fffffffu), 831u);
  EXPECT_EQ(quantile_entry(0xffffffffu), 832u);
  EXPECT_EQ(quantile_entry(0x80000000u), 1663u);
}

// Checks the words on both sides of every octave's border and at both ends of every segment.
TEST(QuantileTable, RisesOverEveryBorder) {
  for (const TimeLaw& law : tabulated_laws) {
    const std::vector<u32> table = quantile_table(law, scale_of(law));
    ASSERT_EQ(table.size(), 2 * QUANTILE_ENTRIES);
    u32 last = 1;
    const auto expect_later = [&](u64 word) {
      const u32 ticks = ticks_of(table, static_cast<u32>(word));
      ASSERT_GE(ticks, last) << static_cast<int>(law.law) << ' ' << law.mean << ' ' << word;
      last = ticks;
    };
    std::vector<u64> borders;
    for (u64 octave = 64; octave < all_words / 2; octave *= 2)
      for (u64 segment = 0; segment < 32; ++segment) borders.push_back(octave + octave / 32 * segment);
    for (u64 word = 0; word < 64; ++word) expect_later(word);
    for (const u64 border : borders) expect_later(border - 1), expect_later(border);
    expect_later(all_words / 2 - 1), expect_later(all_words / 2);
    for (std::size_t i = borders.size(); i-- > 0;)
      expect_later(all_words - borders[i] - 1), expect_later(all_words - borders[i]);
    for (u64 word = all_words - 64; word < all_words; ++word) expect_later(word);
  }
}

TEST(QuantileTable, HasTheDistributionOfItsLaw) {
  for (const TimeLaw& law : tabulated_laws) {
    const TickScale scale = scale_of(law);
    const std::vector<u32> table = quantile_table(law, scale);
    double worst = 0;
    for (u64 word = 0; word < all_words; word += 99'991) {
      const double time = ticks_of(table, static_cast<u32>(word)) / scale.ticks_per_time;
      worst = std::max(worst, std::abs(cdf(law, time) - static_cast<double>(word) * 0x1p-32));
    }
    EXPECT_LT(worst, 4e-5) << static_cast<int>(law.law) << ' ' << law.mean << ' ' << law.sd;
  }
}

// Moments over all words: times rise linearly within a segment.
Moments moments_of(const std::vector<u32>& table, const TickScale& scale) {
  double sum = 0, squares = 0;
  for (u32 entry = 0; entry < QUANTILE_ENTRIES; ++entry) {
    const u32 octave = entry % QUANTILE_HALF / 32;
    const double weight = (octave == 0 ? 2 : std::ldexp(1, static_cast<int>(octave))) * 0x1p-32;
    const double from = table[2 * entry] / scale.ticks_per_time;
    const double rise = table[2 * entry + 1] / scale.ticks_per_time, middle = from + rise / 2;
    sum += weight * middle;
    squares += weight * (middle * middle + rise * rise / 12);
  }
  return {sum, std::sqrt(squares - sum * sum)};
}

TEST(QuantileTable, HasTheMeanAndSdOfItsLaw) {
  for (const TimeLaw& law : tabulated_laws) {
    const TickScale scale = scale_of(law);
    const Moments ours = moments_of(quantile_table(law, scale), scale), right = moments_of(law);
    EXPECT_NEAR(ours.mean, right.mean, 1e-5 * right.sd) << static_cast<int>(law.law) << ' ' << law.mean;
    EXPECT_NEAR(ours.sd, right.sd, 1e-4 * right.sd) << static_cast<int>(law.law) << ' ' << law.mean;
  }
}

TEST(QuantileTable, IsAsFineAsTheLongestTimeAllows) {
  const auto log2_of = [](const TimeLaw& law) { return scale_of(law).log2_until; };
  EXPECT_EQ(log2_of({Law::Normal, 10, 1}), 31u);
  EXPECT_EQ(log2_of({Law::Normal, 100, 100}), 30u);         // times up to 738, which is 3.07 times until
  EXPECT_EQ(log2_of({Law::Exponential, 2400, 2400}), 24u);  // 236 times
  EXPECT_EQ(log2_of({Law::Exponential, 1e6, 1e6}), 23u);
  EXPECT_EQ(tick_scale(until, std::vector<TimeLaw>{{Law::Normal, 10, 1}, {Law::Normal, 100, 100}}).log2_until,
            30u);
  EXPECT_EQ(tick_scale(until, {}).log2_until, 31u);
  EXPECT_EQ(scale_of({Law::Normal, 100, 100}).ticks_per_time, 0x1p30 / until);
}

TEST(QuantileTable, CutsTimesThatAreTooLongOrTooShort) {
  const TimeLaw slow{Law::Exponential, 1e9, 1e9}, quick{Law::Gamma, 1e-9, 1e-8};
  const std::vector<u32> long_times = quantile_table(slow, scale_of(slow));
  EXPECT_EQ(ticks_of(long_times, 0x80000000u), 0xffffffffu);
  EXPECT_EQ(ticks_of(long_times, 0xffffffffu), 0xffffffffu);
  const std::vector<u32> short_times = quantile_table(quick, scale_of(quick));
  EXPECT_EQ(ticks_of(short_times, 0), 1u);
  EXPECT_EQ(ticks_of(short_times, 0x80000000u), 1u);
}

// The results are known to the last bit, so that a machine with different rounding is detected.
TEST(QuantileTable, HasTheseBits) {
  u64 sum = 0;
  for (const TimeLaw& law : tabulated_laws)
    for (const u32 word : quantile_table(law, scale_of(law))) sum = mix64(sum + word);
  EXPECT_EQ(sum, 13388177967634982517u);
}

}  // namespace
}  // namespace morula
