#include "io/gif_file.h"

#include <algorithm>
#include <vector>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/few_colours.h"

namespace morula::io {
namespace {

void put_16(std::string& bytes, unsigned number) {
  bytes += static_cast<char>(number & 255);
  bytes += static_cast<char>(number >> 8 & 255);
}

// Codes of 3 to 12 bits, lowest bit first, in blocks of at most 255 bytes.
class CodeBlocks {
 public:
  explicit CodeBlocks(std::string& bytes) : bytes_(bytes) {}
  void put(unsigned code, unsigned bits) {
    waiting_ |= code << held_;
    for (held_ += bits; held_ >= 8; held_ -= 8, waiting_ >>= 8) put_byte(waiting_ & 255);
  }
  void finish() {
    if (held_ > 0) put_byte(waiting_ & 255);
    if (!block_.empty()) flush();
    bytes_ += '\0';
  }

 private:
  void put_byte(unsigned byte) {
    block_ += static_cast<char>(byte);
    if (block_.size() == 255) flush();
  }
  void flush() {
    bytes_ += static_cast<char>(block_.size());
    bytes_ += block_;
    block_.clear();
  }

  std::string& bytes_;
  std::string block_;
  std::uint32_t waiting_ = 0;
  unsigned held_ = 0;
};

// LZW compression (Lempel, Ziv and Welch) as GIF defines it: codes become one bit wider after the last code
// that fits the current width.
void compress(const std::vector<std::uint8_t>& pixels, std::string& bytes) {
  constexpr unsigned clear = 256, end = 257, most_codes = 4096;
  bytes += '\x08';
  CodeBlocks blocks(bytes);
  // Indexed by code and pixel: the code of the longer sequence, or 0.
  std::vector<std::uint16_t> next(std::size_t{most_codes} * 256);
  unsigned codes = end + 1, width = 9;
  blocks.put(clear, width);
  unsigned code = pixels.front();
  for (std::size_t i = 1; i < pixels.size(); ++i) {
    std::uint16_t& longer = next[std::size_t{code} * 256 + pixels[i]];
    if (longer != 0) {
      code = longer;
      continue;
    }
    blocks.put(code, width);
    if (codes < most_codes) {
      if (codes == 1u << width) ++width;
      longer = static_cast<std::uint16_t>(codes++);
    } else {
      blocks.put(clear, width);
      std::ranges::fill(next, std::uint16_t{0});
      codes = end + 1;
      width = 9;
    }
    code = pixels[i];
  }
  blocks.put(code, width);
  if (codes == 1u << width && width < 12) ++width;
  blocks.put(end, width);
  blocks.finish();
}

}  // namespace

GifWriter::GifWriter(const std::filesystem::path& place, std::uint32_t width, std::uint32_t height,
                     unsigned hundredths)
    : place_(place), width_(width), height_(height), hundredths_(hundredths) {
  constexpr std::uint32_t largest = 65535;
  if (width > largest || height > largest) throw FileError(place.string(), "is too large for a GIF");
  bytes_ = "GIF89a";
  put_16(bytes_, width);
  put_16(bytes_, height);
  bytes_ += std::string("\x70\x00\x00", 3);                                  // no global colour table
  bytes_ += std::string("\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00", 19);  // repeat forever
}

void GifWriter::add(const Image& image) {
  if (image.width != width_ || image.height != height_)
    throw FileError(place_.string(), "cannot be made: its pictures differ in size");
  const FewColours reduced = few_colours(image);
  bytes_ += std::string("\x21\xF9\x04\x04", 4);
  put_16(bytes_, hundredths_);
  bytes_ += std::string("\x00\x00\x2C", 3);
  put_16(bytes_, 0);
  put_16(bytes_, 0);
  put_16(bytes_, width_);
  put_16(bytes_, height_);
  bytes_ += '\x87';  // with its own table of 256 colours
  for (std::size_t i = 0; i < 256; ++i) {
    const Colour colour = i < reduced.colours.size() ? reduced.colours[i] : Colour{};
    bytes_ += static_cast<char>(colour.red);
    bytes_ += static_cast<char>(colour.green);
    bytes_ += static_cast<char>(colour.blue);
  }
  compress(reduced.pixels, bytes_);
}

void GifWriter::commit() {
  bytes_ += '\x3B';
  write_file(place_, bytes_);
}

}  // namespace morula::io
