#include <algorithm>

#include "io/image.h"

#include <gtest/gtest.h>

#include "core/mix.h"

namespace morula::io {
namespace {

Colour colour_at(std::uint64_t x, std::uint64_t y) {
  const u64 word = mix64((y << 32) + x);
  return {static_cast<u8>(word), static_cast<u8>(word >> 8), static_cast<u8>(word >> 16)};
}

Image reduced(std::uint64_t width, std::uint64_t height) {
  ImageReducer reducer(width, height);
  std::vector<Colour> row(width);
  for (std::uint64_t y = 0; y < height; ++y) {
    for (std::uint64_t x = 0; x < width; ++x) row[x] = colour_at(x, y);
    reducer.add_row(row);
  }
  return reducer.finish();
}

// The average of one block, computed in the simplest way and rounded to the nearest integer.
Colour average(std::uint64_t left, std::uint64_t top, std::uint64_t right, std::uint64_t bottom) {
  std::uint64_t red = 0, green = 0, blue = 0, count = 0;
  for (std::uint64_t y = top; y < bottom; ++y)
    for (std::uint64_t x = left; x < right; ++x, ++count) {
      red += colour_at(x, y).red;
      green += colour_at(x, y).green;
      blue += colour_at(x, y).blue;
    }
  const auto rounded = [&](std::uint64_t sum) { return static_cast<u8>((2 * sum + count) / (2 * count)); };
  return {rounded(red), rounded(green), rounded(blue)};
}

void expect_block_averages(std::uint64_t width, std::uint64_t height, std::uint64_t side) {
  SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
  Image image = reduced(width, height);
  ASSERT_EQ(image.width, (width + side - 1) / side);
  ASSERT_EQ(image.height, (height + side - 1) / side);
  ASSERT_LE(std::max(image.width, image.height), largest_side);
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x)
      ASSERT_EQ(image.at(x, y), average(x * side, y * side, std::min(width, (x + 1) * side),
                                        std::min(height, (y + 1) * side)))
          << x << ", " << y;
}

TEST(ImageReducer, KeepsWhatIsSmallEnough) {
  expect_block_averages(1, 1, 1);
  expect_block_averages(97, 61, 1);
  expect_block_averages(2048, 3, 1);
  expect_block_averages(3, 2048, 1);
}

TEST(ImageReducer, TakesTheSmallestBlockThatFits) {
  expect_block_averages(2049, 5, 2);
  expect_block_averages(5, 2049, 2);
  expect_block_averages(4096, 4, 2);
  expect_block_averages(4097, 10, 3);
  expect_block_averages(10001, 17, 5);
  expect_block_averages(1, 10001, 5);
}

// Borders of bands within blocks, bands within one block, and empty bands.
TEST(ImageMerger, BandsMakeTheWholePicture) {
  for (const std::uint64_t width : {61u, 4097u, 10001u}) {
    constexpr std::uint64_t height = 33;
    const Blocks blocks(width, height);
    ImageMerger merger(blocks);
    std::vector<ImageBand> bands;
    std::uint64_t first = 0;
    for (const std::uint64_t end : {1u, 2u, 4u, 4u, 15u, 27u, 33u}) {
      ImageReducer reducer(blocks, first, end - first);
      std::vector<Colour> row(width);
      for (; first < end; ++first) {
        for (std::uint64_t x = 0; x < width; ++x) row[x] = colour_at(x, first);
        reducer.add_row(row);
      }
      bands.push_back(reducer.band());
    }
    for (auto band = bands.rbegin(); band != bands.rend(); ++band) merger.add(*band);
    const Image merged = merger.finish(), whole = reduced(width, height);
    EXPECT_EQ(merged.height, whole.height);
    EXPECT_TRUE(merged.pixels == whole.pixels) << width;
  }
}

TEST(ImageReducer, HoldsLittleOfAHugePicture) {
  const std::uint64_t side = 100'000;  // all rows together would take 30 GB
  ImageReducer reducer(side, side);
  const std::vector<Colour> row(side, Colour{10, 20, 30});
  for (int y = 0; y < 100; ++y) reducer.add_row(row);
}

}  // namespace
}  // namespace morula::io
