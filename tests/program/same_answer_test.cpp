// The same model file and seed give the same hash and the same files, byte for byte, on every processor.
#include <algorithm>

#include "tests/program/processors.h"
#include "tests/support/pocl_flags.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

// A model of any family, without its seed, steps and output.
struct Shape {
  std::string name, model, view;
};
void PrintTo(const Shape& of, std::ostream* out) { *out << of.name; }

std::string life(const std::string& lattice, const std::string& rule) {
  return "model: automaton\nlattice: " + lattice + "\nautomaton: {rule: \"" + rule +
         "\"}\ninitial: {random: {density: 0.31}}\n";
}

std::string species(const std::string& lattice, const std::string& choices,
                    const std::string& more = "initial: {fractions: equal}\n") {
  return "model: interaction\nlattice: " + lattice +
         "\ninteraction: {species: [red, blue, yellow], preys: cyclic, rates: {mobility: 0.5, reproduction: "
         "0.25, predation: 0.25}, observe: [densities, entropy, interface, correlation, extinction]" +
         choices + "}\n" + more;
}

class OfShape : public testing::TestWithParam<Shape> {};

TEST_P(OfShape, EveryProcessorLeavesTheSameFiles) {
  const Workplace place;
  place.write("soup.yaml", GetParam().model +
                               "seed: 11\nsteps: 43\noutput: {series: {every: 3}, frames: {every: 10" +
                               GetParam().view + "}, state: {every: 20}}\ncheckpoint: {every: 15}\n");
  const std::vector<Processor> processors = every_processor();
  for (const Processor& processor : processors) {
    place.must(Words{"run", "soup.yaml", "--quiet", "--out", processor.name} + processor.options);
    EXPECT_EQ(hash_of(place / processor.name), hash_of(place / processors.front().name)) << processor.name;
    EXPECT_TRUE(same_files(place / processor.name, place / processors.front().name));
  }
  EXPECT_NE(contents(place / processors.front().name / "series.csv").find("\n42,"), std::string::npos);
  EXPECT_TRUE(fs::exists(place / processors.front().name / "frames/000000043.png"));
}

// The sizes are not multiples of any word or tile size; the frames look along different axes.
INSTANTIATE_TEST_SUITE_P(
    EverySize, OfShape,
    testing::Values(Shape{"Torus97x61", life("{size: [97, 61], boundary: periodic}", "B3/S23"), ""},
                    Shape{"Fixed97x61", life("{size: [97, 61], boundary: fixed}", "B36/S23"), ", scale: 3"},
                    Shape{"Torus33x47x29", life("{size: [33, 47, 29], boundary: periodic}", "B5/S4,5"),
                          ", view: slice, axis: x, at: 7"},
                    Shape{"Fixed33x47x29", life("{size: [33, 47, 29], boundary: fixed}", "B4,9/S5,6,7"),
                          ", view: projection, axis: y"},
                    Shape{"TorusOneCellWide", life("{size: [1, 61], boundary: periodic}", "B3/S23"), ""},
                    Shape{"FixedTwoCellsDeep", life("{size: [31, 17, 2], boundary: fixed}", "B5/S4,5"), ""}),
    [](const auto& of) { return of.param.name; });

INSTANTIATE_TEST_SUITE_P(
    EverySpecies, OfShape,
    testing::Values(
        Shape{"Torus97x61", species("{size: [97, 61], boundary: periodic}", ", mobility: into-empty"), ""},
        Shape{"Fixed97x61", species("{size: [97, 61], boundary: fixed}", ", predation: replaced"), ""},
        Shape{"WithKin61x45", species("{size: [61, 45], boundary: periodic}", ", reproduction: with-kin"),
              ""},
        Shape{"Torus21x18x15", species("{size: [21, 18, 15], boundary: periodic}", ", neighbourhood: 18"),
              ", view: slice, axis: x, at: 7"},
        Shape{"Fixed20x13x9", species("{size: [20, 13, 9], boundary: fixed}", ""),
              ", view: projection, axis: y"},
        Shape{
            "FiveReplicas",
            species("{size: [32, 24]}",
                    ", feedback: {rate: mobility, every: 4, at_zero_entropy: 0.1, at_greatest_entropy: 0.5}",
                    "replicas: 5\ninitial: {fractions: equal}\n"),
            ""}),
    [](const auto& of) { return of.param.name; });

std::vector<std::string> shipped_examples() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(MORULA_SOURCE_DIR) / "examples"))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

// Six steps on any processor. Changes beyond the last step are refused, so that an example with changes gets
// others. The order of edges needs one thread, so that an example with this order gets the parallel order.
Words six_steps_of(const std::string& example) {
  const std::string model = contents(fs::path(MORULA_SOURCE_DIR) / "examples" / (example + ".yaml"));
  Words words = {"--steps", "6"};
  if (model.find("\nchanges:") != std::string::npos)
    words = words + Words{"--set",
                          "changes=[{at: 3, set: {potts.temperature: 4}}, {at: 3, sites: {ball: {centre: [9, "
                          "9], radius: 4}}, to: 1}]"};
  if (model.find("order: edges") != std::string::npos) words = words + Words{"--set", "potts.order=parallel"};
  return words;
}

class OfExample : public testing::TestWithParam<std::string> {};

// Kernels are compiled without optimisation; other tests run the examples as users do.
TEST_P(OfExample, EveryProcessorLeavesTheSameFiles) {
  const PoclFlags quick(quick_kernels());
  const Workplace place;
  static const std::vector<Processor> processors = every_processor();
  for (const Processor& processor : processors) {
    place.must(Words{"run", MORULA_SOURCE_DIR "/examples/" + GetParam() + ".yaml", "--quiet", "--out",
                     processor.name} +
               six_steps_of(GetParam()) + processor.options);
    EXPECT_TRUE(same_files(place / processor.name, place / processors.front().name));
  }
}

INSTANTIATE_TEST_SUITE_P(Every, OfExample, testing::ValuesIn(shipped_examples()), [](const auto& of) {
  std::string name = of.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(SameAnswer, IsAnotherForAnotherSeed) {
  const Workplace place;
  const std::string life = MORULA_SOURCE_DIR "/examples/life.yaml";
  for (const std::string seed : {"0", "1", "18446744073709551615"})
    place.must({"run", life, "--steps", "2", "--seed", seed, "--out", seed, "--quiet", "--backend", "cpu"});
  EXPECT_NE(hash_of(place / "0"), hash_of(place / "1"));
  EXPECT_NE(hash_of(place / "0"), hash_of(place / "18446744073709551615"));
  EXPECT_EQ(manifest_of(place / "0").at("seed"), 0);  // a seed like any other
}

}  // namespace
}  // namespace morula::test
