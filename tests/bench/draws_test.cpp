// The ruler of draws makes the draws of interactions, and as many of them as a word takes.
#include "bench/draws.h"

#include <gtest/gtest.h>

#include "bench/interaction/calls_of_a_word.h"
#include "bench/interaction/interaction_cases.h"
#include "core/stream.h"
#include "gpu/nvrtc.h"
#include "models/interaction/order/draw_layout.h"
#include "tests/support/backends.h"
#include "tests/support/pocl_flags.h"

namespace morula::test {
namespace {

constexpr u32x2 key = {7, 9};

TEST(Draws, TheHostsLoopMakesEveryDraw) {
  constexpr u64 first = 4294967290u, phase = 123456789;
  for (const u64 words : {1u, 128u, 200u}) {
    u32 expected = 0;
    for (u64 word = first; word < first + words; ++word) {
      const u32x4 first_draw = draw(key, word, phase, 0), second_draw = draw(key, word, phase, 1);
      expected ^= first_draw.x ^ first_draw.y ^ first_draw.z ^ first_draw.w ^ second_draw.x ^ second_draw.y;
    }
    EXPECT_EQ(sum_of_draws(key, first, first + words, phase), expected) << words;
  }
}

// 16 million draws: they take longer than optimising their kernel.
TEST(Draws, ADevicesLoopMakesTheSame) {
  const PoclFlags optimised("");
  const u32 expected = sum_of_draws(key, 0, words_of_a_launch, 5);
  for (const NamedBackend& named : available_backends()) {
    if (!named.backend.device) continue;
    EXPECT_EQ(sum_of_draws(key, 5, *named.backend.device), expected) << named.name;
  }
}

const InteractionSpec& interaction_of(const Spec& spec) {
  return dynamic_cast<const InteractionSpec&>(*spec.section);
}

TEST(Draws, RatesOfTwoDigitsTakeTwoCalls) {
  EXPECT_EQ(calls_of_a_word(interaction_of(spec_of({64, {0.5, 0.25, 0.25}}))), 2);
}

// Words drawn until all of their 32 blocks are on one side of 0.3 and of 0.6.
TEST(Draws, RatesOfManyDigitsTakeAsManyCallsAsCounted) {
  constexpr int words = 4000;
  int calls = 0;
  for (u64 word = 0; word < words; ++word) {
    u64 numbers[32] = {};
    bool open = true;
    ++calls;  // the actor's place, and the way to its partner
    for (u32 which = 1; open; ++which, ++calls) {
      const u32x4 drawn = draw(key, word, 0, which);
      open = false;
      for (int lane = 0; lane < 32; ++lane) {
        for (const u32 digits : {drawn.x, drawn.y, drawn.z, drawn.w})
          numbers[lane] = numbers[lane] * 2 + ((digits >> lane) & 1u);
        for (const double rate : {0.3, 0.6})
          if (numbers[lane] == threshold(rate) >> (32 - 4 * which)) open = true;
      }
    }
  }
  EXPECT_NEAR(calls_of_a_word(interaction_of(spec_of({64, {0.3, 0.3, 0.4}}))),
              static_cast<double>(calls) / words, 0.03);
}

TEST(Draws, NvrtcCompilesTheirKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  EXPECT_FALSE(gpu::Nvrtc().compile(draws_source(), 90u).empty());
}

}  // namespace
}  // namespace morula::test
