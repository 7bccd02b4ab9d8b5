// morula analyze: its output, the files it writes, and its one-line messages for unusable input.

#include "io/json.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

io::Json said(const Finished& finished) { return io::Json::parse(finished.out); }

TEST(Analyze, TheExamplesGiveThePublishedLengths) {
  const Workplace place;
  place.must({"analyze", "rossler", "--out", "rossler.csv"});
  const auto x =
      said(place.must({"analyze", "chaos", "rossler.csv", "--column", "x", "--json"})).at("columns").at(0);
  EXPECT_NEAR(x.at("length_from_maxima").get<double>(), 0.98, 0.01);
  EXPECT_NEAR(x.at("fit").at("correlation_length").get<double>(), 0.98, 0.015);

  place.must({"analyze", "tide", "--out", "tide.csv"});
  const auto level = said(place.must({"analyze", "chaos", "tide.csv", "--json"})).at("columns").at(0);
  EXPECT_NEAR(level.at("length_from_maxima").get<double>(), 2.07, 0.01);
  EXPECT_NEAR(level.at("fit").at("correlation_length").get<double>(), 2.07, 0.03);
}

TEST(Analyze, WritesSeriesToStandardOutputOrAFileAndOverwritesNone) {
  const Workplace place;
  const Words words = {"analyze", "rossler", "--length", "1"};
  const Finished printed = place.must(words);
  EXPECT_TRUE(printed.out.starts_with("step,x,y,z\n0,")) << printed.out;
  place.must(words + Words{"--out", "r.csv"});
  EXPECT_EQ(contents(place / "r.csv"), printed.out);
  const Finished refused = place.morula({"analyze", "tide", "--out", "r.csv"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, "r.csv: exists already; choose another --out, or --force\n");
  place.must({"analyze", "tide", "--out", "r.csv", "--force"});
  EXPECT_TRUE(contents(place / "r.csv").starts_with("step,level\n"));
}

TEST(Analyze, LeavesItsFilesInAFolder) {
  const Workplace place;
  place.must({"analyze", "rossler", "--out", "r.csv"});
  const Finished done =
      place.must({"analyze", "chaos", "r.csv", "--column", "x", "--column", "y", "--out", "chaos"});
  EXPECT_TRUE(
      done.out.ends_with("in chaos/: correlation.csv smoothed.csv peaks.csv correlation.svg smoothed-x.svg "
                         "smoothed-y.svg summary.json\n"))
      << done.out;
  EXPECT_TRUE(
      contents(place / "chaos/correlation.csv").starts_with("lag,x,x_deviation,y,y_deviation\n0,1,0,1,0\n"));
  EXPECT_EQ(contents(place / "chaos/peaks.csv"), "peaks,x,y\n17,1,1\n");
  const Finished json =
      place.must({"analyze", "chaos", "r.csv", "--column", "x", "--column", "y", "--json", "--threads", "3"});
  EXPECT_EQ(contents(place / "chaos/summary.json"), json.out)
      << "the number of threads must not change the result";
}

TEST(Analyze, NotesItsVersionAndTheCommandThatRepeatsIt) {
  const Workplace place;
  place.must({"analyze", "rossler", "--out", "it's.csv"});
  place.must({"analyze", "chaos", "it's.csv", "--column", "x", "--from", "10.5", "--length", "80", "--out",
              "chaos", "--threads", "2"});
  const std::string summary = contents(place / "chaos/summary.json");
  const auto json = io::Json::parse(summary);
  EXPECT_EQ(json.at("version").get<std::string>() + "\n", place.must({"--version"}).out);
  EXPECT_EQ(json.at("command"), "morula analyze chaos 'it'\\''s.csv' --column 'x' --from 10.5 --length 80");
  EXPECT_EQ(place.must_in_shell(json.at("command").get<std::string>() + " --json").out, summary);
}

TEST(Analyze, TakesTheSeriesOfARun) {
  const Workplace place;
  place.write("life.yaml",
              "model: automaton\nsteps: 200\nlattice: {size: [64, 64]}\nautomaton: {rule: B3/S23}\n"
              "initial: {random: {density: 0.3}}\noutput: {series: {every: 1}}\n");
  for (const std::string seed : {"1", "2"})
    place.must({"run", "life.yaml", "--seed", seed, "--out", seed, "--quiet", "--backend", "cpu"});
  const auto both = said(place.must(
      {"analyze", "chaos", "1/series.csv", "2/series.csv", "--column", "count_1", "--from", "50", "--json"}));
  EXPECT_EQ(both.at("members"), 2);
  EXPECT_EQ(both.at("points"), 151);
  EXPECT_EQ(both.at("columns").size(), 1u);
}

struct BadAnalysis {
  std::string name;
  Words words;
  std::string message;
};
void PrintTo(const BadAnalysis& of, std::ostream* out) { *out << of.name; }

class BadAnalyze : public testing::TestWithParam<BadAnalysis> {};

TEST_P(BadAnalyze, GetsOneClearLine) {
  const Workplace place;
  std::string good = "step,red\n", cell = "step,red\n";
  for (int i = 0; i < 50; ++i) {
    good += std::to_string(i) + ',' + std::to_string(i % 7) + '\n';
    cell += std::to_string(i) + (i == 30 ? ",seven\n" : ",7\n");
  }
  place.write("good.csv", good);
  place.write("cell.csv", cell);
  const Finished refused = place.morula(Words{"analyze"} + GetParam().words);
  EXPECT_EQ(refused.code, 2);
  EXPECT_EQ(refused.err, GetParam().message + "\n");
  EXPECT_EQ(refused.out, "");
  EXPECT_EQ(std::distance(fs::recursive_directory_iterator(place / ""), {}), 2) << "no file may be created";
}

INSTANTIATE_TEST_SUITE_P(
    Of, BadAnalyze,
    testing::Values(
        BadAnalysis{"Nothing",
                    {},
                    "morula analyze: needs a command, one of chaos, hamming, tracks, lineage, rossler, tide; "
                    "see 'morula analyze --help'"},
        BadAnalysis{"UnknownAnalysis",
                    {"kaos", "good.csv"},
                    "morula analyze: 'kaos' is not a command; must be one of chaos, hamming, tracks, "
                    "lineage, rossler, tide"},
        BadAnalysis{"NoSeries",
                    {"chaos"},
                    "morula analyze chaos: SERIES is required; see 'morula analyze chaos --help'"},
        BadAnalysis{"UnknownOption",
                    {"chaos", "good.csv", "--colum", "red"},
                    "morula analyze chaos: argument not expected: --colum; did you mean '--column'? See "
                    "'morula analyze chaos --help'"},
        BadAnalysis{"MissingFile", {"chaos", "no.csv"}, "no.csv: No such file or directory"},
        BadAnalysis{"MissingColumn",
                    {"chaos", "good.csv", "--column", "rde", "--out", "out"},
                    "good.csv: --column: no column 'rde'; must be one of step, red; did you mean 'red'?"},
        BadAnalysis{"WordInACell",
                    {"chaos", "cell.csv", "--out", "out"},
                    "cell.csv:32:4: red: is 'seven'; must be a finite number, as in -1.5e3"},
        BadAnalysis{
            "WindowOutside",
            {"chaos", "good.csv", "--from", "40", "--length", "40", "--out", "out"},
            "good.csv: the window from 40 to 80 is not within the series, which goes from 0 to 49; change "
            "--from or --length"},
        BadAnalysis{"OutIsAFile",
                    {"chaos", "good.csv", "--out", "cell.csv"},
                    "cell.csv: is a file; --out names a folder"},
        BadAnalysis{"StepTooLarge",
                    {"rossler", "--step", "3"},
                    "morula analyze rossler: --step: is '3'; must be between 1e-05 and 0.1; see 'morula "
                    "analyze rossler "
                    "--help'"}),
    [](const auto& of) { return of.param.name; });

}  // namespace
}  // namespace morula::test
