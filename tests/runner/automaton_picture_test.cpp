// Pictures of automata, compared pixel by pixel on every processor.
#include <gtest/gtest.h>

#include "io/document.h"
#include "models/catalogue.h"
#include "models/picture/picture.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

using Pixels = std::vector<io::Colour>;

struct Shot {
  std::uint64_t step;
  Pixels expected;
};

void expect_pictures(const std::string& yaml, const std::vector<Shot>& shots) {
  Spec spec = read_spec(io::parse_document("model: automaton\nsteps: 100\n" + yaml, "test.yaml"), "");
  spec.output.frames->scale = 1;
  for (const NamedBackend& on : available_backends()) {
    const auto model = make_model(spec, on.backend);
    for (const Shot& shot : shots) {
      model->step(shot.step - model->time());
      Pixels pixels = picture(*model, *spec.output.frames).pixels;
      pixels.resize(shot.expected.size());  // without the scale of a graded view, which is below the picture
      EXPECT_EQ(pixels, shot.expected) << on.name << ", step " << shot.step;
    }
  }
}

constexpr io::Colour purple{68, 1, 84}, yellow{253, 231, 37};  // the ends of viridis

TEST(AutomatonPicture, OfTwoStatesIsInViridis) {
  expect_pictures(
      "lattice: {size: [3, 1], boundary: fixed}\nautomaton: {rule: B/S0}\n"
      "initial: {cells: [[1, 0]]}\noutput: {frames: {every: 1}}\n",
      {{1, {purple, yellow, purple}}});
}

// A live cell is the brightest; the longer it has been dying, the nearer it is to the background.
TEST(AutomatonPicture, OfGenerationsFadesWithAge) {
  constexpr io::Colour teal{33, 144, 141}, indigo{59, 81, 139}, green{92, 200, 99};
  expect_pictures(
      "lattice: {size: [2, 1], boundary: fixed}\nautomaton: {rule: B/S/C5}\n"
      "initial: {cells: [[1, 0]]}\noutput: {frames: {every: 1}}\n",
      {{0, {purple, yellow}}, {1, {purple, green}}, {2, {purple, teal}}, {3, {purple, indigo}}});
}

TEST(AutomatonPicture, OfWireWorldIsAsInGolly) {
  constexpr io::Colour empty{0, 0, 0}, head{0, 128, 255}, tail{255, 255, 255}, wire{255, 128, 0};
  expect_pictures(
      "lattice: {size: [5, 1], boundary: fixed}\nautomaton: {rule: WireWorld}\n"
      "initial: {cells: [{at: [0, 0], state: 2}, {at: [1, 0], state: 1}, {at: [2, 0], state: 3},"
      " {at: [3, 0], state: 3}]}\noutput: {frames: {every: 1}}\n",
      {{0, {tail, head, wire, wire, empty}}, {1, {wire, tail, head, wire, empty}}});
}

constexpr io::Colour resting{8, 8, 16}, scar{128, 128, 128}, activated{255, 240, 150},
    half_activated{248, 185, 85}, refractory{60, 160, 250}, half_refractory{40, 115, 210},
    relative{105, 65, 55};

// A wave along a fibre that ends at a scar.
const std::string fibre =
    "lattice: {size: [7, 1], boundary: fixed}\n"
    "automaton: {tissue: {activated: 2, refractory: 2, relative: 1, threshold: 1, relative_threshold: 2,"
    " regions: [{site: [6, 0], scar: true}], stimuli: [{site: [0, 0]}], activation_map: true}}\n";

TEST(AutomatonPicture, OfTissueShowsThePhase) {
  expect_pictures(fibre + "output: {frames: {every: 1}}\n",
                  {{4, {relative, half_refractory, refractory, half_activated, activated, resting, scar}}});
}

// The second cell takes twice as long: half way through its phase, it has the colour of the first cell half
// way through.
TEST(AutomatonPicture, OfRegionsHasTheSameColourForTheSamePartOfAPhase) {
  expect_pictures(
      "lattice: {size: [2, 1], boundary: fixed}\n"
      "automaton: {tissue: {activated: 2, refractory: 2, threshold: 8,"
      " regions: [{site: [1, 0], activated: 4, refractory: 4}],"
      " stimuli: [{site: [0, 0]}, {site: [1, 0]}]}}\noutput: {frames: {every: 1}}\n",
      {{0, {resting, resting}},
       {1, {half_activated, {251, 213, 118}}},
       {2, {refractory, half_activated}},
       {4, {resting, refractory}},
       {6, {resting, half_refractory}},
       {8, {resting, resting}}});
}

TEST(AutomatonPicture, OfTissueTakesThePaletteThatIsAskedFor) {
  expect_pictures(fibre + "output: {frames: {every: 1, palette: grey, colours: {0: \"#00Ff7f\"}}}\n",
                  {{0, Pixels{{0, 255, 127},
                              {0, 255, 127},
                              {0, 255, 127},
                              {0, 255, 127},
                              {0, 255, 127},
                              {0, 255, 127},
                              {0, 0, 0}}}});
}

// The wave has reached the fifth cell: each quarter of the time has one of the eight colours of okabe-ito.
TEST(AutomatonPicture, OfActivationShowsWhenTheWavePassed) {
  constexpr io::Colour never{250, 250, 250};
  expect_pictures(
      fibre + "output: {frames: {every: 1, of: activation, palette: okabe-ito}}\n",
      {{0, Pixels(7, never)},
       {4, {{0, 114, 178}, {230, 159, 0}, {213, 94, 0}, {204, 121, 167}, {0, 0, 0}, never, never}}});
}

// Resting tissue of any region, and sites without tissue, are transparent.
TEST(AutomatonPicture, OfAProjectionShowsTheWaveInTheTissue) {
  expect_pictures(
      "lattice: {size: [2, 1, 3], boundary: fixed}\n"
      "automaton: {tissue: {activated: 3, refractory: 1, threshold: 20,"
      " regions: [{site: [0, 0, 0], scar: true}, {site: [0, 0, 1], activated: 2}]}}\n"
      "initial: {cells: [[0, 0, 2], [1, 0, 2]]}\noutput: {frames: {every: 1, view: projection}}\n",
      {{0, {{128, 120, 75}, {128, 120, 75}}}});
}

}  // namespace
}  // namespace morula::test
