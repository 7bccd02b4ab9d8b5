// What we deflate, inflated by zlib.
#include "io/deflate.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <functional>

#include "io/huffman.h"
#include "tests/io/values.h"

namespace morula::io {
namespace {

Bytes made_of(std::size_t size, const std::function<u64(u64 word, std::size_t place)>& value) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(value(mix64(i + 1), i));
  return bytes;
}

void expect_back(const Bytes& bytes) {
  Bytes back(bytes.size());
  ASSERT_TRUE(inflate_all(deflate_cells(bytes), back)) << bytes.size();
  ASSERT_EQ(back, bytes);
}

// Sizes on both sides of a word, of the longest run and of a block.
const std::vector<std::size_t> sizes = {1,    2,      7,       8,       9,       15,      16,      17,
                                        255,  256,    257,     264,     265,     272,     300,     1000,
                                        4096, 65'537, 131'071, 131'072, 131'073, 131'080, 262'144, 300'001};

TEST(Deflate, AnyBytesComeBack) {
  for (const std::size_t size : sizes) {
    expect_back(Bytes(size));
    expect_back(Bytes(size, std::byte{255}));
    expect_back(made_of(size, [](u64 word, std::size_t) { return word; }));
    expect_back(made_of(size, [](u64 word, std::size_t) { return word % 16; }));
    expect_back(made_of(size, [](u64 word, std::size_t) { return word % 10 < 3; }));
    expect_back(made_of(size, [](u64 word, std::size_t) { return word % 100 == 0; }));
    expect_back(made_of(size, [](u64, std::size_t place) { return place / 41; }));
    expect_back(made_of(size, [](u64, std::size_t place) { return place / 700; }));
    expect_back(made_of(size, [](u64, std::size_t place) { return place; }));
  }
}

// Each value half as frequent as the one before: their codes would be longer than deflate allows.
TEST(Deflate, ValuesOfVeryDifferentFrequencyComeBack) {
  expect_back(
      made_of(1'000'000, [](u64 word, std::size_t) { return std::countr_zero(word | u64{1} << 40); }));
  expect_back(
      made_of(1'000'000, [](u64 word, std::size_t) { return 255 - std::countr_zero(word | u64{1} << 40); }));
}

TEST(Deflate, ComesCloseToTheEntropyOfCells) {
  const std::size_t size = 1 << 20;
  const auto share = [&](const Bytes& bytes) {
    return static_cast<double>(deflate_cells(bytes).size()) / static_cast<double>(size);
  };
  EXPECT_LT(share(made_of(size, [](u64 word, std::size_t) { return word % 10 < 3; })), 0.17);
  EXPECT_LT(share(made_of(size, [](u64 word, std::size_t) { return word % 100 < 3; })), 0.06);
  EXPECT_LT(share(made_of(size, [](u64 word, std::size_t) { return word % 16; })), 0.52);
  EXPECT_LT(share(made_of(size, [](u64 word, std::size_t) { return word; })), 1.005);
  EXPECT_LT(share(Bytes(size)), 0.005);
}

TEST(Deflate, DamageIsNoticed) {
  const Bytes bytes = made_of(5000, [](u64 word, std::size_t) { return word % 10 < 3; });
  const Bytes good = deflate_cells(bytes);
  Bytes back(bytes.size());
  for (std::size_t place = 0; place < good.size(); ++place) {
    Bytes bad = good;
    bad[place] ^= static_cast<std::byte>(1 << place % 8);
    EXPECT_TRUE(!inflate_all(bad, back) || back == bytes) << place;
    EXPECT_FALSE(inflate_all(std::span(good).first(place), back)) << place;
  }
  Bytes longer(bytes.size() + 1), shorter(bytes.size() - 1);
  EXPECT_FALSE(inflate_all(good, longer));
  EXPECT_FALSE(inflate_all(good, shorter));
}

TEST(Huffman, CodesFillTheTreeAndAreNotTooLong) {
  std::vector<std::uint64_t> counts(40, 1);
  for (std::size_t i = 1; i < counts.size(); ++i) counts[i] = counts[i - 1] * 3 / 2 + 1;
  counts[7] = 0;
  const std::vector<HuffmanCode> codes = huffman_codes(counts);
  double filled = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    EXPECT_EQ(codes[i].length == 0, i == 7);
    EXPECT_LE(codes[i].length, longest_code);
    if (i != 7) filled += std::ldexp(1.0, -codes[i].length);
  }
  EXPECT_EQ(filled, 1.0);
}

}  // namespace
}  // namespace morula::io
