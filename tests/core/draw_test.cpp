#include "core/draw.h"

#include <gtest/gtest.h>

#include <array>
#include <set>

#include "core/stream.h"

namespace morula {
namespace {

using Words = std::array<u32, 4>;

Words words(u32x4 word) { return {word.x, word.y, word.z, word.w}; }

// The known answers that Random123 publishes.
TEST(Philox, GivesTheKnownAnswers) {
  const u32 ones = 0xffffffff;
  EXPECT_EQ(words(philox4x32_10({0, 0, 0, 0}, {0, 0})),
            (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(words(philox4x32_10({ones, ones, ones, ones}, {ones, ones})),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(words(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0})),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

struct Address {
  u64 where = 0, when = 0;
  u32 which = 0;
};

// Flips one of the 128 bits of an address.
Address with_bit(Address address, unsigned bit) {
  if (bit < 48) address.where ^= u64{1} << bit;
  if (bit >= 48 && bit < 96) address.when ^= u64{1} << (bit - 48);
  if (bit >= 96) address.which ^= u32{1} << (bit - 96);
  return address;
}

// Under one key Philox is a bijection, so two addresses share words if and only if they share a counter.
TEST(Draw, NoTwoAddressesShareACounter) {
  const u32x2 key = stream(1, Purpose::InitialState);
  std::set<Words> seen;
  std::size_t drawn = 0;
  const auto take = [&](const Address& address) {
    seen.insert(words(draw(key, address.where, address.when, address.which)));
    ++drawn;
  };
  for (const Address& from : {Address{}, Address{largest_where, largest_when, 0xffffffff}}) {
    take(from);
    for (unsigned first = 0; first < 128; ++first) {
      take(with_bit(from, first));
      for (unsigned second = 0; second < first; ++second) take(with_bit(with_bit(from, first), second));
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(Stream, SeedPurposeAndReplicaEachMakeAnotherKey) {
  const auto key = [](u64 seed, u32 purpose, u64 replica) {
    const u32x2 made = stream(seed, static_cast<Purpose>(purpose), replica);
    return std::pair(made.x, made.y);
  };
  std::set<std::pair<u32, u32>> keys;
  const u64 high = u64{1} << 32;  // both halves of a 64-bit number matter
  for (const u64 seed : {u64{0}, u64{1}, high, high + 1})
    for (const u32 purpose : {1u, 2u, 3u})
      for (const u64 replica : {u64{0}, u64{1}, high}) keys.insert(key(seed, purpose, replica));
  EXPECT_EQ(keys.size(), 4u * 3u * 3u);
}

TEST(Stream, AThresholdIsAProbabilityTimesTwoToThe32) {
  static_assert(threshold(0.0) == 0);
  static_assert(threshold(1.0) == u64{1} << 32);
  static_assert(threshold(0.5) == u64{1} << 31);
  static_assert(threshold(0.25) == u64{1} << 30);
  EXPECT_EQ(threshold(0x1p-32), 1u);
  EXPECT_EQ(threshold(0x1p-33), 0u);
  EXPECT_EQ(threshold(1.0 - 0x1p-53), 0xffffffffu);  // almost certain is not certain
  EXPECT_EQ(threshold(0.2), 858993459u);
}

}  // namespace
}  // namespace morula
