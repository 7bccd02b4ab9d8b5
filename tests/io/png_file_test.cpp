#include <gtest/gtest.h>
#include <png.h>

#include "core/error.h"
#include "core/mix.h"
#include "io/durable_file.h"
#include "io/image.h"
#include "tests/io/temporary_folder.h"

namespace morula::io {
namespace {

Image noise(std::uint32_t width, std::uint32_t height) {
  Image image(width, height);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const u64 word = mix64(i + 1);
    image.pixels[i] = {static_cast<u8>(word), static_cast<u8>(word >> 8), static_cast<u8>(word >> 16)};
  }
  return image;
}

// Decodes with libpng's simplified reader, which shares no code with our writer.
Image decoded(const std::filesystem::path& path) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_file(&png, path.c_str()) == 0) throw std::runtime_error(png.message);
  EXPECT_EQ(png.format, static_cast<png_uint_32>(PNG_FORMAT_RGB));
  png.format = PNG_FORMAT_RGB;
  Image image(png.width, png.height);
  if (png_image_finish_read(&png, nullptr, image.pixels.data(), 0, nullptr) == 0)
    throw std::runtime_error(png.message);
  return image;
}

TEST(PngFile, PixelsComeBack) {
  const TemporaryFolder folder;
  for (const auto& [width, height] : {std::pair(1u, 1u), std::pair(97u, 61u), std::pair(2048u, 3u)}) {
    const Image image = noise(width, height);
    write_png(folder / "a.png", image);
    const Image back = decoded(folder / "a.png");
    EXPECT_EQ(back.width, width);
    EXPECT_EQ(back.height, height);
    EXPECT_EQ(back.pixels, image.pixels);
  }
}

TEST(PngFile, TheSameImageGivesTheSameBytes) {
  const TemporaryFolder folder;
  write_png(folder / "a.png", noise(301, 203));
  write_png(folder / "b.png", noise(301, 203));
  const std::string bytes = read_file(folder / "a.png");
  EXPECT_EQ(bytes, read_file(folder / "b.png"));
  EXPECT_FALSE(contains(bytes, "tIME"));
  EXPECT_FALSE(std::filesystem::exists(folder / "a.png.part"));
}

TEST(PngFile, FewColoursAreSmall) {
  const TemporaryFolder folder;
  Image image(1000, 1000);
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    if (mix64(i + 1) % 5 == 0) image.pixels[i] = {255, 0, 0};
  write_png(folder / "a.png", image);
  EXPECT_LT(std::filesystem::file_size(folder / "a.png"), image.pixels.size() / 3);
}

TEST(PngFile, FailuresAreFileErrorsAndLeaveNothing) {
  const TemporaryFolder folder;
  const auto writing = [&](const std::string& name, const Image& image) {
    return message_of<FileError>([&] { write_png(folder / name, image); });
  };
  EXPECT_TRUE(contains(writing("no/a.png", noise(4, 4)), "No such file or directory"));
  std::string message = writing("empty.png", Image());
  EXPECT_TRUE(contains(message, "empty.png: ")) << message;
  for (const std::uint32_t side : {4u, 500u}) {  // fails at the end, and before the end
    std::filesystem::create_symlink("/dev/full", folder / "a.png.part");
    message = writing("a.png", noise(side, side));
    EXPECT_TRUE(contains(message, "No space left on device")) << message;
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace morula::io
