#include <png.h>

#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <memory>
#include <string>

#include "core/error.h"
#include "io/descriptor.h"
#include "io/durable_file.h"
#include "io/image.h"

namespace morula::io {
namespace {

// Part of the bytes of a picture, as are the filters: cells have few colours and no gradients, which filters
// and higher levels do little for.
constexpr int compression_level = 3;

static_assert(sizeof(Colour) == 3, "a row of colours is a row of RGB bytes");

// libpng reports an error by a longjmp, which no destructor may lie in the way of. The words of it are kept
// here.
struct Complaint {
  std::jmp_buf back;
  char words[256] = {};
};

[[noreturn]] void complain(png_structp png, png_const_charp words) {
  auto& complaint = *static_cast<Complaint*>(png_get_error_ptr(png));
  std::snprintf(complaint.words, sizeof complaint.words, "%s", words);
  std::longjmp(complaint.back, 1);
}

void ignore_warning(png_structp, png_const_charp) {}

void put_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  auto* file = static_cast<std::FILE*>(png_get_io_ptr(png));
  if (std::fwrite(bytes, 1, count, file) != count) png_error(png, "cannot write");
}

void flush_nothing(png_structp) {}

class PngWriter {
 public:
  explicit PngWriter(Complaint& complaint)
      : png_(png_create_write_struct(PNG_LIBPNG_VER_STRING, &complaint, complain, ignore_warning)),
        info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {}
  ~PngWriter() { png_destroy_write_struct(&png_, &info_); }
  PngWriter(const PngWriter&) = delete;
  PngWriter& operator=(const PngWriter&) = delete;

  explicit operator bool() const { return info_ != nullptr; }
  png_structp png() const { return png_; }
  png_infop info() const { return info_; }

 private:
  png_structp png_;
  png_infop info_;
};

void encode(const PngWriter& writer, const Image& image) {
  const png_structp png = writer.png();
  png_set_compression_level(png, compression_level);
  png_set_compression_strategy(png, 0);  // zlib's default
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_NONE);
  png_set_IHDR(png, writer.info(), image.width, image.height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_BASE, PNG_FILTER_TYPE_BASE);
  png_write_info(png, writer.info());
  for (std::uint32_t y = 0; y < image.height; ++y)
    png_write_row(png, reinterpret_cast<png_const_bytep>(image.pixels.data() + std::size_t{y} * image.width));
  png_write_end(png, writer.info());
}

// Only values without destructors live between setjmp and longjmp.
bool encoded(Complaint& complaint, const PngWriter& writer, std::FILE* file, const Image& image) {
  if (setjmp(complaint.back) != 0) return false;
  png_set_write_fn(writer.png(), file, put_bytes, flush_nothing);
  encode(writer, image);
  return true;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

void write_png(const std::filesystem::path& place, const Image& image) {
  PendingFile pending(place);
  std::unique_ptr<std::FILE, CloseFile> file(std::fopen(pending.path().c_str(), "wbe"));
  if (!file) throw_errno(pending.path(), errno);
  Complaint complaint;
  const PngWriter writer(complaint);
  if (!writer) throw FileError(place.string(), "cannot start libpng");
  errno = 0;
  const bool complete = encoded(complaint, writer, file.get(), image);
  if (std::ferror(file.get()) != 0) throw_errno(pending.path(), errno != 0 ? errno : EIO);
  if (!complete) throw FileError(place.string(), complaint.words);
  if (std::fclose(file.release()) != 0) throw_errno(pending.path(), errno);
  pending.commit();
}

}  // namespace morula::io
