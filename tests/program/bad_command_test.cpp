// Bad command lines give one line on stderr, nothing on stdout and no run directory. The exit code is 2 for
// errors in the command line, and 1 for what the machine cannot do.
#include <algorithm>

#include "tests/program/processors.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

struct BadCommand {
  std::string name;
  Words words;
  int code;
  std::string message;
};
void PrintTo(const BadCommand& of, std::ostream* out) { *out << of.name; }

const std::string small =
    "model: automaton\nsteps: 3\nlattice: {size: [20, 10]}\nautomaton: {rule: B3/S23}\n"
    "initial: {random: {density: 0.3}}\n";

class BadCommandLine : public testing::TestWithParam<BadCommand> {};

TEST_P(BadCommandLine, GetsOneClearLine) {
  const Workplace place;
  place.write("small.yaml", small);
  fs::create_directory(place / "mine");
  place.write("mine/notes.txt", "mine");
  const Finished refused = place.morula(GetParam().words);
  EXPECT_EQ(refused.code, GetParam().code);
  EXPECT_EQ(refused.err, GetParam().message + "\n");
  EXPECT_EQ(refused.out, "");
  EXPECT_FALSE(fs::exists(place / "out"));
  EXPECT_FALSE(fs::exists(place / "runs"));
  EXPECT_EQ(std::distance(fs::recursive_directory_iterator(place / ""), {}), 3) << "no file may be created";
}

Words run(const Words& extra) {
  return Words{"run", "small.yaml", "--out", "out", "--backend", "cpu"} + extra;
}

INSTANTIATE_TEST_SUITE_P(
    Command, BadCommandLine,
    testing::Values(
        BadCommand{"Nothing", {}, 2, "morula: needs a command; 'morula help' lists them"},
        BadCommand{"UnknownCommand",
                   {"rum", "small.yaml"},
                   2,
                   "morula: 'rum' is not a command; must be one of help, run, view, resume, check, devices, "
                   "examples, "
                   "bench, sweep, analyze, fit, membrane, report, movie, picture, completions, man, "
                   "version; "
                   "did you mean 'run'?"},
        BadCommand{"UnknownOption", run({"--colour"}), 2,
                   "morula run: argument not expected: --colour; see 'morula run --help'"},
        BadCommand{
            "MisspeltOption", run({"--setp", "5"}), 2,
            "morula run: arguments not expected: --setp 5; did you mean '--set'? See 'morula run --help'"},
        BadCommand{"UnknownOptionWithAValue",
                   {"bench", "--seconds", "5"},
                   2,
                   "morula bench: argument not expected: --seconds; see 'morula bench --help'"},
        BadCommand{"OptionWithoutItsValue", run({"--set"}), 2,
                   "morula run: --set: needs a value; see 'morula run --help'"},
        BadCommand{"EmptyModel", {"run", ""}, 2, "morula run: MODEL: is empty; see 'morula run --help'"},
        BadCommand{"SweptKeyIsSet",
                   {"sweep", "small.yaml", "--over", "steps=1,2", "--set", "steps=3", "--out", "out"},
                   2,
                   "--set steps=3: steps: cannot be set, since the sweep varies it; remove one of the two"},
        BadCommand{"UnexpectedWordsInTheirOrder", run({"one", "two", "three"}), 2,
                   "morula run: arguments not expected: one two three; see 'morula run --help'"},
        BadCommand{"HelpOnNoCommand",
                   {"help", "analyze", "chaoss"},
                   2,
                   "morula analyze: 'chaoss' is not a command; must be one of chaos, hamming, tracks, "
                   "lineage, rossler, tide; "
                   "did you mean 'chaos'?"},
        BadCommand{"NoSuchExample",
                   {"examples", "glidr"},
                   2,
                   "glidr: is not an example; did you mean 'glider'? 'morula examples' lists them"},
        BadCommand{"MovieOfNothing",
                   {"movie", "nosuch"},
                   2,
                   "nosuch: is not a folder; name a run directory, such as runs/life"},
        BadCommand{"LineageOfNothing",
                   {"analyze", "lineage", "nosuch"},
                   2,
                   "nosuch: does not exist; name a run directory with a lineage.csv, or such a file"},
        BadCommand{"TracksOfNothing",
                   {"analyze", "tracks", "nosuch"},
                   2,
                   "nosuch: does not exist; name a run directory with a tracks.csv, or such a file"},
        BadCommand{"MissingModel", {"run"}, 2, "morula run: MODEL is required; see 'morula run --help'"},
        BadCommand{"MissingRun", {"resume"}, 2, "morula resume: DIR is required; see 'morula resume --help'"},
        BadCommand{"MissingFile",
                   {"run", "nowhere.yaml", "--out", "out"},
                   2,
                   "nowhere.yaml: No such file or directory"},
        BadCommand{"FolderAsModel", {"run", "mine", "--out", "out"}, 2, "mine: is not a file"},
        BadCommand{"NegativeSeed", run({"--seed", "-1"}), 2,
                   "morula run: --seed: is '-1'; must be a whole number between 0 and 18446744073709551615; "
                   "see 'morula run --help'"},
        BadCommand{
            "StepsInWords", run({"--steps", "many"}), 2,
            "morula run: --steps: is 'many'; must be a whole number between 0 and 281474976710655; see "
            "'morula run --help'"},
        BadCommand{
            "NoThreads", run({"--threads", "0"}), 2,
            "morula run: --threads: is '0'; must be a whole number between 1 and 4096; see 'morula run "
            "--help'"},
        BadCommand{"SetNonsense", run({"--set", "nonsense"}), 2,
                   "--set nonsense: must be key.path=value, as in lattice.size=[64,64]"},
        BadCommand{"SetUnknownKey", run({"--set", "lattice.sise=[9,9]"}), 2,
                   "--set lattice.sise=[9,9]: lattice.sise: unknown key; did you mean 'size'?"},
        BadCommand{"ReplicaThatIsNotThere", run({"--replica", "9"}), 2,
                   "--replica 9: replica: is 9, but there is only replica 0; say how many with replicas"},
        BadCommand{"SetReplicaThatIsNotThere", run({"--set", "replica=9"}), 2,
                   "--set replica=9: replica: is 9, but there is only replica 0; say how many with replicas"},
        BadCommand{"SweptStepsAreSet",
                   {"sweep", "small.yaml", "--over", "steps=1,2", "--steps", "3", "--out", "out"},
                   2,
                   "--steps 3: steps: cannot be set, since the sweep varies it; remove one of the two"},
        BadCommand{
            "DeviceOfTheCpu", run({"--device", "0"}), 2,
            "--device: names a device of a backend; say which with --backend cuda or --backend opencl"},
        BadCommand{"OutIsAFile",
                   {"run", "small.yaml", "--out", "small.yaml", "--backend", "cpu"},
                   2,
                   "small.yaml: exists already and is not a run directory; choose another --out"},
        BadCommand{"OutIsAnotherFolder",
                   {"run", "small.yaml", "--out", "mine", "--force", "--backend", "cpu"},
                   2,
                   "mine: exists already and is not a run directory; choose another --out"},
        BadCommand{"OutInsideAFile",
                   {"run", "small.yaml", "--out", "small.yaml/out", "--backend", "cpu"},
                   2,
                   "small.yaml/out: lies inside a file; choose another --out"},
        BadCommand{
            "OutWhereNothingCanBeMade",
            {"run", "small.yaml", "--out", "/proc/morula/out", "--backend", "cpu"},
            1,
            "morula: /proc/morula/out: cannot be made: No such file or directory; choose another --out"},
        BadCommand{"ResumeOfNothing",
                   {"resume", "nowhere"},
                   2,
                   "nowhere: is not a run directory: it has no manifest.json"},
        BadCommand{"ResumeOfAnotherFolder",
                   {"resume", "mine"},
                   2,
                   "mine: is not a run directory: it has no manifest.json"}),
    [](const auto& of) { return of.param.name; });

