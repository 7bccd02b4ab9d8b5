#include "io/quick_png.h"

#include <array>
#include <optional>
#include <span>
#include <unordered_map>

#include "io/deflate.h"

namespace morula::io {
namespace {

constexpr const char* signature = "\x89PNG\r\n\x1a\n";

void put_number(std::string& bytes, std::uint32_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift & 255);
}

void put_chunk(std::string& png, const std::string& kind, const std::string& body) {
  put_number(png, static_cast<std::uint32_t>(body.size()));
  const std::size_t begin = png.size();
  png += kind;
  png += body;
  put_number(png, crc32_of(std::as_bytes(std::span(png).subspan(begin))));
}

std::string packed(const std::string& rows) {
  const std::vector<std::byte> bytes = deflate_cells(std::as_bytes(std::span(rows)));
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint32_t number_of(Colour colour) {
  return std::uint32_t{colour.red} << 16 | std::uint32_t{colour.green} << 8 | colour.blue;
}

// The picture with numbered colours; nothing if it has more colours than a palette holds. Recent colours are
// found in a small hash table; a map has all of them.
std::optional<FewColours> indexed(const Image& image) {
  struct Met {
    std::uint32_t key = ~0u;
    std::uint8_t number = 0;
  };
  FewColours found;
  std::unordered_map<std::uint32_t, std::uint8_t> numbers;
  std::array<Met, 1024> lately{};
  found.pixels.resize(image.pixels.size());
  std::uint8_t* to = found.pixels.data();
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
    *to++ = met.number;
  }
  return found;
}

unsigned bits_for(std::size_t colours) { return colours <= 2 ? 1 : colours <= 4 ? 2 : colours <= 16 ? 4 : 8; }

std::string header_of(std::uint32_t width, std::uint32_t height, unsigned bits, unsigned kind) {
  std::string header;
  put_number(header, width);
  put_number(header, height);
  for (const unsigned byte : {bits, kind, 0u, 0u, 0u}) header += static_cast<char>(byte);
  return header;
}

// Several pixels in a byte, the first in its highest bits.
template <unsigned bits>
void pack_row(const std::uint8_t* from, std::size_t width, char* to) {
  constexpr std::size_t each = 8 / bits;
  const std::size_t whole = width / each, remaining = width % each;
  for (std::size_t i = 0; i < whole; ++i) {
    unsigned byte = 0;
    for (std::size_t pixel = 0; pixel < each; ++pixel) byte = byte << bits | from[i * each + pixel];
    to[i] = static_cast<char>(byte);
  }
  if (remaining == 0) return;
  unsigned byte = 0;
  for (std::size_t pixel = 0; pixel < each; ++pixel)
    byte = byte << bits | (pixel < remaining ? from[whole * each + pixel] : 0u);
  to[whole] = static_cast<char>(byte);
}

std::string rows_of(std::size_t width, std::size_t height, const FewColours& picture, unsigned bits) {
  const std::size_t bytes = (width * bits + 7) / 8;
  const auto pack = bits == 1 ? pack_row<1> : bits == 2 ? pack_row<2> : bits == 4 ? pack_row<4> : pack_row<8>;
  std::string rows((bytes + 1) * height, '\0');  // each row begins with 0: no filter
  for (std::size_t y = 0; y < height; ++y)
    pack(&picture.pixels[y * width], width, &rows[y * (bytes + 1) + 1]);
  return rows;
}

// Each byte minus the byte of the pixel to its left, which makes uniform areas zero.
std::string rows_of(const Image& image) {
  const std::size_t bytes = std::size_t{image.width} * 3;
  std::string rows((bytes + 1) * image.height, '\1');
  for (std::size_t y = 0; y < image.height; ++y) {
    const Colour* const row = &image.pixels[y * image.width];
    char* to = &rows[y * (bytes + 1) + 1];
    for (std::size_t x = 0; x < image.width; ++x) {
      const Colour before = x == 0 ? Colour{} : row[x - 1];
      *to++ = static_cast<char>(row[x].red - before.red);
      *to++ = static_cast<char>(row[x].green - before.green);
      *to++ = static_cast<char>(row[x].blue - before.blue);
    }
  }
  return rows;
}

}  // namespace

std::string quick_png(std::uint32_t width, std::uint32_t height, const FewColours& picture) {
  std::string png = signature;
  const unsigned bits = bits_for(picture.colours.size());
  put_chunk(png, "IHDR", header_of(width, height, bits, 3));
  std::string palette;
  for (const Colour& colour : picture.colours)
    for (const std::uint8_t part : {colour.red, colour.green, colour.blue})
      palette += static_cast<char>(part);
  put_chunk(png, "PLTE", palette);
  put_chunk(png, "IDAT", packed(rows_of(width, height, picture, bits)));
  put_chunk(png, "IEND", "");
  return png;
}

std::string quick_png(const Image& image) {
  if (const auto found = indexed(image)) return quick_png(image.width, image.height, *found);
  std::string png = signature;
  put_chunk(png, "IHDR", header_of(image.width, image.height, 8, 2));
  put_chunk(png, "IDAT", packed(rows_of(image)));
  put_chunk(png, "IEND", "");
  return png;
}

}  // namespace morula::io
