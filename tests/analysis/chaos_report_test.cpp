#include "analysis/chaos_report.h"

#include <gtest/gtest.h>

#include "core/error.h"
#include "io/csv_table.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "runner/manifest.h"
#include "tests/analysis/series.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

// Two members with two columns, one of which has a name that must be quoted in CSV.
ChaosReport small_report() {
  Ensemble ensemble{{"red", "a, b/c"}, 100, 0.5, 201, {}};
  for (const double phase : {0.0, 2.0})
    ensemble.members.push_back({"member", {cosine(201, 0.2, phase), cosine(201, 0.4, phase)}});
  ThreadPool pool(1);
  return analyze_chaos(ensemble, pool);
}

TEST(ChaosReport, TablesReadBack) {
  const ChaosReport report = small_report();
  const io::CsvTable correlation(correlation_csv(report), "correlation.csv");
  EXPECT_EQ(correlation.names(),
            (std::vector<std::string>{"lag", "red", "red_deviation", "a, b/c", "a, b/c_deviation"}));
  EXPECT_EQ(correlation.rows(), 101u);
  EXPECT_EQ(correlation.numbers("lag")[3], 1.5);
  EXPECT_NEAR(correlation.numbers("a, b/c")[3], report.columns[1].correlation[3].mean, 1e-8);

  const io::CsvTable smoothed(smoothed_csv(report), "smoothed.csv");
  EXPECT_EQ(smoothed.rows(), 201u);
  EXPECT_EQ(smoothed.numbers("step")[2], 101);
  EXPECT_NEAR(smoothed.numbers("red_smoothed")[50], report.columns[0].smoothed[50], 1e-8);
  EXPECT_NEAR(smoothed.numbers("red")[50], std::cos(10.0), 1e-8);

  const io::CsvTable peaks(peaks_csv(report), "peaks.csv");
  double members = 0;
  for (const double count : peaks.numbers("red")) members += count;
  EXPECT_EQ(members, 2);
}

TEST(ChaosReport, JsonSaysWhatTheReportSays) {
  const ChaosReport report = small_report();
  const io::Json json = io::Json::parse(as_json(report));
  EXPECT_EQ(json.at("version"), program_version());
  EXPECT_EQ(json.at("points"), 201);
  EXPECT_EQ(json.at("members"), 2);
  EXPECT_EQ(json.at("from"), 100.0);
  EXPECT_EQ(json.at("to"), 200.0);
  EXPECT_NEAR(json.at("smoothing_width").at("time").get<double>(), std::sqrt(50.0) / 2, 1e-12);
  EXPECT_EQ(json.at("columns").at(1).at("column"), "a, b/c");
  EXPECT_EQ(json.at("columns").at(0).at("fit").at("kappa"), report.columns[0].fit->kappa);
}

TEST(ChaosReport, TextHasALineForEachColumn) {
  const std::string text = as_text(small_report());
  EXPECT_TRUE(
      text.starts_with("201 points from 100 to 200, 0.5 apart; 2 members\n"
                       "smoothing width in the middle: 7.071 points, 3.536 of time;"))
      << text;
  EXPECT_TRUE(io::contains(text, "\nred ")) << text;
  EXPECT_TRUE(io::contains(text, "\na, b/c ")) << text;
}

TEST(ChaosReport, FilesAreAllThereAndNothingIsOverwritten) {
  const io::TemporaryFolder place;
  const ChaosReport report = small_report();
  const fs::path folder = place / "new/folder";
  const std::vector<std::string> names = write_chaos_files(report, folder, false);
  EXPECT_EQ(names,
            (std::vector<std::string>{"correlation.csv", "smoothed.csv", "peaks.csv", "correlation.svg",
                                      "smoothed-red.svg", "smoothed-a__b_c.svg", "summary.json"}));
  for (const std::string& name : names) EXPECT_GT(fs::file_size(folder / name), 10u) << name;
  fs::remove(folder / "correlation.csv");
  EXPECT_EQ(io::message_of<SpecError>([&] { write_chaos_files(report, folder, false); }),
            (folder / "smoothed.csv").string() + ": exists already; choose another --out, or --force");
  EXPECT_FALSE(fs::exists(folder / "correlation.csv")) << "nothing is written where something is refused";
  write_chaos_files(report, folder, true);
  EXPECT_TRUE(fs::exists(folder / "correlation.csv"));
  EXPECT_EQ(io::message_of<SpecError>([&] { write_chaos_files(report, folder / "peaks.csv", true); }),
            (folder / "peaks.csv").string() + ": is a file; --out names a folder");
}

TEST(ChaosReport, ColumnsOfLikeNamesHaveTheirOwnPictures) {
  Ensemble ensemble{{"a b", "a.b"}, 0, 1, 101, {}};
  ensemble.members.push_back({"member", {cosine(101, 0.2), cosine(101, 0.4)}});
  ThreadPool pool(1);
  const io::TemporaryFolder place;
  write_chaos_files(analyze_chaos(ensemble, pool), place.path(), false);
  EXPECT_NE(io::read_file(place / "smoothed-a_b.svg"), io::read_file(place / "smoothed-a_b_.svg"));
}

}  // namespace
}  // namespace morula::test
