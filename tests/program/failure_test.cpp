// The manifest of a run that fails says so, and the rows computed before the failure are kept.
#include <sys/resource.h>

#include <algorithm>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

// The number of objects doubles with every step: after 64 steps it does not fit into 64 bits.
const std::string doubling =
    "model: membrane\nmembrane: {rules: \"def main() { @mu = [[]'c]'s; @ms(c) = a; [a --> a*2]'c; }\"}\n"
    "output: {series: {every: 1, objects: [a]}}\n";

TEST(AFailedRun, KeepsItsRowsAndSaysWhyItHasFailed) {
  const Workplace place;
  place.write("doubling.yaml", doubling);
  const Finished failed = place.morula({"run", "doubling.yaml", "--backend", "cpu"});
  EXPECT_EQ(failed.code, 1);
  EXPECT_EQ(failed.out, "");
  const std::filesystem::path run = place / "runs/doubling";
  const io::Json manifest = manifest_of(run);
  EXPECT_EQ(manifest.at("status"), "failed");
  EXPECT_EQ(failed.err, "morula: " + manifest.at("failure").get<std::string>() + "\n");
  const std::string series = contents(run / "series.csv");
  EXPECT_NE(series.find("\n63,"), std::string::npos) << series;
  EXPECT_EQ(series.find("\n64,"), std::string::npos) << series;
  EXPECT_NE(contents(run / "series.svg").find("<svg"), std::string::npos);
  place.must({"report", "runs/doubling"});
  EXPECT_NE(contents(run / "report.html").find("The run has failed: "), std::string::npos);
}

TEST(AFailedRun, EndsAgainInTheSameWayWhenItIsResumed) {
  const Workplace place;
  place.write("doubling.yaml", doubling + "checkpoint: {every: 20}\n");
  const Finished failed = place.morula({"run", "doubling.yaml", "--backend", "cpu"});
  const std::string series = contents(place / "runs/doubling/series.csv");
  EXPECT_EQ(manifest_of(place / "runs/doubling").at("steps"), 60);
  const Finished again = place.morula({"resume", "runs/doubling", "--backend", "cpu"});
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(again.err, failed.err);
  EXPECT_EQ(contents(place / "runs/doubling/series.csv"), series);
  EXPECT_EQ(manifest_of(place / "runs/doubling").at("status"), "failed");
}

// At one of the two points, the objects double until their number does not fit; at the other, the number
// stays the same.
TEST(AFailedRun, OfASweepKeepsItsRows) {
  const Workplace place;
  place.write("doubling.yaml", doubling + "steps: 100\n");
  const auto rules = [](const std::string& result) {
    return "\"def main() { @mu = [[]'c]'s; @ms(c) = a; [a --> " + result + "]'c; }\"";
  };
  place.write("sweep.yaml",
              "sweep:\n  model: doubling.yaml\n  keep: [series]\n  over:\n    membrane.rules: [" +
                  rules("a*2") + ", " + rules("a") + "]\n");
  const Finished failed = place.morula({"sweep", "sweep.yaml", "--out", "out", "--backend", "cpu"});
  EXPECT_EQ(failed.code, 1) << failed.err;
  EXPECT_NE(failed.err.find("1 of 2 runs failed"), std::string::npos) << failed.err;
  std::vector<std::string> last_rows;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(place / "out/runs"))
    if (entry.path().filename() == "series.csv") {
      const std::string series = contents(entry.path());
      last_rows.push_back(series.substr(series.rfind('\n', series.size() - 2) + 1));
    }
  std::ranges::sort(last_rows);
  ASSERT_EQ(last_rows.size(), 2u);
  EXPECT_TRUE(last_rows[0].starts_with("100,")) << last_rows[0];
  EXPECT_TRUE(last_rows[1].starts_with("63,")) << last_rows[1];
}

TEST(AFailedRun, KeepsItsRowsWhenMemoryIsShort) {
  const Workplace place;
  place.write("divide.yaml",
              "model: membrane\nmembrane: {rules: \"def main() { @mu = [[]'c]'s; @ms(c) = a; [a]'c --> [a] "
              "[a]; }\"}\noutput: {series: {every: 1}}\n");
  Command command =
      place.command({"run", "divide.yaml", "--out", "out", "--backend", "cpu", "--threads", "1"});
  command.before_exec = [] {
    const rlimit limit{1u << 29, 1u << 29};
    setrlimit(RLIMIT_AS, &limit);
  };
  EXPECT_EQ(Process(command).wait().code, 1);
  EXPECT_EQ(manifest_of(place / "out").at("status"), "failed");
  const auto failure = manifest_of(place / "out").at("failure").get<std::string>();
  EXPECT_NE(failure.find(" membranes, which need "), std::string::npos) << failure;
  EXPECT_NE(contents(place / "out/series.csv").find("\n10,"), std::string::npos)
      << contents(place / "out/series.csv");
}

}  // namespace
}  // namespace morula::test
