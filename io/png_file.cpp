#include <fmt/format.h>
#include <png.h>

#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/error.h"
#include "io/descriptor.h"
#include "io/durable_file.h"
#include "io/image.h"
#include "io/volume.h"

namespace morula::io {
namespace {

// Determines the bytes of a picture, as the filters do. Pictures of cells have few colours and no gradients,
// for which filters and higher levels do little.
constexpr int compression_level = 3;

static_assert(sizeof(Colour) == 3, "a row of colours is a row of RGB bytes");

// libpng reports an error by a longjmp, which must not skip any destructor. Its message is stored here.
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

enum class PngAccess { Read, Write };

// libpng's structs for reading or writing; false if they cannot be created.
template <PngAccess access>
class Png {
 public:
  explicit Png(Complaint& complaint)
      : png_((access == PngAccess::Read ? png_create_read_struct : png_create_write_struct)(
            PNG_LIBPNG_VER_STRING, &complaint, complain, ignore_warning)),
        info_(png_ != nullptr ? png_create_info_struct(png_) : nullptr) {}
  ~Png() {
    if constexpr (access == PngAccess::Read)
      png_destroy_read_struct(&png_, &info_, nullptr);
    else
      png_destroy_write_struct(&png_, &info_);
  }
  Png(const Png&) = delete;
  Png& operator=(const Png&) = delete;

  explicit operator bool() const { return info_ != nullptr; }
  png_structp png() const { return png_; }
  png_infop info() const { return info_; }

