#pragma once

#include <cstdint>
#include <filesystem>
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

// The same bytes for the same image, always. Written durably (see durable_file.h).
void write_png(const std::filesystem::path& place, const Image& image);

std::string png_of(const Image& image);  // the bytes of such a file
Image read_image(
    const std::filesystem::path& path);  // a PNG in colour or grey, 8 bits a sample; throws FileError
Image reduced_to(const Image& image,
                 std::uint32_t side);  // by block average, to at most so many pixels a side

// Takes the rows of a picture of any size from the top, one at a time, and keeps their block averages: the
// whole picture is never held. Blocks are squares of the smallest whole side that brings the longer side of
// the picture to largest_side or less; averages are rounded integers per channel. A picture that is small
// enough is kept.
class ImageReducer {
 public:
  ImageReducer(std::uint64_t width, std::uint64_t height);
  void add_row(const std::vector<Colour>& row);
  Image finish();

 private:
  std::uint64_t width_, height_, side_, rows_ = 0;
  std::vector<std::uint64_t> sums_;  // three channels for each block of the current row of blocks
  Image image_;
  void close_block_row(std::uint64_t rows_in_block);
};

}  // namespace morula::io
