// A run that fails says so in its manifest, and keeps the rows that were computed before.
#include <sys/resource.h>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

// The number of objects doubles with every step: after 64 of them it does not fit in 64 bits.
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
