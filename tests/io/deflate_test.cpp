// Streams that we deflate are inflated by zlib and by ourselves.
#include "io/deflate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "io/adler32.h"
#include "io/huffman.h"
#include "io/inflate_cells.h"
#include "tests/io/values.h"

namespace morula::io {
namespace {

Bytes made_of(std::size_t size, const std::function<u64(u64 word, std::size_t place)>& value) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(value(mix64(i + 1), i));
  return bytes;
}

void expect_back(const Bytes& bytes) {
  const Bytes packed = deflate_cells(bytes);
  for (const auto inflate : {inflate_cells, inflate_with_zlib, inflate_all}) {
    Bytes back(bytes.size());
    ASSERT_TRUE(inflate(packed, back)) << bytes.size();
    ASSERT_EQ(back, bytes);
  }
}

// Sizes around those of a word, of the longest run and of a block.
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

// Each value is half as frequent as the one before, so that their codes would be longer than deflate allows.
TEST(Deflate, ValuesOfVeryDifferentFrequencyComeBack) {
  expect_back(
      made_of(1'000'000, [](u64 word, std::size_t) { return std::countr_zero(word | u64{1} << 40); }));
  expect_back(
      made_of(1'000'000, [](u64 word, std::size_t) { return 255 - std::countr_zero(word | u64{1} << 40); }));
}

TEST(Deflate, CellsOfAnyNumberOfStatesComeBack) {
  for (u64 states = 1; states <= 256; ++states) {
    expect_back(made_of(20'011, [&](u64 word, std::size_t) { return word % states; }));
    expect_back(made_of(20'011, [&](u64 word, std::size_t place) {
      return place / 997 % 2 == 0 ? word % states : place / 997 % states;
    }));
  }
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

// Whatever is wrong with a stream, the result must be that of zlib.
void expect_as_zlib(std::span<const std::byte> packed, std::size_t size) {
  Bytes back(size), with_zlib(size);
  const bool is_good = inflate_with_zlib(packed, with_zlib);
  EXPECT_EQ(inflate_all(packed, back), is_good) << packed.size();
  if (inflate_cells(packed, back)) {
    EXPECT_TRUE(is_good) << packed.size();
    EXPECT_EQ(back, with_zlib) << packed.size();
  }
}

TEST(Deflate, DamageIsNoticed) {
  const Bytes bytes = made_of(
      5000, [](u64 word, std::size_t place) { return place < 3000 ? word % 10 < 3 : place / 500 % 3; });
  const Bytes good = deflate_cells(bytes);
  for (std::size_t place = 0; place < good.size(); ++place) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      Bytes bad = good, back(bytes.size());
      bad[place] ^= static_cast<std::byte>(1 << bit);
      expect_as_zlib(bad, bytes.size());
      EXPECT_TRUE(!inflate_all(bad, back) || back == bytes) << place;
    }
    const auto cut = std::span(good).first(place);
    expect_as_zlib(cut, bytes.size());
    Bytes back(bytes.size());
    EXPECT_FALSE(inflate_all(cut, back)) << place;
  }
  for (const std::size_t size : {bytes.size() - 1, bytes.size() + 1}) {
    Bytes back(size);
    EXPECT_FALSE(inflate_all(good, back));
    EXPECT_FALSE(inflate_cells(good, back));
  }
}

TEST(Deflate, BytesBehindAStreamAreIgnored) {
  const Bytes bytes = made_of(5000, [](u64 word, std::size_t) { return word % 10 < 3; });
  Bytes longer = deflate_cells(bytes);
  longer.resize(longer.size() + 100);
  expect_as_zlib(longer, bytes.size());
  Bytes back(bytes.size());
  EXPECT_TRUE(inflate_cells(longer, back));
}

TEST(Deflate, OtherFormsAreLeftToZlib) {
  Bytes packed(2000), back(1000);
  const Bytes bytes = made_of(1000, [](u64 word, std::size_t) { return word % 3; });
  for (int level = 0; level <= 9; ++level) {
    uLongf size = packed.size();
    ASSERT_EQ(compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                        reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), level),
              Z_OK);
    const auto stream = std::span(packed).first(size);
    EXPECT_FALSE(inflate_cells(stream, back));
    EXPECT_TRUE(inflate_all(stream, back));
    EXPECT_EQ(back, bytes);
  }
}

TEST(Deflate, TheChecksumIsThatOfZlib) {
  for (const std::size_t size : {0, 1, 15, 16, 352, 703, 704, 705, 1408, 5552, 180'224, 300'001}) {
    for (const u64 least : {0, 255}) {
      const Bytes bytes = made_of(size, [&](u64 word, std::size_t) { return std::max(word % 256, least); });
      EXPECT_EQ(adler32_of(bytes), adler32_z(1, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
    }
  }
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
