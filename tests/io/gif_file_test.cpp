// Checks GIFs with a simple reader.
#include "io/gif_file.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "core/mix.h"
#include "io/few_colours.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

// The frames of a GIF, each of which has its own 256 colours and covers the whole picture.
std::vector<Image> frames_in(const std::string& file) {
  const auto byte = [&](std::size_t at) {
    return static_cast<unsigned>(static_cast<unsigned char>(file.at(at)));
  };
  const auto number = [&](std::size_t at) { return byte(at) | byte(at + 1) << 8; };
  std::vector<Image> frames;
  std::size_t at = 13 + 19;  // after the header and the extension that makes it repeat
  while (byte(at) != 0x3B) {
    at += 8 + 10;
    const std::size_t colours = at;
    Image image(number(6), number(8));
    at += 3 * 256 + 1;
    std::string packed;
    for (; byte(at) != 0; at += byte(at) + 1) packed += file.substr(at + 1, byte(at));
    ++at;
    std::vector<std::string> table;
    std::string pixels, before;
    unsigned width = 9;
    const auto clear = [&] {
      table.clear();
      for (unsigned i = 0; i < 258; ++i) table.emplace_back(1, static_cast<char>(i));
      width = 9;
      before.clear();
    };
    for (std::size_t bit = 0;;) {
      unsigned code = 0;
      for (unsigned i = 0; i < width; ++i, ++bit)
        code |= (static_cast<unsigned char>(packed.at(bit / 8)) >> bit % 8 & 1u) << i;
      if (code == 257) break;
      if (code == 256) {
        clear();
        continue;
      }
      const std::string entry = code < table.size() ? table[code] : before + before.substr(0, 1);
      if (!before.empty() && table.size() < 4096) table.push_back(before + entry.substr(0, 1));
      if (table.size() == 1u << width && width < 12) ++width;
      pixels += entry;
      before = entry;
    }
    EXPECT_EQ(pixels.size(), image.pixels.size());
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
      const std::size_t colour = colours + 3 * static_cast<unsigned char>(pixels.at(i));
      const auto channel = [&](std::size_t c) { return static_cast<std::uint8_t>(byte(colour + c)); };
      image.pixels[i] = {channel(0), channel(1), channel(2)};
    }
    frames.push_back(image);
  }
  return frames;
}

Image noise(std::uint32_t width, std::uint32_t height, std::uint64_t colours, std::uint64_t seed) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const std::uint64_t drawn = mix64(mix64(i + (seed << 32)) % colours + 1);
    image.pixels[i] = {static_cast<std::uint8_t>(drawn), static_cast<std::uint8_t>(drawn >> 8),
                       static_cast<std::uint8_t>(drawn >> 16)};
  }
  return image;
}

// Noise fills the table of codes many times; a single colour makes the longest sequences.
TEST(Gif, HoldsItsPictures) {
  const TemporaryFolder folder;
  for (const std::uint64_t colours : {1u, 2u, 7u, 256u}) {
    GifWriter writer(folder / "a.gif", 211, 157, 10);
    const std::vector<Image> wanted = {noise(211, 157, colours, 1), noise(211, 157, colours, 2)};
    for (const Image& image : wanted) writer.add(image);
    writer.commit();
    const std::vector<Image> found = frames_in(read_file(folder / "a.gif"));
    ASSERT_EQ(found.size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_TRUE(found[i].pixels == wanted[i].pixels) << colours;
  }
}

TEST(Gif, RefusesPicturesOfAnotherSize) {
  const TemporaryFolder folder;
  GifWriter writer(folder / "a.gif", 4, 4, 10);
  EXPECT_THROW(writer.add(Image(4, 5)), FileError);
}

// In a gradient of 1000 colours, no pixel changes much.
TEST(FewColours, AreNearTheColoursOfThePicture) {
  Image image(1000, 3);
  for (std::uint32_t y = 0; y < 3; ++y)
    for (std::uint32_t x = 0; x < 1000; ++x)
      image.at(x, y) = {static_cast<std::uint8_t>(x / 4), static_cast<std::uint8_t>(x % 4 * 20),
                        static_cast<std::uint8_t>(255 - x / 4)};
  const FewColours reduced = few_colours(image);
  EXPECT_EQ(reduced.colours.size(), 256u);
  int farthest = 0;
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const Colour was = image.pixels[i], is = reduced.colours[reduced.pixels[i]];
    farthest = std::max(
        {farthest, std::abs(was.red - is.red), std::abs(was.green - is.green), std::abs(was.blue - is.blue)});
  }
  EXPECT_LE(farthest, 24);
}

}  // namespace
}  // namespace morula::io
