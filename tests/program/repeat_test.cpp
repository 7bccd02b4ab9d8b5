// A run directory contains what was run: its model.yaml repeats the run with the same hash, wherever the
// folder is and whatever has become of the files that the model named.
#include "io/image.h"
#include "tests/program/sweeps.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

class Repeated : public testing::Test {
 protected:
  Repeated() { fs::create_directory(place_ / "models"); }

  // Runs the model, removes everything except the run directory, and runs its model file in another place.
  void expect_repeated(const Words& words) {
    place_.must(Words{"run", "models/model.yaml", "--out", "out", "--quiet", "--backend", "cpu"} + words);
    const std::string hash = hash_of(place_ / "out");
    const Workplace colleague;
    fs::rename(place_ / "out", colleague / "sent");
    fs::remove_all(place_ / "models");
    colleague.must({"check", "sent/model.yaml"});
    colleague.must({"run", "sent/model.yaml", "--out", "again", "--quiet", "--backend", "cpu"});
    EXPECT_EQ(hash_of(colleague / "again"), hash);
    EXPECT_EQ(contents(colleague / "again/model.yaml"), contents(colleague / "sent/model.yaml"));
    colleague.must({"report", "sent"});
    EXPECT_NE(contents(colleague / "sent/report.html").find("morula run model.yaml"), std::string::npos);
    const Workplace inside(colleague / "sent");
    inside.must({"run", "model.yaml", "--quiet", "--backend", "cpu"});
    EXPECT_EQ(hash_of(colleague / "sent/runs/model"), hash) << "as the report says";
    text_ = contents(colleague / "sent/model.yaml");
  }

  Workplace place_;
  std::string text_;  // of model.yaml in the run directory
};

TEST_F(Repeated, WithWhatTheCommandLineChanged) {
  place_.write("models/model.yaml",
               "# three species\nmodel: interaction\nseed: 1  # of all draws\nsteps: 50\nreplicas: 4\n"
               "lattice: {size: [30, 30]}\ninteraction:\n  species: [red, blue, yellow]\n  preys: cyclic\n"
               "  rates: {mobility: 0.5, reproduction: 0.25, predation: 0.25}  # add up to 1\n"
               "initial: {fractions: equal}\n");
  expect_repeated({"--seed", "7", "--steps", "20", "--replica", "2", "--set",
                   "interaction.rates.mobility=0.3", "--set", "output.series.every=5"});
  EXPECT_EQ(text_,
            "# three species\nmodel: interaction\nseed: 7  # of all draws\nsteps: 20\nreplicas: 4\n"
            "lattice: {size: [30, 30]}\ninteraction:\n  species: [red, blue, yellow]\n  preys: cyclic\n"
            "  rates: {mobility: 0.3, reproduction: 0.25, predation: 0.25}  # add up to 1\n"
            "initial: {fractions: equal}\noutput: {series: {every: 5}}\nreplica: 2\n");
}

TEST_F(Repeated, WithAPatternAndItsRule) {
  place_.write("glider.rle", "x = 3, y = 3, rule = B36/S23\nbo$2bo$3o!\n");
  place_.write("models/model.yaml",
               "model: automaton\nsteps: 12\nlattice: {size: [20, 20]}\nautomaton: {}\n"
               "initial: {pattern: {file: ../glider.rle, at: [5, 5]}}\n");
  expect_repeated({});
  EXPECT_NE(text_.find("file: inputs/glider.rle"), std::string::npos) << text_;
}

