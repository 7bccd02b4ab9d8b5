// What a window shows of a plane, site by site.
#include "serve/window.h"

#include <gtest/gtest.h>

#include "io/quick_png.h"
#include "models/catalogue.h"
#include "models/picture/picture.h"
#include "runner/run.h"

namespace {

using namespace morula;
using namespace morula::serve;

struct Shown {
  Spec spec;
  std::unique_ptr<Model> model;
  ThreadPool threads{1};
  DeviceCaster caster;

  explicit Shown(const std::string& text) : spec(read_model({"model.yaml", text}, {})) {
    model = make_model(spec, open_backend({"cpu", {}, 1u}));
  }
  FramesSpec frames(const Look& look) const { return frames_for(look, FramesSpec{}, spec.views); }
  io::Image picture(const Look& look) {
    return glimpse(*model, look, frames(look), caster, threads)->paint(threads);
  }
};

const char* const life = R"(
model: automaton
seed: 3
steps: 10
lattice: {size: [37, 23], boundary: periodic}
automaton: {rule: B3/S23}
initial: {random: {density: 0.4}}
)";

TEST(Window, ASiteIsAPixel) {
  Shown shown(life);
  Look look;
  look.width = 37;
  look.height = 23;
  FramesSpec frames = shown.frames(look);
  frames.scale = 1;
  const io::Image whole = picture(*shown.model, frames);
  EXPECT_EQ(shown.picture(look).pixels, whole.pixels);
}

TEST(Window, EveryPixelShowsTheSiteBelowIt) {
  Shown shown(life);
  Look look;
  look.width = 200;
  look.height = 120;
  look.pixels_of_site = 7.3;
  look.x = 3.2;
  look.y = 20.9;
  FramesSpec frames = shown.frames(look);
  frames.scale = 1;
  io::Image whole = picture(*shown.model, frames);
  io::Image seen = shown.picture(look);
  const Placement place = placement_of(look, shown.spec.views.front().field);
  std::size_t inside = 0;
  for (unsigned y = 0; y < look.height; ++y)
    for (unsigned x = 0; x < look.width; ++x) {
      const double across = std::floor(place.left + (x + 0.5) / 7.3),
                   down = std::floor(place.top + (y + 0.5) / 7.3);
      if (across < 0 || down < 0 || across >= 37 || down >= 23) continue;
      ++inside;
      ASSERT_EQ(seen.at(x, y), whole.at(static_cast<unsigned>(across), static_cast<unsigned>(down)))
          << x << ' ' << y;
    }
  EXPECT_GT(inside, 5000u);
}

TEST(Window, SitesThatShareAPixelAreAveraged) {
  Shown shown(life);
  Look look;
  look.width = 16;
  look.height = 16;
  look.pixels_of_site = 0.5;
  look.x = 16;
  look.y = 11;
  FramesSpec frames = shown.frames(look);
  frames.scale = 1;
  io::Image whole = picture(*shown.model, frames), seen = shown.picture(look);
  // The window begins at site (0, -5): its row 3 shows rows 1 and 2.
  unsigned red = 0;
  for (const auto& [x, y] : {std::pair{0u, 1u}, {1u, 1u}, {0u, 2u}, {1u, 2u}}) red += whole.at(x, y).red;
  EXPECT_EQ(seen.at(0, 3).red, (red + 2) / 4);
}

TEST(Window, ASliceIsAPlaneOfTheSolid) {
  Shown shown(R"(
model: automaton
seed: 3
steps: 10
lattice: {size: [21, 17, 11], boundary: periodic}
automaton: {rule: "B5/S4,5"}
initial: {random: {density: 0.3}}
)");
  for (const Axis axis : {Axis::X, Axis::Y, Axis::Z}) {
    Look look;
    look.is_volume = false;
    look.axis = axis;
    look.at = 5;
    look.width = axis == Axis::X ? 17 : 21;
    look.height = axis == Axis::Z ? 17 : 16;
    look.pixels_of_site = 1;
    look.x = look.width / 2.0;
    look.y = look.height / 2.0;
    io::Image seen = shown.picture(look), whole = picture(*shown.model, [&] {
                                            FramesSpec frames = shown.frames(look);
                                            frames.scale = 1;
                                            return frames;
                                          }());
    for (unsigned y = 0; y < std::min(seen.height, whole.height); ++y)
      for (unsigned x = 0; x < seen.width; ++x) ASSERT_EQ(seen.at(x, y), whole.at(x, y));
  }
}

TEST(QuickPng, ReadsBack) {
  for (const unsigned colours : {1u, 2u, 3u, 5u, 17u, 256u, 5000u}) {
    io::Image image(61, 47);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
      const unsigned number = static_cast<unsigned>(i * 7919 % colours);
      image.pixels[i] = {static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(number >> 8), 7};
    }
    const auto place = std::filesystem::temp_directory_path() / ("quick" + std::to_string(colours) + ".png");
    std::ofstream(place, std::ios::binary) << io::quick_png(image);
    EXPECT_EQ(io::read_image(place).pixels, image.pixels) << colours;
    std::filesystem::remove(place);
  }
}

}  // namespace
