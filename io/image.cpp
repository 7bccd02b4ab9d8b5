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

}  // namespace morula::io
