// Lineages: times between divisions, sizes of clones, and the tree, for cells with known births and deaths.
#include <gtest/gtest.h>

#include "analysis/lineage.h"
#include "analysis/lineage_report.h"
#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

const std::string lineage_header = "cell,mother,born,died,type\n";
// Cell 1 divides at 10, 30 and 60, its daughter 3 at 25; cell 2 never divides, and dies at 40.
const std::string lineage_of_five =
    lineage_header + "1,0,0,0,1\n2,0,0,40,2\n3,1,10,0,1\n4,3,25,50,1\n5,1,30,0,1\n6,1,60,0,1\n";

LineageReport report_of(const std::string& rows) {
  const io::TemporaryFolder folder;
  io::write_file(folder / "lineage.csv", rows);
  io::write_file(folder / "manifest.json", "{\"steps\": 100}");
  io::write_file(folder / "model.yaml", "model: potts\npotts: {types: [medium, stem, leaf]}\n");
  return analyze_lineage({{folder.path()}});
}

TEST(Lineage, HasTheTimesBetweenDivisions) {
  const LineageReport report = report_of(lineage_of_five);
  std::vector<std::uint64_t> intervals;
  for (const DivisionInterval& row : report.intervals) intervals.push_back(row.interval);
  EXPECT_EQ(intervals, (std::vector<std::uint64_t>{20, 30, 15})) << "nobody knows when cell 1 was born";
  ASSERT_EQ(report.types.size(), 2u);
  EXPECT_EQ(report.types[1].name, "leaf");
  EXPECT_EQ(report.types[1].deaths, 1u);
  EXPECT_EQ(report.types[0].name, "stem");
  EXPECT_EQ(report.types[0].divisions, 4u);
  EXPECT_NEAR(report.types[0].time.mean, 65.0 / 3, 1e-12);
  const io::Json json = io::Json::parse(as_json(report));
  EXPECT_EQ(json.at("types").at(0).at("longest_interval").get<double>(), 30);
  EXPECT_NE(as_text(report).find("1 of 2 alive, mean size 2 "), std::string::npos) << as_text(report);
}

TEST(Lineage, HasTheSizesOfClonesOverTime) {
  const LineageReport report = report_of(lineage_of_five);
  ASSERT_EQ(report.times.size(), 101u);
  ASSERT_EQ(report.clones.size(), 2u);
  const auto& first = report.clones[0].sizes;
  for (const auto& [time, cells] : std::vector<std::pair<std::size_t, std::uint64_t>>{
           {9, 1}, {10, 2}, {25, 3}, {30, 4}, {49, 4}, {50, 3}, {100, 4}})
    EXPECT_EQ(first[time], cells) << time;
  EXPECT_EQ(report.clones[1].sizes[39], 1u);
  EXPECT_EQ(report.clones[1].sizes[40], 0u);
}

TEST(Lineage, RefusesARunThatIsNamedTwice) {
  const io::TemporaryFolder folder;
  io::write_file(folder / "lineage.csv", lineage_of_five);
  for (const std::filesystem::path& again :
       {folder.path(), folder.path() / "", folder.path() / "." / "lineage.csv"})
    try {
      analyze_lineage({{folder.path(), again}});
      FAIL() << again;
    } catch (const SpecError& error) {
      EXPECT_EQ(error.problems().front().what,
                "is named twice, so that its cells would count twice; name it once");
    }
}

TEST(Lineage, ReplicasAreRunsOfTheirOwn) {
  const LineageReport report = report_of(
      "replica,cell,mother,born,died,type\n0,1,0,0,0,1\n0,2,1,5,0,1\n1,1,0,0,0,1\n1,2,1,7,0,1\n1,3,2,9,0,"
      "1\n");
  ASSERT_EQ(report.runs.size(), 2u);
  ASSERT_EQ(report.intervals.size(), 1u);
  EXPECT_EQ(report.intervals[0].run, 1u);
  EXPECT_EQ(report.intervals[0].interval, 2u);
}

std::size_t leaves_in(const plot::TreeFigure& figure) {
  std::size_t leaves = 0;
  for (const plot::TreeBranch& branch : figure.branches) leaves += branch.children.empty() ? 1 : 0;
  return leaves;
}

TEST(Lineage, DrawsEveryCellOfASmallTreeAndFoldsALargeOne) {
  const LineageReport small = report_of(lineage_of_five);
  const plot::TreeFigure whole = lineage_tree(small.runs[0]);
  EXPECT_EQ(leaves_in(whole), 6u);
  EXPECT_EQ(whole.roots.size(), 2u);
  const std::string svg = plot::tree_svg(whole);
  for (const char* label : {">1<", ">2<", ">6<", ">stem<", ">leaf<"})
    EXPECT_NE(svg.find(label), std::string::npos) << label;
  const plot::TreeFigure folded = lineage_tree(small.runs[0], 3);
  EXPECT_EQ(leaves_in(folded), 3u);
  EXPECT_NE(plot::tree_svg(folded).find(">3 cells<"), std::string::npos) << plot::tree_svg(folded);
  const plot::TreeFigure largest = lineage_tree(small.runs[0], 1);
  EXPECT_EQ(largest.roots.size(), 1u);
  EXPECT_NE(largest.caption.find("1 smaller clone is left out"), std::string::npos);
}

TEST(Lineage, WritesItsFilesAndReplacesNothing) {
  const io::TemporaryFolder folder;
  const LineageReport report = report_of(lineage_of_five);
  write_lineage_files(report, folder / "lineage", false);
  EXPECT_EQ(io::read_file(folder / "lineage" / "division-times.csv"),
            "run,cell,type,divided,interval\n0,1,stem,30,20\n0,1,stem,60,30\n0,3,stem,25,15\n");
  EXPECT_THROW(write_lineage_files(report, folder / "lineage", false), SpecError);
  write_lineage_files(report, folder / "lineage", true);
}

std::string refusal_of_lineage(const std::string& rows) {
  try {
    report_of(rows);
  } catch (const SpecError& error) {
    const std::string message = error.what();
    return message.substr(message.find("lineage.csv"));
  }
  return "";
}

TEST(Lineage, ThatIsDamagedIsRefused) {
  EXPECT_EQ(refusal_of_lineage("cell,mother,born,type\n1,0,0,1\n"),
            "lineage.csv: has no column 'died': it is not a table of lineages");
  EXPECT_EQ(refusal_of_lineage(lineage_header), "lineage.csv: has no cells");
  EXPECT_EQ(
      refusal_of_lineage(lineage_header + "2,0,0,0,1\n1,0,0,0,1\n"),
      "lineage.csv:3:1: cell 1 follows cell 2; rows must be in the order of replicas and cells: use the file "
      "as the run wrote it");
  EXPECT_EQ(refusal_of_lineage(lineage_header + "1,0,0,0,1\n2,7,4,0,1\n"),
            "lineage.csv:3:1: cell 2 has the mother 7, which has no row before it");
  EXPECT_EQ(refusal_of_lineage(lineage_header + "1,0,0,3,1\n2,1,4,0,1\n"),
            "lineage.csv:3:1: cell 2 was born at step 4, when its mother 1 did not live");
  EXPECT_EQ(refusal_of_lineage(lineage_header + "1,0,9,3,1\n"),
            "lineage.csv:2:1: cell 1 died at step 3, before it was born at 9");
  EXPECT_EQ(refusal_of_lineage(lineage_header + "1,0,0.5,0,1\n").substr(0, 33),
            "lineage.csv:2:1: born: is 0.5; mu");
}

}  // namespace
}  // namespace morula::test
