// A portable program writes the same files with each of its instruction sets, which MORULA_CPU chooses.
#include <cstdlib>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

Finished with_set(const std::string& set, const Workplace& place, const Words& arguments) {
  Command command = place.command(arguments);
  command.before_exec = [&set] { setenv("MORULA_CPU", set.c_str(), 1); };
  return Process(command).wait();
}

std::string why_refused(const std::string& set) { return with_set(set, Workplace(), {"devices"}).err; }

// Writes a run directory named after the set and the model.
void run_with_set(const std::string& set, const Workplace& place, const fs::path& model) {
  const std::string out = set + model.stem().string();
  const Finished run = with_set(set, place,
                                {"run", model.string(), "--steps", "6", "--set", "changes=[]", "--quiet",
                                 "--backend", "cpu", "--threads", "2", "--out", out});
  ASSERT_EQ(run.code, 0) << set << " " << model << ": " << run.err << run.signal;
}

// Lattices whose rows consist of several vectors of any width and a remainder, since most sides of the
// examples are powers of two.
std::vector<fs::path> models(const Workplace& place) {
  const std::string species =
      "\ninteraction: {species: [red, blue, yellow], preys: cyclic, rates: {mobility: 0.5, reproduction: "
      "0.25, "
      "predation: 0.25}}\ninitial: {fractions: equal}\n";
  std::vector<fs::path> paths = {
      place.write(
          "flat.yaml",
          "model: automaton\nseed: 5\nsteps: 6\nlattice: {size: [2099, 61]}\nautomaton: {rule: B3/S23}\n"
          "initial: {random: {density: 0.31}}\n"),
      place.write("solid.yaml",
                  "model: automaton\nseed: 5\nsteps: 6\nlattice: {size: [1051, 17, 13], boundary: fixed}\n"
                  "automaton: {rule: \"B5/S4,5\"}\ninitial: {random: {density: 0.31}}\n"),
      place.write("even.yaml",
                  "model: interaction\nseed: 5\nsteps: 6\nlattice: {size: [1054, 62]}" + species),
      place.write("odd.yaml",
                  "model: interaction\nseed: 5\nsteps: 6\nlattice: {size: [1051, 61]}" + species)};
  for (const auto& entry : fs::directory_iterator(fs::path(MORULA_SOURCE_DIR) / "examples"))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  return paths;
}

class InstructionSet : public testing::TestWithParam<std::string> {};

TEST_P(InstructionSet, LeavesTheFilesThatSse2Leaves) {
  for (const std::string& set : {std::string("sse2"), GetParam()})
    if (const std::string reason = why_refused(set); !reason.empty()) GTEST_SKIP() << reason;
  const Workplace place;
  EXPECT_NE(with_set(GetParam(), place, {"devices"}).out.find(" threads, " + GetParam() + "\n"),
            std::string::npos);
  for (const fs::path& model : models(place)) {
    run_with_set("sse2", place, model);
    run_with_set(GetParam(), place, model);
    if (HasFatalFailure()) return;
    const std::string name = model.stem().string();
    EXPECT_EQ(hash_of(place / (GetParam() + name)), hash_of(place / ("sse2" + name))) << model;
    EXPECT_TRUE(same_files(place / (GetParam() + name), place / ("sse2" + name)));
  }
}

INSTANTIATE_TEST_SUITE_P(EveryOne, InstructionSet, testing::Values("avx2", "avx512"),
                         [](const auto& of) { return of.param; });

TEST(InstructionSetChoice, OfAnUnknownOneIsAnError) {
  const Finished refused = with_set("mmx", Workplace(), {"devices"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err.rfind("MORULA_CPU: is mmx; ", 0), 0u) << refused.err;
  EXPECT_EQ(refused.out, "");
}

}  // namespace
}  // namespace morula::test
