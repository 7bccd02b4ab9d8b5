// Bad model files give one line on stderr with the place and a remedy, exit code 2, nothing on stdout and no
// run directory. The messages of every parser are tested in tests/spec; these tests check what a user sees.
#include <algorithm>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

struct BadInput {
  std::string name;
  std::string wrong_line;  // replaces the line of the good model with the same first word
  std::string message;     // without "model.yaml:"; HERE is the folder of the test
};
void PrintTo(const BadInput& of, std::ostream* out) { *out << of.name; }

std::string first_word(const std::string& line) { return line.substr(0, line.find(':')); }

std::string model_with(const std::string& wrong_line) {
  std::string text;
  bool replaced = false;
  for (const std::string line :
       {"model: automaton", "steps: 10", "lattice: {size: [40, 30], boundary: fixed}",
        "automaton: {rule: B3/S23}", "initial: {random: {density: 0.3}}", "output: {series: {every: 5}}"}) {
    const bool same_key = first_word(line) == first_word(wrong_line);
    text += (same_key ? wrong_line : line) + "\n";
    replaced |= same_key;
  }
  return replaced ? text : text + wrong_line + "\n";
}

std::string with_folder(std::string message, const fs::path& folder) {
  const std::size_t at = message.find("HERE");
  return at == std::string::npos ? message : message.replace(at, 4, folder.string());
}

class BadModel : public testing::TestWithParam<BadInput> {};

