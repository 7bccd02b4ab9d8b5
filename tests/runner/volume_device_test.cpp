// Rays on every available device give the same pictures as on threads, for lattices in the memory of the
// device.
#include <gtest/gtest.h>

#include "gpu/nvrtc.h"
#include "models/catalogue.h"
#include "models/changes/state_copy.h"
#include "models/picture/device_caster.h"
#include "models/picture/picture.h"
#include "models/picture/picture_foot.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

struct DeviceSolid {
  std::string file, of;
};

const std::string tissue =
    "model: potts\nseed: 6\nsteps: 9\nlattice: {size: [26, 21, 18]}\n"
    "potts:\n  temperature: 30\n  types: [matrix, one, two]\n"
    "  adhesion: {one-one: 10, one-two: 1, two-two: 5, matrix-one: 3, matrix-two: 3}\n"
    "  volume: {one: {target: 27, strength: 8}, two: {target: 27, strength: 8}}\n"
    "initial:\n  cells:\n    - {box: {from: [3, 4, 5], to: [11, 15, 13]}, width: 3, type: one}\n"
    "    - {box: {from: [12, 4, 5], to: [20, 15, 13]}, width: 3, type: two}\n";

// Engines that store bits, bytes and cells; views of states, of times and of cells with borders.
const std::vector<DeviceSolid>& solids() {
  static const std::vector<DeviceSolid> kinds = {
      {"model: automaton\nseed: 3\nsteps: 9\nlattice: {size: [41, 23, 19]}\n"
       "automaton: {rule: \"B5/S4,5\"}\ninitial: {random: {density: 0.2}}\n",
       "state"},
      {"model: automaton\nseed: 4\nsteps: 9\nlattice: {size: [21, 33, 17], boundary: fixed}\n"
       "automaton: {rule: \"B4/S3,4/C6\", engine: plain}\ninitial: {random: {density: 0.1}}\n",
       "state"},
      {"model: interaction\nseed: 5\nsteps: 9\nlattice: {size: [24, 18, 30]}\n"
       "interaction: {species: 3, preys: cyclic, rates: {mobility: 0.4, reproduction: 0.3, predation: 0.3}}\n"
       "initial: {fractions: {empty: 0.7, species_1: 0.1, species_2: 0.1, species_3: 0.1}}\n",
       "state"},
      {"model: automaton\nsteps: 9\nlattice: {size: [27, 22, 15], boundary: fixed}\n"
       "automaton: {tissue: {activated: 2, refractory: 3, threshold: 1, activation_map: true}}\n"
       "initial: {cells: [[3, 4, 5], [20, 15, 9]]}\n",
       "activation"},
      {tissue, "type"},
      {tissue, "id"}};
  return kinds;
}

std::vector<FramesSpec> shots(const std::string& of) {
  std::vector<FramesSpec> list(4);
  for (FramesSpec& frames : list) {
    frames.of = of;
    frames.view = FrameView::Volume;
    frames.volume.width = 150;
    frames.volume.height = 110;
  }
  list[1].volume.camera.from = {-1, 0.3, 0.2};
  list[1].volume.cut = Box{{3, 2, 1}, {11, 12, 13}};
  list[1].volume.samples = 1;
  list[2].volume.camera.perspective = 50;
  list[2].volume.opacities = {{1, 0.25}};
  list[2].volume.samples = 3;
  list[3].volume.camera.from = {0, 0, -1};
  list[3].volume.camera.up = {1, 0, 0};
  list[3].volume.absorption = {0.05, 0.6};
  if (of == "activation") list[2].contours = 2;
  return list;
}

TEST(VolumeOnDevices, IsThatOfThreads) {
  for (const auto& [file, of] : solids()) {
    const Spec spec = read_spec(io::parse_document(file, "m.yaml"), "/tmp");
    std::vector<io::Image> expected;
    for (const NamedBackend& named : available_backends()) {
      const auto model = make_model(spec, named.backend);
      model->step(6);
      std::vector<io::Image> made;
      for (const FramesSpec& frames : shots(of)) {
        const Colouring colouring(*model, frames);
        VolumeScene scene = scene_of(frames, colouring.view());
        const Box box = shown_box(frames.volume, colouring.field().extent);
        DeviceCaster caster;
        const auto sums = caster.cast(*model, colouring, class_paints(colouring, frames.volume), box, scene);
        EXPECT_EQ(sums.has_value(), named.backend.device != nullptr) << named.name;
        made.push_back(picture(*model, frames));
        if (sums && !has_foot(frames, colouring.view())) {
          EXPECT_TRUE(compose(*sums, frames, colouring, *named.backend.threads).pixels == made.back().pixels);
        }
      }
      if (expected.empty()) expected = made;
      for (std::size_t i = 0; i < made.size(); ++i)
        EXPECT_TRUE(made[i].pixels == expected[i].pixels)
            << named.name << ", " << of << ", picture " << i << "\n"
            << file;
    }
  }
}

