#include "io/quick_png.h"

#include <zlib.h>

#include <array>
#include <optional>
#include <span>
#include <unordered_map>

#include "io/deflate.h"

namespace morula::io {
namespace {

void put_number(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
}

void put_chunk(std::string& png, const std::string& kind, const std::string& body) {
  put_number(png, static_cast<std::uint32_t>(body.size()));
  const std::string checked = kind + body;
  png += checked;
  put_number(png, static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(checked.data()),
                                                   static_cast<uInt>(checked.size()))));
}

std::string packed(const std::string& rows) {
  const std::vector<std::byte> bytes = deflate_cells(std::as_bytes(std::span(rows)));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint32_t number_of(Colour colour) {
  return std::uint32_t{colour.red} << 16 | std::uint32_t{colour.green} << 8 | colour.blue;
}

// The colours of a picture by number; nothing if there are more than a palette holds.
struct Indexed {
  std::vector<Colour> colours;
  std::vector<std::uint8_t> pixels;
};

// Colours that were met last are found in a small table, by a hash; a map has all of them.
std::optional<Indexed> indexed(const Image& image) {
  struct Met {
    std::uint32_t key = ~0u;
    std::uint8_t number = 0;
  };
  Indexed found;
  std::unordered_map<std::uint32_t, std::uint8_t> numbers;
  std::array<Met, 1024> lately{};
  found.pixels.reserve(image.pixels.size());
  for (const Colour& colour : image.pixels) {
    const std::uint32_t key = number_of(colour);
    Met& met = lately[key * 2654435761u >> 22];
    if (met.key != key) {
      auto known = numbers.find(key);
      if (known == numbers.end()) {
        if (found.colours.size() == 256) return std::nullopt;
        known = numbers.emplace(key, static_cast<std::uint8_t>(found.colours.size())).first;
        found.colours.push_back(colour);
      }
      met = {key, known->second};
    }
    found.pixels.push_back(met.number);
  }
  return found;
}

unsigned bits_for(std::size_t colours) { return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8; }

std::string header_of(const Image& image, unsigned bits, unsigned kind) {
  std::string header;
  put_number(header, image.width);
  put_number(header, image.height);
  for (const unsigned byte : {bits, kind, 0u, 0u, 0u}) header += static_cast<char>(byte);
  return header;
}

std::string rows_of(const Image& image, const Indexed& found, unsigned bits) {
  std::string rows;
  const unsigned each = 8 / bits;
  for (std::size_t y = 0; y < image.height; ++y) {
    rows += '\0';  // no filter
    const std::uint8_t* const row = &found.pixels[y * image.width];
    for (std::size_t x = 0; x < image.width; x += each) {
      unsigned byte = 0;
      for (std::size_t i = 0; i < each; ++i) byte = byte << bits | (x + i < image.width ? row[x + i] : 0u);
      rows += static_cast<char>(byte);
    }
  }
  return rows;
}

// Each byte less the one of the pixel to its left, which makes even areas zero.
std::string rows_of(const Image& image) {
  std::string rows;
  rows.reserve((std::size_t{image.width} * 3 + 1) * image.height);
  for (std::size_t y = 0; y < image.height; ++y) {
    rows += '\1';
    Colour before{};
    for (std::size_t x = 0; x < image.width; ++x) {
      const Colour& colour = image.pixels[y * image.width + x];
      rows += static_cast<char>(colour.red - before.red);
      rows += static_cast<char>(colour.green - before.green);
      rows += static_cast<char>(colour.blue - before.blue);
      before = colour;
    }
  }
  return rows;
}

}  // namespace

std::string quick_png(const Image& image) {
  std::string png = "\x89PNG\r\n\x1a\n";
  if (const auto found = indexed(image)) {
    const unsigned bits = bits_for(found->colours.size());
    put_chunk(png, "IHDR", header_of(image, bits, 3));
    std::string palette;
    for (const Colour& colour : found->colours)
      for (const std::uint8_t part : {colour.red, colour.green, colour.blue})
        palette += static_cast<char>(part);
    put_chunk(png, "PLTE", palette);
    put_chunk(png, "IDAT", packed(rows_of(image, *found, bits)));
  } else {
    put_chunk(png, "IHDR", header_of(image, 8, 2));
    put_chunk(png, "IDAT", packed(rows_of(image)));
  }
  put_chunk(png, "IEND", "");
  return png;
}

}  // namespace morula::io
