#include "io/image.h"

#include <algorithm>
#include <cassert>
#include <span>
#include <utility>

namespace morula::io {
namespace {

std::uint64_t blocks(std::uint64_t length, std::uint64_t side) {
  return length / side + (length % side != 0 ? 1 : 0);
}

std::uint8_t rounded(std::uint64_t sum, std::uint64_t count) {
  return static_cast<std::uint8_t>((sum + count / 2) / count);
}

std::uint64_t end_of_block_row(std::uint64_t row, const Blocks& blocks) {
  return std::min((row + 1) * blocks.side, blocks.height);
}

bool lies_in(std::uint64_t block_row, const ImageBand& band, const Blocks& blocks) {
  return block_row * blocks.side >= band.first_row &&
         end_of_block_row(block_row, blocks) <= band.first_row + band.rows;
}

// Blocks at the right and lower edges have fewer pixels.
void add_averages(std::span<const std::uint64_t> sums, std::uint64_t block_row, const Blocks& blocks,
                  std::vector<Colour>& pixels) {
  const std::uint64_t rows = end_of_block_row(block_row, blocks) - block_row * blocks.side;
  for (std::uint64_t x = 0; x < blocks.across(); ++x) {
    const std::uint64_t count = rows * std::min(blocks.side, blocks.width - x * blocks.side);
    const auto sum = sums.subspan(3 * x, 3);
    pixels.push_back({rounded(sum[0], count), rounded(sum[1], count), rounded(sum[2], count)});
  }
}

}  // namespace

Blocks::Blocks(std::uint64_t picture_width, std::uint64_t picture_height)
    : width(picture_width),
      height(picture_height),
      side(std::max<std::uint64_t>(1, blocks(std::max(width, height), largest_side))) {}

std::uint32_t Blocks::across() const { return static_cast<std::uint32_t>(blocks(width, side)); }
std::uint32_t Blocks::down() const { return static_cast<std::uint32_t>(blocks(height, side)); }

ImageReducer::ImageReducer(const Blocks& blocks, std::uint64_t first_row, std::uint64_t rows)
    : blocks_(blocks),
      next_row_(first_row),
      sums_(std::size_t{3} * blocks.across()),
      band_{first_row, rows, {}, {}} {
  assert(first_row + rows <= blocks.height);
}

void ImageReducer::add_row(const std::vector<Colour>& row) {
  const std::uint64_t width = blocks_.width;
  assert(row.size() == width && next_row_ < band_.first_row + band_.rows);
  for (std::uint64_t block = 0, x = 0; x < width; ++block) {
    std::uint64_t* sum = &sums_[3 * block];
    for (const std::uint64_t end = std::min(width, x + blocks_.side); x < end; ++x) {
      sum[0] += row[x].red;
      sum[1] += row[x].green;
      sum[2] += row[x].blue;
    }
  }
  ++next_row_;
  if (next_row_ % blocks_.side == 0 || next_row_ == band_.first_row + band_.rows) close_block_row();
}

void ImageReducer::close_block_row() {
  const std::uint64_t block_row = (next_row_ - 1) / blocks_.side;
  if (lies_in(block_row, band_, blocks_))
    add_averages(sums_, block_row, blocks_, band_.pixels);
  else
    band_.sums.insert(band_.sums.end(), sums_.begin(), sums_.end());
  std::ranges::fill(sums_, 0);
}

ImageBand ImageReducer::band() {
  assert(next_row_ == band_.first_row + band_.rows);
  return std::move(band_);
}

Image ImageReducer::finish() {
  assert(band_.rows == blocks_.height);
  Image image(0, blocks_.down());
  image.width = blocks_.across();
  image.pixels = band().pixels;
  return image;
}

void ImageMerger::add(const ImageBand& band) {
  if (band.rows == 0) return;
  const std::size_t width = image_.width;
  std::span<const Colour> pixels = band.pixels;
  std::span<const std::uint64_t> terms = band.sums;
  const std::uint64_t last = (band.first_row + band.rows - 1) / blocks_.side;
  for (std::uint64_t row = band.first_row / blocks_.side; row <= last; ++row) {
    if (lies_in(row, band, blocks_)) {
      std::ranges::copy(pixels.first(width), &image_.pixels[row * width]);
      pixels = pixels.subspan(width);
    } else {
      std::vector<std::uint64_t>& sums = sums_[row];
      sums.resize(3 * width);
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += terms[i];
      terms = terms.subspan(sums.size());
    }
  }
}

Image ImageMerger::finish() {
  for (const auto& [row, sums] : sums_) {
    std::vector<Colour> pixels;
    add_averages(sums, row, blocks_, pixels);
    std::ranges::copy(pixels, &image_.pixels[row * image_.width]);
  }
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