// A caster keeps its buffers from one picture to the next: the second picture must not show parts of the
// first.
TEST(VolumeOnDevices, FollowsTheState) {
  for (const NamedBackend& named : available_backends()) {
    if (!named.backend.device) continue;
    const Spec spec = read_spec(io::parse_document(solids().front().file, "m.yaml"), "/tmp");
    const auto model = make_model(spec, named.backend);
    const FramesSpec frames = shots("state").front();
    PictureMaker maker(frames);
    const io::Image first = maker.picture(*model);
    model->step(3);
    const io::Image second = maker.picture(*model);
    EXPECT_FALSE(first.pixels == second.pixels);
    EXPECT_TRUE(second.pixels == picture(*model, frames).pixels);
  }
}

// The part of the picture above the scale, whose numbers differ.
std::vector<io::Colour> solid_of(const io::Image& image, const FramesSpec& frames) {
  std::vector<io::Colour> pixels;
  for (u32 y = 0; y < frames.volume.height; ++y)
    for (u32 x = 0; x < frames.volume.width; ++x)
      pixels.push_back(image.pixels[std::size_t{y} * image.width + x]);
  return pixels;
}

// More steps of activation than a table of classes can hold.
TEST(VolumeOnDevices, ShowsNumbersBeyond24Bits) {
  constexpr u32 later = u32{1} << 25;
  const Spec spec = read_spec(io::parse_document(solids()[3].file, "m.yaml"), "/tmp");
  std::vector<io::Colour> expected;
  for (const NamedBackend& named : available_backends()) {
    const auto model = make_model(spec, named.backend);
    model->step(6);
    const FramesSpec frames = shots("activation").front();
    const io::Image before = picture(*model, frames);
    StateCopy state(*model);
    FieldCopy& times = state.at("activation");
    for (std::size_t at = 0; at < times.values.size(); at += sizeof(u32)) {
      u32 time = 0;
      std::memcpy(&time, &times.values[at], sizeof time);
      if (time > 0) time += later;
      std::memcpy(&times.values[at], &time, sizeof time);
    }
    state.restore_to(*model);
    const io::Image after = picture(*model, frames);
    EXPECT_TRUE(solid_of(after, frames) == solid_of(before, frames)) << named.name;
    EXPECT_FALSE(after.pixels == before.pixels) << named.name << ": the scale shows other steps";
    if (expected.empty()) expected = after.pixels;
    EXPECT_TRUE(after.pixels == expected) << named.name;
  }
}

TEST(VolumeOnDevices, ShowsMoreThan2To24Sites) {
  const Spec spec =
      read_spec(io::parse_document("model: automaton\nseed: 3\nsteps: 1\n"
                                   "lattice: {size: [256, 260, 256], boundary: fixed}\n"
                                   "automaton: {rule: \"B5/S4,5\"}\n"
                                   "initial: {cells: [[3, 3, 255], [255, 259, 255], [2, 250, 255]]}\n",
                                   "m.yaml"),
                "/tmp");
  FramesSpec frames = shots("state").front();
  frames.volume.camera.from = {0, 0, 1};
  frames.volume.camera.up = {0, 1, 0};
  frames.volume.width = frames.volume.height = 600;
  frames.volume.box = frames.volume.axes = false;
  std::vector<io::Colour> expected;
  for (const NamedBackend& named : available_backends()) {
    const io::Image image = picture(*make_model(spec, named.backend), frames);
    if (expected.empty()) expected = image.pixels;
    EXPECT_TRUE(image.pixels == expected) << named.name;
    const auto shown =
        std::ranges::count_if(image.pixels, [&](io::Colour colour) { return colour != image.pixels[0]; });
    EXPECT_GT(shown, 3 * 2) << "the three cells of the last layer, each of more than a pixel";
    EXPECT_LT(shown, 3 * 30);
  }
}

TEST(VolumeOnDevices, CompilesForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  EXPECT_FALSE(gpu::Nvrtc().compile(volume_source(), 90u).empty());
  EXPECT_FALSE(gpu::Nvrtc().compile(range_source(), 90u).empty());
}

}  // namespace
}  // namespace morula::test
