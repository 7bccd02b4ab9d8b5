// The output of observers, and the output that they remove before a run continues.
#include "runner/standard_observers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "fake_model.h"
#include "io/hdf5_file.h"
#include "runner/stepping.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

// Observes as the loop of a run does, from the present step of the model.
void observe_until(Observer& observer, FakeModel& model, std::uint64_t end) {
  observer.begin(model, model.time());
  for (; model.time() <= end; model.set_time(model.time() + 1))
    if (observer.schedule().due(model.time())) observer.observe(model);
  observer.sync();
}

TEST(Covered, IsWhatWasDueBeforeTheStep) {
  const Schedule schedule(10, 25);
  EXPECT_TRUE(covered(0, schedule, 20));
  EXPECT_TRUE(covered(10, schedule, 20));
  EXPECT_FALSE(covered(20, schedule, 20)) << "observed again";
  EXPECT_FALSE(covered(15, schedule, 20)) << "the end of an earlier plan";
  EXPECT_TRUE(covered(20, schedule, 25));
  EXPECT_FALSE(covered(0, schedule, 0));
}

TEST(SeriesObserver, WritesNumbersThatReadBackExactly) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2);
  const auto observer = observe_series(folder.path(), Schedule(3, 7));
  observe_until(*observer, model, 7);
  EXPECT_EQ(contents(folder / "series.csv"), "step,count,mean\n0,0,0\n3,30,0.375\n6,60,0.75\n7,70,0.875\n");
}

TEST(SeriesObserver, CutsBackWhatALongerRunWouldNotHave) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2);
  observe_until(*observe_series(folder.path(), Schedule(3, 7)), model, 7);
  model.set_time(7);
  observe_until(*observe_series(folder.path(), Schedule(3, 10)), model, 10);
  EXPECT_EQ(contents(folder / "series.csv"),
            "step,count,mean\n0,0,0\n3,30,0.375\n6,60,0.75\n9,90,1.125\n10,100,1.25\n");
}

TEST(SeriesObserver, OfAHaltedRunEndsWithItsLastStepAlsoAfterAResume) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2);
  model.halts_at = 5;
  for (int sitting = 0; sitting < 2; ++sitting) {
    StepSchedule step_schedule{100, std::nullopt, [](Model&) {}, {}};
    step_schedule.observers.push_back(observe_series(folder.path(), Schedule(3, 100)));
    EXPECT_EQ(take_steps(model, step_schedule, {}).ending, Ending::Halted);
    EXPECT_EQ(contents(folder / "series.csv"), "step,count,mean\n0,0,0\n3,30,0.375\n5,50,0.625\n");
  }
}

TEST(SeriesObserver, OfABatchHasARowForEachReplica) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2);
  model.replicas = 3;
  observe_until(*observe_series(folder.path(), Schedule(2, 3)), model, 3);
  EXPECT_EQ(contents(folder / "series.csv"),
            "step,replica,count\n0,0,0\n0,1,1\n0,2,2\n2,0,20\n2,1,21\n2,2,22\n3,0,30\n3,1,31\n3,2,32\n");
}

TEST(SeriesObserver, OfABatchKilledAmongTheRowsOfAStepWritesThemAllAgain) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2);
  model.replicas = 3;
  observe_until(*observe_series(folder.path(), Schedule(2, 8)), model, 8);
  const std::string whole = contents(folder / "series.csv");
  for (std::size_t length = whole.find("\n4,0,") + 1; length <= whole.size(); ++length) {
    std::ofstream(folder / "series.csv", std::ios::trunc) << whole.substr(0, length);
    model.set_time(4);  // the step of the last checkpoint, which covers the rows of steps 0 and 2
    observe_until(*observe_series(folder.path(), Schedule(2, 8)), model, 8);
    ASSERT_EQ(contents(folder / "series.csv"), whole) << length;
  }
}

TEST(SeriesObserver, OfABatchThatHaltsEndsWithItsLastStepOnceAlsoAfterAResume) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2);
  model.replicas = 2;
  model.halts_at = 5;
  for (int sitting = 0; sitting < 2; ++sitting) {
    StepSchedule step_schedule{100, std::nullopt, [](Model&) {}, {}};
    step_schedule.observers.push_back(observe_series(folder.path(), Schedule(4, 100)));
    EXPECT_EQ(take_steps(model, step_schedule, {}).ending, Ending::Halted);
    EXPECT_EQ(contents(folder / "series.csv"),
              "step,replica,count\n0,0,0\n0,1,1\n4,0,40\n4,1,41\n5,0,50\n5,1,51\n");
  }
}

TEST(FrameObserver, KeepsOnlyWhatIsCovered) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2);
  observe_until(*observe_frames(folder.path(), Schedule(4, 10), {}), model, 10);
  EXPECT_EQ(names_in(folder / "frames"),
            (std::vector<std::string>{"000000000.png", "000000004.png", "000000008.png", "000000010.png",
                                      "legend.svg"}));
  std::ofstream(folder / "frames/000000008.png.part") << "half";
  std::ofstream(folder / "frames/notes.txt") << "the user's";
  model.set_time(6);
  observe_frames(folder.path(), Schedule(4, 12), {})->begin(model, 6);
  EXPECT_EQ(names_in(folder / "frames"),
            (std::vector<std::string>{"000000000.png", "000000004.png", "legend.svg", "notes.txt"}));
}

TEST(StateObserver, ListsEveryStateThatStands) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2, {1, 2, 3, 4});
  observe_until(*observe_states(folder.path(), Schedule(5, 12)), model, 12);
  const std::string whole = contents(folder / "state/all.xdmf");
  EXPECT_EQ(names_in(folder / "state"),
            (std::vector<std::string>{"000000000.h5", "000000000.xdmf", "000000005.h5", "000000005.xdmf",
                                      "000000010.h5", "000000010.xdmf", "000000012.h5", "000000012.xdmf",
                                      "all.xdmf"}));
  model.set_time(7);
  const auto observer = observe_states(folder.path(), Schedule(5, 12));
  observer->begin(model, 7);
  const std::string cut = contents(folder / "state/all.xdmf");
  EXPECT_TRUE(io::contains(cut, "000000005.h5"));
  EXPECT_FALSE(io::contains(cut, "000000010.h5"));
  observe_until(*observer, model, 12);
  EXPECT_EQ(contents(folder / "state/all.xdmf"), whole);
}

TEST(StateObserver, WritesWhatAReaderNeedsAsAttributes) {
  const io::TemporaryFolder folder;
  FakeModel model = model_2d(2, 2, {1, 0, 1, 0});
  const StateAttributes attributes = {{"model", "fake"}, {"seed", std::uint64_t{7}}, {"steps_per_time", 2.5}};
  observe_until(*observe_states(folder.path(), Schedule(5, 5), nullptr, attributes), model, 5);
  const io::Hdf5Reader file(folder / "state/000000005.h5");
  EXPECT_EQ(file.text("model"), "fake");
  EXPECT_EQ(file.number("seed"), 7u);
  EXPECT_EQ(file.number("time"), 5u);
  EXPECT_EQ(file.real("steps_per_time"), 2.5);
}

TEST(Numbered, SortsAsStepsDo) {
  EXPECT_EQ(numbered(100, ".png"), "000000100.png");
  EXPECT_EQ(numbered(12'345'678'901, ".h5"), "12345678901.h5");
}

}  // namespace
}  // namespace morula::test
