#include "core/hash.h"

#include <gtest/gtest.h>

#include <set>

#include "core/error.h"

namespace morula {
namespace {

// The first outputs of SplitMix64 from seed 0, as published by its authors.
TEST(Hash, MixesAsSplitMix64Does) {
  const u64 step = 0x9E3779B97F4A7C15u;
  EXPECT_EQ(mix64(step), 0xE220A8397B1DCDAFu);
  EXPECT_EQ(mix64(2 * step), 0x6E789E6AA1B965F4u);
  EXPECT_EQ(mix64(3 * step), 0x06C45D188009454Fu);
}

TEST(Hash, FieldIndexAndValueEachMakeAnotherTerm) {
  std::set<u64> terms;
  for (u32 field = 0; field < 4; ++field)
    for (u64 index = 0; index < 100; ++index)
      for (u64 value = 0; value < 10; ++value) terms.insert(hash_term(field, index, value));
  EXPECT_EQ(terms.size(), 4u * 100u * 10u);
}

TEST(Hash, IsAnOrderFreeSumThatWraps) {
  Hash forward, backward;
  for (u64 index = 0; index < 100; ++index) {
    forward += {hash_term(0, index, index % 3)};
    backward += {hash_term(0, 99 - index, (99 - index) % 3)};
  }
  EXPECT_EQ(forward, backward);
  Hash largest{~u64{0}};
  EXPECT_EQ(largest += Hash{2}, Hash{1});
}

TEST(Hash, IsWrittenInSixteenDigitsAndReadBack) {
  for (const u64 value : {u64{0}, u64{1}, u64{0xfedcba9876543210}, ~u64{0}}) {
    const std::string digits = to_string(Hash{value});
    EXPECT_EQ(digits.size(), 16u);
    EXPECT_EQ(parse_hash(digits), Hash{value});
  }
  EXPECT_EQ(to_string(Hash{0xab}), "00000000000000ab");
}

TEST(Hash, AnythingElseIsRefused) {
  for (const char* wrong : {"", "0", "00000000000000a", "00000000000000abc", "00000000000000ag",
                            " 0000000000000ab", "0x000000000000ab", "-000000000000001"})
    EXPECT_THROW(parse_hash(wrong), Error) << wrong;
}

}  // namespace
}  // namespace morula
