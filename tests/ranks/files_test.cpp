// A model over ranks writes the files that one process writes, byte for byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "runner/checkpoint.h"
#include "runner/standard_observers.h"
#include "runner/stepping.h"
#include "tests/io/temporary_folder.h"
#include "tests/ranks/spread.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> files_in(const fs::path& folder) {
  std::map<std::string, std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[fs::relative(entry.path(), folder)] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

// Takes the model to the end of the run, with all output that its file asks for.
void run(Model& model, const Spec& spec, const fs::path& folder) {
  StepSchedule schedule{spec.steps, spec.checkpoint_every, {}, make_observers(spec, folder, nullptr)};
  schedule.checkpoint = [&](Model& at) { save_state(at, folder / "checkpoint.h5", nullptr); };
  take_steps(model, schedule, {});
}

void expect_same_files(const std::string& text, const std::vector<std::string>& expected) {
  const Spec spec = spec_from(text);
  const io::TemporaryFolder alone;
  run(*make_model(spec, on_one_thread()), spec, alone.path());
  const auto right = files_in(alone.path());
  for (const std::string& name : expected) ASSERT_TRUE(right.contains(name)) << name;
  for (const int ranks : {2, 5}) {
    const io::TemporaryFolder folder;
    with_ranks(ranks, spec, [&](Model& model) { run(model, spec, folder.path()); });
    const auto written = files_in(folder.path());
    for (const auto& [name, contents] : right)
      EXPECT_TRUE(written.contains(name) && written.at(name) == contents)
          << name << ", " << ranks << " ranks";
    EXPECT_EQ(written.size(), right.size());
  }
}

TEST(RankFiles, OfAPlane) {
  expect_same_files(
      "model: automaton\nsteps: 25\nlattice: {size: [83, 47]}\nautomaton: {rule: B3/S23}\n"
      "initial: {random: {density: 0.3}}\noutput: {series: {every: 2}, frames: {every: 10, scale: 2}, state: "
      "{every: 10}, patterns: {every: 25}}\ncheckpoint: {every: 7}\n",
      {"series.csv", "frames/000000020.png", "state/000000010.h5", "patterns/000000025.rle",
       "checkpoint.h5"});
}

TEST(RankFiles, OfASolidTissue) {
  expect_same_files(
      "model: automaton\nsteps: 12\nlattice: {size: [23, 17, 11], boundary: fixed}\nautomaton: {tissue: "
      "{activation_map: true, activated: 2, refractory: 3, threshold: 1, stimuli: [{site: [3, 4, 5]}]}}\n"
      "output: {series: {every: 1}, frames: {every: 4, of: activation, axis: y}, state: {every: 6}}\n",
      {"series.csv", "frames/000000008.png", "state/000000006.h5", "checkpoint.h5"});
}

// A state saved by several ranks can be continued on any other number of ranks.
TEST(RankFiles, AStateMovesBetweenNumbersOfRanks) {
  const Spec spec = spec_from(soup("[70, 33]", "periodic", "moore", "B3/S23"));
  const auto alone = make_model(spec, on_one_thread());
  alone->step(40);
  const io::TemporaryFolder folder;
  const fs::path file = folder / "state.h5";
  const auto leg = [&](Model& model) {
    if (fs::exists(file)) load_state(model, file);
    model.step(10);
    save_state(model, file);
  };
  for (const int ranks : {3, 1, 8})
    with_ranks(ranks, spec, leg, on_one_thread, fs::exists(file) ? Start::Blank : Start::Initial);
  with_ranks(
      2, spec,
      [&](Model& model) {
        leg(model);
        EXPECT_EQ(model.time(), 40u);
        EXPECT_EQ(model.hash(), alone->hash());
      },
      on_one_thread, Start::Blank);
}

}  // namespace
}  // namespace morula::test
