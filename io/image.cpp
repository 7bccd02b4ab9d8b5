#include "io/image.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace morula::io {
namespace {

std::uint64_t blocks(std::uint64_t length, std::uint64_t side) {
  return length / side + (length % side != 0 ? 1 : 0);
}

std::uint8_t rounded(std::uint64_t sum, std::uint64_t count) {
  return static_cast<std::uint8_t>((sum + count / 2) / count);
}

}  // namespace

ImageReducer::ImageReducer(std::uint64_t width, std::uint64_t height)
    : width_(width),
      height_(height),
      side_(std::max<std::uint64_t>(1, blocks(std::max(width, height), largest_side))),
      sums_(3 * blocks(width, side_)),
      image_(static_cast<std::uint32_t>(blocks(width, side_)),
             static_cast<std::uint32_t>(blocks(height, side_))) {}

void ImageReducer::add_row(const std::vector<Colour>& row) {
  assert(row.size() == width_ && rows_ < height_);
  for (std::uint64_t block = 0, x = 0; x < width_; ++block) {
    std::uint64_t* sum = &sums_[3 * block];
    for (const std::uint64_t end = std::min(width_, x + side_); x < end; ++x) {
      sum[0] += row[x].red;
      sum[1] += row[x].green;
      sum[2] += row[x].blue;
    }
  }
  ++rows_;
  const std::uint64_t rows_in_block = (rows_ - 1) % side_ + 1;
  if (rows_in_block == side_ || rows_ == height_) close_block_row(rows_in_block);
}

void ImageReducer::close_block_row(std::uint64_t rows_in_block) {
  const auto y = static_cast<std::uint32_t>((rows_ - 1) / side_);
  for (std::uint32_t x = 0; x < image_.width; ++x) {
    const std::uint64_t sites =
        rows_in_block * std::min(side_, width_ - x * side_);  // blocks at the edge have fewer
    const std::uint64_t* sum = &sums_[std::size_t{3} * x];
    image_.at(x, y) = {rounded(sum[0], sites), rounded(sum[1], sites), rounded(sum[2], sites)};
  }
  std::ranges::fill(sums_, 0);
}

Image ImageReducer::finish() {
  assert(rows_ == height_);
  return std::move(image_);
}

Image reduced_to(const Image& image, std::uint32_t side) {
  const std::uint32_t block = (std::max(image.width, image.height) + side - 1) / side;
  if (block <= 1) return image;
  Image small((image.width + block - 1) / block, (image.height + block - 1) / block);
  for (std::uint32_t y = 0; y < small.height; ++y)
    for (std::uint32_t x = 0; x < small.width; ++x) {
      std::uint32_t red = 0, green = 0, blue = 0, count = 0;
      for (std::uint32_t i = y * block; i < std::min((y + 1) * block, image.height); ++i)
        for (std::uint32_t j = x * block; j < std::min((x + 1) * block, image.width); ++j, ++count) {
          const Colour& colour = image.pixels[std::size_t{i} * image.width + j];
          red += colour.red;
          green += colour.green;
          blue += colour.blue;
        }
      const auto mean = [&](std::uint32_t sum) {
        return static_cast<std::uint8_t>((sum + count / 2) / count);
      };
      small.at(x, y) = {mean(red), mean(green), mean(blue)};
    }
  return small;
}

}  // namespace morula::io
