// GIF (89a): a film that every browser and mail program plays, of at most 256 colours a frame.
#pragma once

#include <filesystem>
#include <string>

#include "io/image.h"

namespace morula::io {

// The same bytes for the same pictures, always. The film repeats for ever.
class GifWriter {
 public:
  // All pictures have this size; each is shown for this many hundredths of a second.
  GifWriter(const std::filesystem::path& place, std::uint32_t width, std::uint32_t height,
            unsigned hundredths);

  void add(const Image& image);
  void commit();  // the file appears only then; throws FileError where it could not be written

 private:
  std::filesystem::path place_;
  std::uint32_t width_, height_;
  unsigned hundredths_;
  std::string bytes_;
};

}  // namespace morula::io
