// The type for which a tracked cell counts.
#include <gtest/gtest.h>

#include "analysis/tracks.h"
#include "core/error.h"
#include "io/durable_file.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

TEST(Tracks, CellsCountForTheTypeInWhichTheyWereSeenLast) {
  const io::TemporaryFolder folder;
  io::write_file(folder / "tracks.csv",
                 "time,cell,type,x,y\n0,1,1,0,0\n0,2,1,5,5\n1,1,1,1,0\n1,2,1,5,6\n2,1,2,2,0\n2,2,1,5,7\n"
                 "3,1,2,3,0\n3,2,1,5,8\n");
  const TracksReport report = analyze_tracks({.runs = {folder.path()}});
  ASSERT_EQ(report.types.size(), 2u);
  EXPECT_EQ(report.types[0].cells, 1u);
  EXPECT_EQ(report.types[1].cells, 1u) << "cell 1";
}

TEST(Tracks, RefusesWhatIsNamedTwiceOrIsNotThere) {
  const io::TemporaryFolder folder;
  io::write_file(folder / "tracks.csv", "time,cell,type,x,y\n0,1,1,0,0\n1,1,1,1,0\n2,1,1,2,0\n");
  const auto refused = [&](std::vector<std::filesystem::path> runs) -> std::string {
    try {
      analyze_tracks({.runs = std::move(runs)});
    } catch (const SpecError& error) {
      return error.problems().front().what;
    }
    return "";
  };
  EXPECT_EQ(refused({folder.path(), folder / "tracks.csv"}),
            "is named twice, so that its cells would count twice; name it once");
  EXPECT_EQ(refused({folder / "nosuch"}),
            "does not exist; name a run directory with a tracks.csv, or such a file");
}

}  // namespace
}  // namespace morula::test