TEST_F(Repeated, WithFilesOfTheSameNameAndAStackOfPictures) {
  place_.write("models/first.yaml",
               "model: automaton\nsteps: 0\nlattice: {size: [8, 8, 4]}\nautomaton: {rule: \"B5/S4,5\"}\n"
               "initial: {random: {density: 0.4}}\noutput: {state: {every: 1}}\n");
  for (const std::string seed : {"1", "2"}) {
    const std::string folder = "models/" + seed;
    place_.must({"run", "models/first.yaml", "--out", seed, "--quiet", "--backend", "cpu", "--seed", seed});
    fs::create_directories(place_ / folder);
    fs::copy_file(place_ / (seed + "/state/000000000.h5"), place_ / (folder + "/state.h5"));
  }
  fs::create_directory(place_ / "models/stack");
  for (const char* name : {"2.png", "10.png"}) {
    io::Image image(8, 8);
    image.at(name[0] == '2' ? 3 : 5, 4) = {1, 1, 1};
    io::write_png(place_ / (std::string("models/stack/") + name), image);
  }
  place_.write("models/model.yaml",
               "model: automaton\nsteps: 3\nlattice: {size: [16, 8, 6]}\nautomaton: {rule: \"B5/S4,5\"}\n"
               "initial:\n  patterns:\n    - {file: 1/state.h5, at: [0, 0, 0]}\n"
               "    - {file: 2/state.h5, at: [8, 0, 0]}\n    - {file: \"stack/*.png\", at: [0, 0, 4]}\n");
  expect_repeated({});
  EXPECT_NE(text_.find("file: \"inputs/stack/*.png\""), std::string::npos) << text_;
}

TEST_F(Repeated, FromAnotherRun) {
  place_.write("models/model.yaml",
               "model: automaton\nsteps: 5\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
               "initial: {random: {density: 0.3}}\n");
  place_.must({"run", "models/model.yaml", "--out", "models/first", "--quiet", "--backend", "cpu"});
  expect_repeated({"--set", "initial={run: first}"});
  EXPECT_NE(text_.find("initial: {run: inputs/first}"), std::string::npos) << text_;
}

TEST_F(Repeated, WithCellsFromAPif) {
  place_.write("models/cells.pif", "0 medium 0 9 0 9 0 0\n1 light 1 4 1 4 0 0\n2 light 5 8 5 8 0 0\n");
  place_.write("models/model.yaml",
               "model: potts\nsteps: 4\nlattice: {size: [10, 10]}\npotts:\n  temperature: 10\n"
               "  types: [medium, light]\n  adhesion: {light-light: 4, medium-light: 8}\n"
               "  volume: {light: {target: 16, strength: 1}}\ninitial: {pif: cells.pif}\n");
  expect_repeated({"--seed", "3"});
}

TEST_F(Repeated, WithHistograms) {
  place_.must({"examples", "dividing-cells"});
  for (const char* name : {"dividing-cells.txt", "dividing-cells-later.txt"})
    fs::rename(place_ / name, place_ / (std::string("models/") + name));
  fs::rename(place_ / "dividing-cells.yaml", place_ / "models/model.yaml");
  expect_repeated({"--set", "proliferation.method=expectation"});
}

TEST_F(Repeated, WithMembranesThatIncludeAFileAbove) {
  fs::create_directory(place_ / "models/systems");
  place_.write("models/common.pli", "m = 3;\ndef rules(n) { [a --> a*n]'c; }\n");
  place_.write("models/systems/main.pli",
               "@include \"../common.pli\"\ndef main() { @mu = [[]'c]'s; @ms(c) = a; call rules(m); }\n");
  place_.write("models/model.yaml", "model: membrane\nsteps: 4\nmembrane: {file: systems/main.pli}\n");
  expect_repeated({"--set", "membrane.choice=first"});
}

TEST_F(Repeated, WithMembranesThatTheModelFileDescribesWithAnInclude) {
  place_.write("models/common.pli", "def rules(n) { [a --> a*n]'c; }\n");
  place_.write("models/model.yaml",
               "model: membrane\nsteps: 4\nmembrane:\n  rules: |\n    @include \"common.pli\"\n"
               "    def main() { @mu = [[]'c]'s; @ms(c) = a; call rules(2); }\n");
  expect_repeated({"--steps", "3"});
}