TEST(CommandLine, HelpIsOfThePlainCommandAndHasExamples) {
  const Workplace place;
  for (const Words& command : std::vector<Words>{{},
                                                 {"run"},
                                                 {"resume"},
                                                 {"check"},
                                                 {"devices"},
                                                 {"examples"},
                                                 {"bench"},
                                                 {"fit"},
                                                 {"sweep"},
                                                 {"analyze"},
                                                 {"analyze", "chaos"},
                                                 {"analyze", "hamming"},
                                                 {"analyze", "rossler"},
                                                 {"analyze", "tide"},
                                                 {"membrane"},
                                                 {"membrane", "expand"},
                                                 {"membrane", "sat"},
                                                 {"report"},
                                                 {"movie"},
                                                 {"completions"},
                                                 {"man"},
                                                 {"version"}}) {
    const Finished help = place.must(Words{"help"} + command);
    EXPECT_EQ(help.out, place.must(command + Words{"--help"}).out);
    const bool has_commands = command.empty() || command == Words{"analyze"} || command == Words{"membrane"};
    EXPECT_EQ(help.out.find("Examples:\n  ") == std::string::npos, has_commands) << help.out;
  }
}

TEST(CommandLine, TellsItsVersionHoweverItIsAsked) {
  const Workplace place;
  const std::string version = place.must({"--version"}).out;
  EXPECT_NE(version, "");
  EXPECT_EQ(place.must({"-v"}).out, version);
  EXPECT_EQ(place.must({"version"}).out, version);
}

TEST(CommandLine, HelpOnReportNamesSweeps) {
  const std::string help = Workplace().must({"help", "report"}).out;
  EXPECT_NE(help.find("a run, a sweep, a fit or an analysis"), std::string::npos) << help;
  EXPECT_NE(help.find("morula report sweeps/"), std::string::npos) << help;
}

TEST(CommandLine, UnknownBackendIsToldWhichThereAre) {
  const Workplace place;
  place.write("small.yaml", small);
  const Finished refused = place.morula({"run", "small.yaml", "--backend", "gpu"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(
      refused.err,
      "morula run: --backend: is 'gpu'; must be one of auto, cpu, cuda, opencl; see 'morula run --help'\n");
}

class Device : public testing::TestWithParam<std::string> {};

TEST_P(Device, ThatIsMissingIsAFailureWithItsReason) {
  const Workplace place;
  place.write("small.yaml", small);
  const std::string reason = why_missing(GetParam());
  const Words words = {"run", "small.yaml", "--backend", GetParam()};
  const Finished refused = place.morula(reason.empty() ? words + Words{"--device", "99"} : words);
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(std::count(refused.err.begin(), refused.err.end(), '\n'), 1) << refused.err;
  EXPECT_TRUE(refused.err.ends_with("; 'morula devices' lists what there is\n")) << refused.err;
  EXPECT_NE(refused.err.find(reason.empty() ? "99" : reason), std::string::npos) << refused.err;
  EXPECT_FALSE(fs::exists(place / "runs"));
}

INSTANTIATE_TEST_SUITE_P(Of, Device, testing::Values("cuda", "opencl"), name_of);

}  // namespace
}  // namespace morula::test
