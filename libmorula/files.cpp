#include "morula/files.h"

#include <fmt/format.h>

#include <stdexcept>

#include "io/hdf5_file.h"
#include "io/image.h"
#include "libmorula/translate.h"

namespace morula {

struct StateFile::Parts {
  explicit Parts(const std::filesystem::path& place) : path(place), file(place) {}
  std::filesystem::path path;
  io::Hdf5Reader file;
};

StateFile::StateFile(const std::filesystem::path& path) {
  parts_ = with_public_errors([&] { return std::make_unique<Parts>(path); });
}
StateFile::~StateFile() = default;
StateFile::StateFile(StateFile&&) noexcept = default;

std::vector<FieldInfo> StateFile::fields() const {
  std::vector<FieldInfo> infos;
  for (const Field& field : parts_->file.fields()) infos.push_back(info_of(field));
  return infos;
}

void StateFile::read(const std::string& name, std::span<std::byte> values) const {
  with_public_errors([&] {
    const std::optional<Field> field = parts_->file.field(name);
    if (!field) throw SpecError({parts_->path.string()}, name, "is not a field of this state");
    if (values.size() != field->bytes())
      throw SpecError({parts_->path.string()}, name, "does not have the size of the array");
    for (const Slab& slab : slabs_of(*field)) {
      const std::uint64_t size = size_of(field->type);
      parts_->file.read(*field, slab, values.subspan(slab.first * size, slab.count * size));
    }
  });
}

std::uint64_t StateFile::time() const { return parts_->file.number("time"); }
std::string StateFile::state_hash() const { return parts_->file.text("state_hash"); }

Picture read_picture(const std::filesystem::path& png) {
  const io::Image image = io::read_image(png);
  Picture picture{image.width, image.height, {}};
  for (const io::Colour& colour : image.pixels)
    picture.rgb.insert(picture.rgb.end(), {colour.red, colour.green, colour.blue});
  return picture;
}

std::string png_of(const Picture& picture) {
  io::Image image(picture.width, picture.height);
  if (picture.rgb.size() != 3 * image.pixels.size())
    throw std::invalid_argument(fmt::format("a picture of {} x {} pixels needs {} bytes and has {}",
                                            picture.width, picture.height, 3 * image.pixels.size(),
                                            picture.rgb.size()));
  for (std::size_t i = 0; i < image.pixels.size(); ++i)
    image.pixels[i] = {picture.rgb[3 * i], picture.rgb[3 * i + 1], picture.rgb[3 * i + 2]};
  return io::png_of(image);
}

}  // namespace morula