TEST_F(Repeated, AfterAResumeToALaterStep) {
  place_.write(
      "models/model.yaml",
      "model: automaton\nsteps: 5  # at first\nlattice: {size: [20, 20]}\nautomaton: {rule: B3/S23}\n"
      "initial: {random: {density: 0.3}}\n");
  place_.must({"run", "models/model.yaml", "--out", "out", "--quiet", "--backend", "cpu"});
  place_.must({"resume", "out", "--steps", "9", "--quiet", "--backend", "cpu"});
  EXPECT_NE(contents(place_ / "out/model.yaml").find("steps: 9  # at first"), std::string::npos);
  place_.must({"run", "out/model.yaml", "--out", "again", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(hash_of(place_ / "again"), hash_of(place_ / "out"));
  place_.must({"resume", "out", "--steps", "12", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(step_of(place_ / "out"), 12u);
}

// Text after the mark that ends the pattern is ignored, and makes the file large.
TEST_F(Repeated, ALargeFileIsKnownBySizeAndHash) {
  const std::string glider = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";
  place_.write("models/large.rle", glider + std::string(33 << 20, ' '));
  place_.write("models/model.yaml",
               "model: automaton\nsteps: 8\nlattice: {size: [20, 20]}\nautomaton: {}\n"
               "initial: {pattern: {file: large.rle, at: [5, 5]}}\n");
  place_.must({"run", "models/model.yaml", "--out", "out", "--quiet", "--backend", "cpu"});
  EXPECT_FALSE(fs::exists(place_ / "out/inputs/large.rle"));
  const Words again = {"run", "out/model.yaml", "--quiet", "--backend", "cpu", "--out"};
  place_.must(again + Words{"again"});
  EXPECT_EQ(hash_of(place_ / "again"), hash_of(place_ / "out"));

  fs::rename(place_ / "models/large.rle", place_ / "large.rle");
  const Finished missing = place_.morula(again + Words{"missing"});
  EXPECT_EQ(missing.code, 2);
  const std::string input =
      manifest_of(place_ / "out").at("request").at("inputs").begin()->at("hash").get<std::string>();
  EXPECT_NE(missing.err.find("out/inputs/large.rle: is not here, since it was too large to "
                             "be kept with the run; put a copy of " +
                             (place_ / "models/large.rle").string() + " (33.0 MiB, hash " + input +
                             ") in this place"),
            std::string::npos)
      << missing.err;

  place_.write("models/large.rle", glider + std::string(33 << 20, '\n'));
  const Finished changed = place_.morula(again + Words{"changed"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("has changed since the run was made; put "), std::string::npos) << changed.err;

  fs::rename(place_ / "large.rle", place_ / "out/inputs/large.rle");
  place_.must(again + Words{"found"});
  EXPECT_EQ(hash_of(place_ / "found"), hash_of(place_ / "out"));
}

TEST_F(Repeated, ARunResumesThoughItsFilesAreGone) {
  place_.write("models/glider.rle", "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
  place_.write("models/model.yaml",
               "model: automaton\nsteps: 8\nlattice: {size: [20, 20]}\nautomaton: {}\n"
               "initial: {pattern: {file: glider.rle, at: [5, 5]}}\n");
  place_.must({"run", "models/model.yaml", "--out", "out", "--quiet", "--backend", "cpu"});
  const std::string hash = hash_of(place_ / "out");
  fs::remove_all(place_ / "models");
  fs::remove(place_ / "out/checkpoint.h5");
  place_.must({"resume", "out", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(hash_of(place_ / "out"), hash);
  place_.write("out/inputs/glider.rle", "x = 3, y = 3, rule = B3/S23\n3o!\n");
  fs::remove(place_ / "out/checkpoint.h5");
  const Finished changed = place_.morula({"resume", "out", "--quiet", "--backend", "cpu"});
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("has changed since the run began"), std::string::npos) << changed.err;
}

}  // namespace
}  // namespace morula::test
