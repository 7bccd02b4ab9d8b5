// GIF (89a): a film that every browser and mail program plays, with at most 256 colours in a frame.
#pragma once

#include <filesystem>
#include <string>

#include "io/image.h"

namespace morula::io {

// Writes a GIF that repeats forever. The same pictures always give the same bytes.
class GifWriter {
 public:
  // All pictures must have this size; each is shown for `hundredths` of a second.
  GifWriter(const std::filesystem::path& place, std::uint32_t width, std::uint32_t height,
            unsigned hundredths);

  void add(const Image& image);
  void commit();  // only then does the file appear; throws FileError if it could not be written

 private:
  std::filesystem::path place_;
  std::uint32_t width_, height_;
  unsigned hundredths_;
  std::string bytes_;
};

}  // namespace morula::io
