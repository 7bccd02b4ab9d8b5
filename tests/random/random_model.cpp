#include "tests/random/random_model.h"

#include <fmt/format.h>

#include <fstream>
#include <utility>

#include "io/image.h"

namespace morula::test {
namespace {

// Created when the first generator registers itself, since the order of files is not known.
std::vector<ModelGenerator>& generator_list() {
  static std::vector<ModelGenerator> list;
  return list;
}

void write_plane(const std::filesystem::path& path, const io::Volume& volume, Index z) {
  io::Image image(static_cast<u32>(volume.extent.x), static_cast<u32>(volume.extent.y));
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const u8 grey = volume.values[z * image.pixels.size() + i];
    image.pixels[i] = {grey, grey, grey};
  }
  io::write_png(path, image);
}

}  // namespace

void write_model(const RandomModel& model, const std::filesystem::path& folder) {
  std::ofstream(folder / "model.yaml") << model.text;
  for (const auto& [name, text] : model.files) std::ofstream(folder / name) << text;
  for (const auto& [name, volume] : model.pictures) {
    if (name.ends_with(".png")) {
      write_plane(folder / name, volume, 0);
      continue;
    }
    std::filesystem::create_directory(folder / name);
    for (Index z = 0; z < volume.extent.z; ++z)
      write_plane(folder / name / fmt::format("{}.png", z), volume, z);
  }
}

io::Volume random_picture(Choices& choose, const Extent& extent, u64 greatest) {
  io::Volume volume{extent, {}};
  for (u64 i = 0; i < extent.sites(); ++i)
    volume.values.push_back(static_cast<u8>(choose.whole(0, greatest)));
  return volume;
}

const std::vector<ModelGenerator>& model_generators() { return generator_list(); }

GeneratorOf::GeneratorOf(const char* family, std::function<RandomModel(Choices&)> draw) {
  generator_list().push_back({family, std::move(draw)});
}

}  // namespace morula::test