TEST_P(BadModel, GetsOneClearLineAndNoRunDirectory) {
  const Workplace place;
  place.write("model.yaml", model_with(GetParam().wrong_line));
  place.write("cut.rle", "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo");
  place.write("strange.rle", "x = 3, y = 3\nb2o$2q$bo!");
  place.write("headless.rle", "bo$2bo$3o!");
  fs::create_directory(place / "empty");
  const Finished refused = place.morula({"run", "model.yaml", "--out", "out", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(refused.err, "model.yaml:" + with_folder(GetParam().message, place / "") + "\n");
  EXPECT_FALSE(fs::exists(place / "out"));
  // The state of a run is checked only when it is read.
  if (GetParam().name.starts_with("InitialRun")) return;
  EXPECT_EQ(place.morula({"check", "model.yaml"}).err, refused.err);
}

INSTANTIATE_TEST_SUITE_P(
    Input, BadModel,
    testing::Values(
        BadInput{
            "UnknownKey", "colour: red",
            "7:1: colour: unknown key; known here: automaton, changes, checkpoint, first_replica, initial, "
            "lattice, model, output, replica, replicas, seed, steps, until"},
        BadInput{"MisspeltKey", "chekpoint: {every: 5}",
                 "7:1: chekpoint: unknown key; did you mean 'checkpoint'?"},
        BadInput{"MisspeltKeyInside", "lattice: {size: [40, 30], bounday: fixed}",
                 "3:27: lattice.bounday: unknown key; did you mean 'boundary'?"},
        BadInput{"KeyWrittenTwice", "seed: 1\nseed: 2",
                 "8:1: seed: is written twice (first on line 7); remove one"},
        BadInput{"WrongType", "steps: many", "2:8: steps: is 'many'; must be a whole number, at least 0"},
        BadInput{"NegativeSize", "lattice: {size: [40, -30], boundary: fixed}",
                 "3:22: lattice.size: is '-30'; must be a whole number, at least 1"},
        BadInput{"ImpossibleCount", "automaton: {rule: B9/S23}",
                 "4:19: automaton.rule: is 'B9/S23'; a cell cannot have 9 live neighbours: it has 8"},
        BadInput{
            "BrokenRle", "initial: {pattern: {file: cut.rle}}",
            "5:27: initial.pattern.file: HEREcut.rle:2:10: the pattern is cut short; it must end with '!'"},
        BadInput{
            "StrangeRle", "initial: {pattern: {file: strange.rle}}",
            "5:27: initial.pattern.file: HEREstrange.rle:2:7: unexpected '$'; cells are b and o, or . and A "
            "to X, and pA to yO"},
        BadInput{"HeadlessRle", "initial: {pattern: {file: headless.rle}}",
                 "5:27: initial.pattern.file: HEREheadless.rle:1:1: expected 'x': the pattern begins with a "
                 "line such as 'x = 3, y = 3, rule = "
                 "B3/S23'"},
        BadInput{"MissingFile", "initial: {pattern: {file: nowhere.rle}}",
                 "5:27: initial.pattern.file: HEREnowhere.rle: No such file or directory"},
        BadInput{"CellBeyondTheLattice", "initial: {cells: [[3, 4], [3, 30]]}",
                 "5:31: initial.cells: is '30'; must be at most 29"},
        BadInput{"InitialRunMissing", "initial: {run: nowhere}",
                 "5:16: initial.run: HEREnowhere: holds no checkpoint.h5 to start from"},
        BadInput{"InitialRunIsNoRun", "initial: {run: empty}",
                 "5:16: initial.run: HEREempty: holds no checkpoint.h5 to start from"}),
    [](const auto& of) { return of.param.name; });

// The size of the memory differs from machine to machine.
TEST(ModelFile, OfALatticeLargerThanMemoryIsRefusedWithBothSizes) {
  const Workplace place;
  place.write("model.yaml", model_with("lattice: {size: [4e6, 4e6], boundary: fixed}"));
  const Finished refused = place.morula({"run", "model.yaml", "--out", "out", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1);
  EXPECT_TRUE(refused.err.starts_with("model.yaml:3:17: lattice.size: needs ")) << refused.err;
  EXPECT_NE(refused.err.find(" TiB of memory where there is "), std::string::npos) << refused.err;
  EXPECT_TRUE(refused.err.ends_with("; make it smaller\n")) << refused.err;
  EXPECT_FALSE(fs::exists(place / "out"));
}

TEST(ModelFile, OfALatticeLargerThanMemoryIsRefusedByTheCheckToo) {
  const Workplace place;
  place.write("model.yaml", model_with("lattice: {size: [4e6, 4e6], boundary: fixed}"));
  place.write("sweep.yaml", "sweep: {model: model.yaml, over: {automaton.rule: [B3/S23, B36/S23]}}\n");
  for (const std::string file : {"model.yaml", "sweep.yaml"}) {
    const Finished refused = place.morula({"check", file});
    EXPECT_EQ(refused.code, 2) << file;
    EXPECT_EQ(refused.out, "");
    EXPECT_TRUE(refused.err.starts_with("model.yaml:3:17: lattice.size: needs ")) << refused.err;
    EXPECT_TRUE(refused.err.ends_with("; make it smaller\n")) << refused.err;
  }
}

TEST(ModelFile, OfTwoDimensionsAsStartOfThree) {
  const Workplace place;
  place.write("flat.yaml", model_with("seed: 3"));
  place.write("solid.yaml",
              "model: automaton\nsteps: 1\nlattice: {size: [40, 30, 2]}\nautomaton: {rule: \"B5/S4,5\"}\n"
              "initial: {run: flat}\n");
  place.must({"run", "flat.yaml", "--out", "flat", "--backend", "cpu", "--quiet"});
  const Finished refused = place.morula({"run", "solid.yaml", "--out", "solid", "--backend", "cpu"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "solid.yaml:5:16: initial.run: " + (place / "flat/checkpoint.h5").string() +
                             ": its field 'state' is 40 x 30 where this model's is 40 x 30 x 2\n");
  EXPECT_FALSE(fs::exists(place / "solid"));
  const Finished checked = place.morula({"check", "solid.yaml"});
  EXPECT_EQ(checked.code, 2) << "what run refuses, check refuses";
  EXPECT_EQ(checked.err, refused.err);
}

TEST(ModelFile, HasAllItsErrorsReportedAtOnceInOrder) {
  const Workplace place;
  place.write("model.yaml",
              "model: automaton\nsteps: -1\nlattice: {size: [40, 30], boundary: open}\n"
              "automaton: {rule: B3/S29}\ninitial: {random: {density: 1.5}}\ncolour: red\n");
  for (const Words& words : {Words{"check", "model.yaml"}, Words{"run", "model.yaml", "--backend", "cpu"}}) {
    const Finished refused = place.morula(words);
    EXPECT_EQ(refused.code, 2);
    EXPECT_EQ(refused.out, "");
    EXPECT_EQ(
        refused.err,
        "model.yaml:2:8: steps: is '-1'; must be a whole number, at least 0\n"
        "model.yaml:3:37: lattice.boundary: is 'open'; must be one of periodic, fixed\n"
        "model.yaml:4:19: automaton.rule: is 'B3/S29'; a cell cannot have 9 live neighbours: it has 8\n"
        "model.yaml:5:29: initial.random.density: is 1.5; must be between 0 and 1\n"
        "model.yaml:6:1: colour: unknown key; known here: automaton, changes, checkpoint, first_replica, "
        "initial, lattice, model, output, replica, replicas, seed, steps, until\n");
  }
  EXPECT_FALSE(fs::exists(place / "runs"));
}

}  // namespace
}  // namespace morula::test
