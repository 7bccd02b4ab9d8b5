#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace morula::io {

struct Colour {
  std::uint8_t red = 0, green = 0, blue = 0;
  friend constexpr bool operator==(const Colour&, const Colour&) = default;
};

struct Image {
  std::uint32_t width = 0, height = 0;
  std::vector<Colour> pixels;  // row by row from the top

  Image() = default;
  Image(std::uint32_t w, std::uint32_t h) : width(w), height(h), pixels(std::size_t{w} * h) {}
  Colour& at(std::uint32_t x, std::uint32_t y) { return pixels[std::size_t{y} * width + x]; }
};

constexpr std::uint32_t largest_side = 2048;  // pixels; larger pictures are reduced by block average

// Writes the file durably (see durable_file.h). The same image always gives the same bytes.
void write_png(const std::filesystem::path& place, const Image& image);

std::string png_of(const Image& image);  // the bytes of a PNG file
Image read_image(
    const std::filesystem::path& path);  // a PNG in colour or grey, 8 bits a sample; throws FileError
Image reduced_to(const Image& image,
                 std::uint32_t side);  // by block average, to at most this many pixels a side

// How a picture of any size is reduced: it is divided into blocks, squares with the smallest integer side
// that brings the longer side of the reduced picture to largest_side or less. In a picture that is small
// enough, a block is one pixel.
struct Blocks {
  std::uint64_t width, height;  // of the original picture
  std::uint64_t side;           // of a block

  Blocks(std::uint64_t picture_width, std::uint64_t picture_height);
  std::uint32_t across() const, down() const;
};

// The reduction of consecutive rows of a picture: averages of the blocks that lie entirely in these rows, and
// sums over blocks of which some rows are in other bands. Only the first and the last row of blocks can be
// incomplete.
struct ImageBand {
  std::uint64_t first_row = 0, rows = 0;  // of the original picture
  std::vector<Colour> pixels;
  std::vector<std::uint64_t> sums;  // three channels for each block
};

// Takes the rows of a picture from the top, one at a time, and keeps their block averages, so that the whole
// picture is never held in memory. Averages are rounded to integers for each channel.
class ImageReducer {
 public:
  ImageReducer(std::uint64_t width, std::uint64_t height) : ImageReducer({width, height}, 0, height) {}
  ImageReducer(const Blocks& blocks, std::uint64_t first_row, std::uint64_t rows);  // for a band
  void add_row(const std::vector<Colour>& row);
  Image finish();  // for the whole picture
  ImageBand band();

 private:
  Blocks blocks_;
  std::uint64_t next_row_;
  std::vector<std::uint64_t> sums_;  // three channels for each block of the current row of blocks
  ImageBand band_;
  void close_block_row();
};

// Assembles a picture from its bands, in whatever order they come.
class ImageMerger {
 public:
  explicit ImageMerger(const Blocks& blocks) : blocks_(blocks), image_(blocks.across(), blocks.down()) {}
  void add(const ImageBand& band);
  Image finish();

 private:
  Blocks blocks_;
  Image image_;
  // Sums for the rows of blocks that several bands share.
  std::map<std::uint64_t, std::vector<std::uint64_t>> sums_;
};

}  // namespace morula::io
