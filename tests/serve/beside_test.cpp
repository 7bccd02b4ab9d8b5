// Two settings side by side: a common scale in both panes, and the sites in which the view differs.
#include "serve/beside.h"

#include <gtest/gtest.h>

#include "models/catalogue.h"
#include "models/picture/colouring.h"
#include "models/visit_sites.h"
#include "runner/run.h"
#include "serve/differing_sites.h"
#include "tests/io/temporary_folder.h"

namespace {

using namespace morula;
using namespace morula::serve;

const char* const tissue = R"(
model: potts
seed: 5
steps: 400
lattice: {size: [40, 40], boundary: periodic}
potts:
  types: [medium, light, dark]
  temperature: 10
  adhesion: {light-light: 14, dark-dark: 2, light-dark: 11, medium-light: 16, medium-dark: 16}
  volume: {light: {target: 25, strength: 1}, dark: {target: 25, strength: 1}}
initial: {cells: {ball: {centre: [20, 20], radius: 14}, width: 5, types: {light: 0.5, dark: 0.5}}}
)";

struct Compared {
  io::TemporaryFolder folder;
  Backend backend = open_backend({"cpu", {}, 1u});
  Spec spec = read_model({"model.yaml", tissue}, {});
  std::unique_ptr<ChangingModel> watched = make_changing_model(spec, backend);
  std::unique_ptr<Beside> beside;
  DeviceEyes eyes;

  explicit Compared(const std::string& temperature) {
    watched->step(5);
    beside = std::make_unique<Beside>(*watched, R"({"set": {"potts.temperature": )" + temperature + "}}",
                                      folder.path(), backend);
    watched->step(20);
    beside->follow(watched->time());
  }
  FramesSpec frames(const std::string& view) const {
    FramesSpec frames;
    frames.of = view;
    return frames;
  }
  io::Image panes(const std::string& view) {
    Look look;
    look.width = look.height = 40;  // a pixel for each site
    look.of = view;
    return beside->three_panes(*watched, eyes, look, frames_for(look, {}, spec.views), *backend.threads)
        ->paint(*backend.threads);
  }
  std::vector<std::uint64_t> types_of_sites(Model& model) const {
    const View& view = view_named(spec.views, "type");
    const ClassOf type_of = model.classes(view);
    std::vector<std::uint64_t> types;
    visit_all(model, view.field, [&](const Site&, std::uint64_t cell) { types.push_back(type_of(cell)); });
    return types;
  }
};

std::uint64_t pixels_of(const io::Image& panes, io::Colour colour) {
  std::uint64_t count = 0;
  for (std::size_t y = 0; y < panes.height; ++y)
    for (std::size_t x = panes.width * 2 / 3; x < panes.width; ++x)
      count += panes.pixels[y * panes.width + x] == colour ? 1 : 0;
  return count;
}

constexpr io::Colour differing{213, 94, 0};

TEST(Beside, TheSameSettingDiffersInNoView) {
  Compared compared("10");
  for (const View& view : compared.spec.views) {
    if (!view.unavailable.empty()) continue;
    EXPECT_EQ(compared.beside->count_differing(*compared.watched, compared.frames(view.name)), 0)
        << view.name;
    EXPECT_EQ(pixels_of(compared.panes(view.name), differing), 0) << view.name;
  }
}

TEST(Beside, SitesAreCountedWhoseTypesDiffer) {
  Compared compared("40");
  const auto of_watched = compared.types_of_sites(*compared.watched),
             of_compared = compared.types_of_sites(compared.beside->model());
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < of_watched.size(); ++i) expected += of_watched[i] != of_compared[i] ? 1 : 0;
  EXPECT_GT(expected, 20);
  EXPECT_EQ(compared.beside->count_differing(*compared.watched, compared.frames("type")), expected);
  EXPECT_EQ(pixels_of(compared.panes("type"), differing), expected) << "outlines of cells are no differences";
  EXPECT_GT(compared.beside->count_differing(*compared.watched, compared.frames("id")), expected);
}

TEST(Beside, VolumesOfBothPanesHaveOneScale) {
  Compared compared("40");
  const View view = view_named(compared.spec.views, "volume");
  const auto common = compared.beside->common_limits(*compared.watched, view);
  const auto watched_limits = compared.watched->level_limits(view),
             beside_limits = compared.beside->model().level_limits(view);
  ASSERT_TRUE(common && watched_limits && beside_limits);
  EXPECT_EQ(common->lowest, std::min(watched_limits->lowest, beside_limits->lowest));
  EXPECT_EQ(common->highest, std::max(watched_limits->highest, beside_limits->highest));
  EXPECT_FALSE(compared.beside->common_limits(*compared.watched, view_named(compared.spec.views, "type")));
}

// Real numbers that differ by less than one colour do not count as different: sooner or later, all of them
// would.
TEST(Beside, NumbersDifferThatAreALevelApart) {
  const std::string oxygen = R"(  fields: {oxygen: {diffusion: 1, decay: 0.01, initial: "x"}}
)";
  const std::string text = std::string(tissue);
  const std::size_t at = text.find("initial:");
  const Backend backend = open_backend({"cpu", {}, 1u});
  const auto made = [&](const std::string& seed) {
    const Spec spec = read_model({"model.yaml", text.substr(0, at) + oxygen + text.substr(at)},
                                 {"potts.fields.oxygen.initial='" + seed + "'"});
    return make_model(spec, backend);
  };
  FramesSpec frames;
  frames.of = "oxygen";
  const auto watched = made("x"), nearly = made("x + 0.001"), farther = made("x + 1");
  EXPECT_EQ(DifferingSites(*watched, *nearly, frames).count(), 0);
  EXPECT_EQ(DifferingSites(*watched, *farther, frames).count(), 1600);
}

TEST(Beside, ANumberHasOneColourOnAScale) {
  const View view = view_named(read_model({"model.yaml", tissue}, {}).views, "volume");
  const FramesSpec frames;
  const auto usual = class_colours(view, frames);
  const auto last = static_cast<unsigned>(usual.size()) - 1;
  const auto lower = on_scale(frames, view, {0, 50}, {0, 100}),
             upper = on_scale(frames, view, {50, 100}, {0, 100});
  EXPECT_EQ(lower.colours.at(1), usual[1]);
  EXPECT_EQ(upper.colours.at(last), usual[last]);
  EXPECT_EQ(lower.colours.at(last), upper.colours.at(1)) << "50 in both";
  EXPECT_EQ(on_scale(frames, view, {0, 100}, {0, 100}).colours.at(100), usual[100]);
}

}  // namespace