 private:
  png_structp png_;
  png_infop info_;
};

using PngReader = Png<PngAccess::Read>;
using PngWriter = Png<PngAccess::Write>;

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

// Only variables without destructors may live between setjmp and longjmp.
bool encoded(Complaint& complaint, const PngWriter& writer, std::FILE* file, const Image& image) {
  if (setjmp(complaint.back) != 0) return false;
  png_set_write_fn(writer.png(), file, put_bytes, flush_nothing);
  encode(writer, image);
  return true;
}

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

void take_bytes(png_structp png, png_bytep bytes, std::size_t count) {
  auto* file = static_cast<std::FILE*>(png_get_io_ptr(png));
  if (std::fread(bytes, 1, count, file) != count) png_error(png, "it is cut short");
}

struct Stored {
  png_uint_32 width = 0, height = 0;
  int bits = 0;
  bool colours = false;  // three samples a pixel
};

// Reads only the header: from here on libpng allocates what the picture claims to need.
bool header_read(Complaint& complaint, const PngReader& reader, std::FILE* file, Stored& stored) {
  if (setjmp(complaint.back) != 0) return false;
  png_set_read_fn(reader.png(), file, take_bytes);
  // Sizes are checked here, with better messages.
  png_set_user_limits(reader.png(), PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(reader.png(), reader.info());
  stored.width = png_get_image_width(reader.png(), reader.info());
  stored.height = png_get_image_height(reader.png(), reader.info());
  stored.bits = png_get_bit_depth(reader.png(), reader.info());
  const int kind = png_get_color_type(reader.png(), reader.info());
  stored.colours = kind == PNG_COLOR_TYPE_RGB || kind == PNG_COLOR_TYPE_RGB_ALPHA;
  return true;
}

bool rows_read(Complaint& complaint, const PngReader& reader, png_bytepp rows) {
  if (setjmp(complaint.back) != 0) return false;
  png_set_packing(reader.png());  // one byte per sample, with its value unchanged
  png_set_swap(reader.png());     // the file has the high byte of 16-bit samples first
  png_set_strip_alpha(reader.png());
  png_read_image(reader.png(), rows);
  png_read_end(reader.png(), nullptr);
  return true;
}

template <class Sample>
std::vector<Sample> grey_of(const std::vector<Sample>& colours, const Stored& stored,
                            const std::filesystem::path& file) {
  std::vector<Sample> grey(colours.size() / 3);
  for (std::size_t i = 0; i < grey.size(); ++i) {
    grey[i] = colours[3 * i];
    if (colours[3 * i + 1] != grey[i] || colours[3 * i + 2] != grey[i])
      throw FileError(
          file.string(),
          fmt::format("has a colour at [{}, {}]; save it in grey, or with a palette whose indices "
                      "are the values",
                      i % stored.width, i / stored.width));
  }
  return grey;
}

[[noreturn]] void refuse(const std::filesystem::path& file, const Complaint& complaint) {
  throw FileError(file.string(), fmt::format("is not a readable PNG: {}", complaint.words));
}

template <class Sample>
std::vector<Sample> samples_of(Complaint& complaint, const PngReader& reader, const Stored& stored,
                               const std::filesystem::path& file) {
  const std::size_t row = std::size_t{stored.width} * (stored.colours ? 3 : 1);
  std::vector<Sample> samples(row * stored.height);
  std::vector<png_bytep> rows;
  for (png_uint_32 y = 0; y < stored.height; ++y)
    rows.push_back(reinterpret_cast<png_bytep>(samples.data() + y * row));
  if (!rows_read(complaint, reader, rows.data())) refuse(file, complaint);
  if (stored.colours) return grey_of(samples, stored, file);
  return samples;
}

// Reads the picture as colours of 8 bits per sample, however it is stored.
bool colours_read(Complaint& complaint, const PngReader& reader, png_bytepp rows) {
  if (setjmp(complaint.back) != 0) return false;
  png_set_expand(reader.png());
  png_set_strip_16(reader.png());
  png_set_gray_to_rgb(reader.png());
  png_set_strip_alpha(reader.png());
  png_read_image(reader.png(), rows);
  png_read_end(reader.png(), nullptr);
  return true;
}

}  // namespace

Image read_image(const std::filesystem::path& path) {
  const std::unique_ptr<std::FILE, CloseFile> open(std::fopen(path.c_str(), "rbe"));
  if (!open) throw_errno(path, errno);
  Complaint complaint;
  const PngReader reader(complaint);
  if (!reader) throw FileError(path.string(), "cannot start libpng");
  Stored stored;
  if (!header_read(complaint, reader, open.get(), stored)) refuse(path, complaint);
  constexpr png_uint_32 longest_side = 1 << 14;
  if (stored.width > longest_side || stored.height > longest_side)
    throw FileError(path.string(), fmt::format("is larger than {} pixels a side", longest_side));
  Image image(stored.width, stored.height);
  std::vector<png_bytep> rows;
  for (png_uint_32 y = 0; y < stored.height; ++y)
    rows.push_back(reinterpret_cast<png_bytep>(image.pixels.data() + std::size_t{y} * image.width));
  if (!colours_read(complaint, reader, rows.data())) refuse(path, complaint);
  return image;
}

std::string png_of(const Image& image) {
  char* bytes = nullptr;
  std::size_t size = 0;
  std::unique_ptr<std::FILE, CloseFile> memory(open_memstream(&bytes, &size));
  Complaint complaint;
  const PngWriter writer(complaint);
  const bool complete = memory && writer && encoded(complaint, writer, memory.get(), image);
  memory.reset();  // closes the stream, which completes `bytes`
  const std::unique_ptr<char, decltype(&std::free)> held(bytes, std::free);
  if (!complete) throw Error("a picture cannot be made: out of memory");
  return {bytes, size};
}

Labels read_png(const std::filesystem::path& file, const VolumeLimits& most) {
  const std::unique_ptr<std::FILE, CloseFile> open(std::fopen(file.c_str(), "rbe"));
  if (!open) throw_errno(file, errno);
  Complaint complaint;
  const PngReader reader(complaint);
  if (!reader) throw FileError(file.string(), "cannot start libpng");
  Stored stored;
  if (!header_read(complaint, reader, open.get(), stored)) refuse(file, complaint);
  const Extent extent{stored.width, stored.height, 1};
  const std::uint64_t sample_bytes = stored.bits > 8 ? 2 : 1, samples = stored.colours ? 3 + 1 : 1;
  // As stored in the file, and as kept in memory.
  check_volume_size(file, extent, most, sample_bytes * samples + sample_bytes);
  Labels labels(extent);
  if (stored.bits > 8) {
    const auto values = samples_of<std::uint16_t>(complaint, reader, stored, file);
    check_values<std::uint16_t>(file, "", values, 0, extent, most);
    labels.append(std::span<const std::uint16_t>(values));
  } else {
    const auto values = samples_of<std::uint8_t>(complaint, reader, stored, file);
    labels.append(std::span<const std::uint8_t>(values));
  }
  return labels;
}

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
