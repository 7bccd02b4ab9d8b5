// The picture of a plane in a window, site by site.
#include "serve/window.h"

#include <gtest/gtest.h>

#include "gpu/nvrtc.h"
#include "io/quick_png.h"
#include "models/catalogue.h"
#include "models/picture/picture.h"
#include "runner/run.h"
#include "tests/support/backends.h"

namespace {

using namespace morula;
using namespace morula::serve;

struct Shown {
  Spec spec;
  std::unique_ptr<Model> model;
  ThreadPool threads{1};
  DeviceEyes eyes;

  explicit Shown(const std::string& text, const Backend& backend = open_backend({"cpu", {}, 1u}))
      : spec(read_model({"model.yaml", text}, {})), model(make_model(spec, backend)) {}
  FramesSpec frames(const Look& look) const { return frames_for(look, FramesSpec{}, spec.views); }
  io::Image picture(const Look& look) {
    return glimpse(*model, look, frames(look), eyes, threads)->paint(threads);
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

// Engines that store bits, bytes and cells; views of states, of counts and of cells with borders.
const std::vector<std::string>& planes() {
  static const std::string tissue =
      "potts:\n  temperature: 30\n  types: [matrix, one, two]\n"
      "  adhesion: {one-one: 10, one-two: 1, two-two: 5, matrix-one: 3, matrix-two: 3}\n"
      "  volume: {one: {target: 27, strength: 8}, two: {target: 27, strength: 8}}\n";
  static const std::vector<std::string> kinds = {
      life,
      "model: interaction\nseed: 5\nsteps: 9\nlattice: {size: [131, 77]}\n"
      "interaction: {species: 3, preys: cyclic, rates: {mobility: 0.4, reproduction: 0.3, predation: 0.3}}\n"
      "initial: {fractions: equal}\n",
      "model: automaton\nsteps: 9\nlattice: {size: [57, 42], boundary: fixed}\n"
      "automaton: {tissue: {activated: 2, refractory: 3, threshold: 1, activation_map: true}}\n"
      "initial: {cells: [[3, 4], [40, 35]]}\n",
      "model: potts\nseed: 6\nsteps: 9\nlattice: {size: [43, 39]}\n" + tissue +
          "initial:\n  cells:\n    - {box: {from: [3, 4], to: [17, 33]}, width: 5, type: one}\n"
          "    - {box: {from: [18, 4], to: [38, 33]}, width: 5, type: two}\n",
      "model: potts\nseed: 6\nsteps: 9\nlattice: {size: [26, 21, 18]}\n" + tissue +
          "initial:\n  cells:\n    - {box: {from: [3, 4, 5], to: [11, 15, 13]}, width: 3, type: one}\n"
          "    - {box: {from: [12, 4, 5], to: [20, 15, 13]}, width: 3, type: two}\n"};
  return kinds;
}

std::vector<Look> looks_at_planes() {
  std::vector<Look> looks(5);
  for (Look& look : looks) look.is_volume = false, look.width = 97, look.height = 61;
  looks[1].pixels_of_site = 6.3, looks[1].x = 4, looks[1].y = 5, looks[1].is_dark = true;
  looks[2].pixels_of_site = 0.29, looks[2].x = 20, looks[2].y = 30, looks[2].axis = Axis::X;
  looks[3].axis = Axis::Y, looks[3].at = 7;
  looks[4].pixels_of_site = 3, looks[4].x = -500;  // no part of the lattice is visible
  return looks;
}

TEST(Window, IsTheSameOnEveryProcessor) {
  for (const std::string& text : planes()) {
    std::vector<io::Image> expected;
    for (const test::NamedBackend& named : test::available_backends()) {
      Shown shown(text, named.backend);
      shown.model->step(5);
      const Colouring colouring(*shown.model, shown.frames(Look{}));
      const PlaneWindow window({60, 40, 0, 0, 1, {}}, FramesSpec{}, colouring);
      EXPECT_EQ(shown.eyes.plane.paint(*shown.model, colouring, window).has_value(),
                named.backend.device != nullptr)  // the values stay on the device
          << named.name;
      std::vector<io::Image> made;
      for (const View& view : shown.spec.views)
        for (Look look : looks_at_planes()) {
          if (!view.unavailable.empty()) continue;
          look.of = view.name;
          made.push_back(shown.picture(look));
        }
      if (expected.empty()) expected = made;
      ASSERT_EQ(made.size(), expected.size());
      for (std::size_t i = 0; i < made.size(); ++i)
        EXPECT_TRUE(made[i].pixels == expected[i].pixels) << named.name << ", picture " << i << '\n' << text;
    }
  }
}

TEST(Window, TheFileIsThePicture) {
  const auto place = std::filesystem::temp_directory_path() / "window-picture.png";
  for (const std::string& text : planes()) {
    Shown shown(text);
    shown.model->step(5);
    for (const View& view : shown.spec.views)
      for (Look look : looks_at_planes()) {
        if (!view.unavailable.empty()) continue;
        look.of = view.name;
        const std::string png =
            glimpse(*shown.model, look, shown.frames(look), shown.eyes, shown.threads)->png(shown.threads);
        std::ofstream(place, std::ios::binary) << png;
        EXPECT_EQ(io::read_image(place).pixels, shown.picture(look).pixels) << view.name << '\n' << text;
      }
  }
  std::filesystem::remove(place);
}

TEST(Window, CompilesForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  EXPECT_FALSE(gpu::Nvrtc().compile(plane_source(), 90u).empty());
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
