// Runs with changes: the contents of their folders, and that repeated and resumed runs give the same bytes.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "io/durable_file.h"
#include "models/catalogue.h"
#include "models/changes/changing_model.h"
#include "runner/changes_file.h"
#include "runner/run.h"
#include "tests/io/temporary_folder.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const std::string sorting =
    "model: potts\nsteps: 30\nlattice: {size: [30, 24]}\n"
    "potts: {temperature: 10, types: [medium, light, dark], contact: {order: 2}, "
    "adhesion: {light-light: 14, dark-dark: 2, light-dark: 11, medium-light: 16, medium-dark: 16}, "
    "volume: {light: {target: 25, strength: 1}, dark: {target: 25, strength: 1}}}\n"
    "initial: {cells: {box: {from: [3, 3], to: [22, 17]}, width: 5, types: {light: 0.5, dark: 0.5}}}\n"
    "output: {series: {every: 1}, cells: {every: 5}, tracks: {every: 5}, state: {every: 10}}\n";
const std::string listed =
    "changes:\n  - {at: 10, set: {potts.temperature: 25}}\n"
    "  - {at: 10, sites: {ball: {centre: [12, 10], radius: 4}}, to: medium}\n"
    "  - {at: 20, sites: {box: {from: [25, 18], to: [28, 22]}}, to: dark}\n"
    "  - {at: 30, set: {potts.adhesion.light-dark: 3}}\n";

class ChangedRun : public testing::Test {
 protected:
  Backend backend_{BackendKind::Cpu, std::make_shared<ThreadPool>(1), nullptr};
  io::TemporaryFolder folder_;

  RunRequest request(const std::string& text, const std::string& name,
                     std::vector<std::string> overrides = {}) const {
    return {{folder_.path() / "sorting.yaml", text}, std::move(overrides), folder_.path() / name};
  }
  Manifest run(const std::string& text, const std::string& name, const Hooks& hooks = {},
               const std::vector<std::string>& overrides = {}) {
    return start_run(request(text, name, overrides), backend_, hooks, steerable_in_one_process());
  }
  Manifest resume(const std::string& name, std::optional<std::uint64_t> steps = {}, const Hooks& hooks = {}) {
    return resume_run(folder_.path() / name, steps, backend_, hooks);
  }
  std::string file(const std::string& run, const std::string& name) const {
    return io::read_file(folder_.path() / run / name);
  }
  void expect_same_files(const std::string& a, const std::string& b) const {
    for (const char* name :
         {"series.csv", "cells/000000010.csv", "cells/000000015.csv", "cells/000000020.csv",
          "cells/000000025.csv", "cells/000000030.csv", "tracks.csv", "changes.jsonl"})
      EXPECT_EQ(file(a, name), file(b, name)) << name;
  }
  // Stops as soon as the run has reached this step. A batch may go beyond it.
  static Hooks stopping_at(std::uint64_t step, std::uint64_t& reached) {
    Hooks hooks;
    hooks.progress = [&reached](const Progress& progress) { reached = progress.step; };
    hooks.stop_wanted = [&reached, step] { return reached >= step; };
    return hooks;
  }
};

TEST_F(ChangedRun, ActsAfterTheObservationsOfItsStep) {
  run(sorting + listed, "changed");
  run(sorting, "free");
  const std::string changed = file("changed", "series.csv"), free = file("free", "series.csv");
  const auto row = [](const std::string& text, int step) {
    const std::size_t begin = text.find("\n" + std::to_string(step) + ",");
    return text.substr(begin, text.find('\n', begin + 1) - begin);
  };
  EXPECT_EQ(row(changed, 10), row(free, 10));
  EXPECT_NE(row(changed, 11), row(free, 11));
  EXPECT_EQ(
      file("changed", "changes.jsonl"),
      "{\"at\":10,\"from\":\"model\",\"set\":{\"potts.temperature\":25}}\n"
      "{\"at\":10,\"from\":\"model\",\"sites\":{\"ball\":{\"centre\":[12,10],\"radius\":4}},\"to\":"
      "\"medium\"}\n"
      "{\"at\":20,\"from\":\"model\",\"sites\":{\"box\":{\"from\":[25,18],\"to\":[28,22]}},\"to\":\"dark\"}\n"
      "{\"at\":30,\"from\":\"model\",\"set\":{\"potts.adhesion.light-dark\":3}}\n");
}

TEST_F(ChangedRun, StoppedAndResumedIsTheSame) {
  const Manifest whole = run(sorting + listed, "whole");
  for (const std::uint64_t step : {1u, 10u, 11u, 20u, 29u}) {
    const std::string name = "stopped-" + std::to_string(step);
    std::uint64_t reached = 0;
    run(sorting + listed, name, stopping_at(step, reached));
    const Manifest resumed = resume(name);
    EXPECT_EQ(resumed.state_hash, whole.state_hash) << name;
    expect_same_files(name, "whole");
  }
}

// A change at the last step is part of the final state, and acts only once.
TEST_F(ChangedRun, GoesOnBeyondAChangeOfItsLastStep) {
  const Manifest longer = run(sorting + listed, "longer", {}, {"steps=40"});
  run(sorting + listed, "shorter");
  const Manifest resumed = resume("shorter", 40);
  EXPECT_EQ(resumed.state_hash, longer.state_hash);
  expect_same_files("shorter", "longer");
  EXPECT_EQ(file("shorter", "cells/000000040.csv"), file("longer", "cells/000000040.csv"));
}

// Requests changes while the run is going on.
class Steering {
 public:
  // Each text is requested when the run has reached its step.
  explicit Steering(std::vector<std::pair<std::uint64_t, std::string>> wanted) : wanted_(std::move(wanted)) {}
  Hooks hooks() {
    Hooks hooks;
    hooks.progress = [this](const Progress& progress) { step_ = progress.step; };
    hooks.wanted_changes = [this] {
      std::vector<WantedChange> due;
      for (; next_ < wanted_.size() && wanted_[next_].first <= step_; ++next_)
        due.push_back({wanted_[next_].second, [this](const std::string& what) { answers.push_back(what); }});
      return due;
    };
    return hooks;
  }
  std::vector<std::string> answers;

 private:
  std::vector<std::pair<std::uint64_t, std::string>> wanted_;
  std::size_t next_ = 0;
  std::uint64_t step_ = 0;
};

TEST_F(ChangedRun, SteeredFromOutsideIsRepeatedFromItsFolder) {
  Steering steering({{0, "{\"set\": {\"potts.volume.dark.target\": 40}}"},
                     {5, "{\"set\": {\"potts.adhesion.dark-dark\": 6}}"},
                     {7, "{\"set\": {\"potts.order\": \"sequential\"}}"},
                     {12, "{\"sites\": {\"site\": [2, 2]}, \"to\": \"light\"}"}});
  const Manifest steered = run(sorting + listed, "steered", steering.hooks());
  ASSERT_EQ(steering.answers.size(), 4u);
  EXPECT_EQ(steering.answers[0], "");
  EXPECT_EQ(steering.answers[2].substr(0, 56), "change:1:25: potts.order: cannot change while the model ");
  EXPECT_EQ(std::ranges::count(file("steered", "changes.jsonl"), '\n'), 4 + 3);

  const RunRequest again{
      load_model_file(folder_.path() / "steered" / "model.yaml"), {}, folder_.path() / "again"};
  EXPECT_EQ(start_run(again, backend_, {}).state_hash, steered.state_hash);
  expect_same_files("again", "steered");
  // As if the run had been killed before its first checkpoint.
  fs::remove(folder_.path() / "again" / "checkpoint.h5");
  EXPECT_EQ(resume("again").state_hash, steered.state_hash);
  RunRequest free = again;
  free.overrides = {"changes=[]"};
  free.folder = folder_.path() / "free";
  EXPECT_NE(start_run(free, backend_, {}).state_hash, steered.state_hash);
}

// If a run is stopped right after a change from outside, its last checkpoint contains that change.
TEST_F(ChangedRun, StoppedAfterAChangeFromOutside) {
  Steering steering({{7, "{\"set\": {\"potts.adhesion.dark-dark\": 6}}"},
                     {12, "{\"sites\": {\"site\": [2, 2]}, \"to\": \"light\"}"}});
  Hooks hooks = steering.hooks();
  hooks.stop_wanted = [&] { return steering.answers.size() == 2; };
  run(sorting + listed, "stopped", hooks);
  EXPECT_EQ(steering.answers, (std::vector<std::string>{"", ""}));
  const RunRequest again{
      load_model_file(folder_.path() / "stopped" / "model.yaml"), {}, folder_.path() / "again"};
  const Manifest whole = start_run(again, backend_, {});
  EXPECT_EQ(resume("stopped").state_hash, whole.state_hash);
  expect_same_files("stopped", "again");
}

TEST_F(ChangedRun, AssignedArraysAreKept) {
  run(sorting, "before");
  const std::string text = sorting + "changes: [{at: 15, assign: {cell: before/state/000000000.h5}}]\n";
  const Manifest assigned = run(text, "assigned");
  EXPECT_TRUE(fs::exists(folder_.path() / "assigned" / "inputs" / "000000000.h5"));
  fs::remove_all(folder_.path() / "before");
  const RunRequest again{
      load_model_file(folder_.path() / "assigned" / "model.yaml"), {}, folder_.path() / "again"};
  EXPECT_EQ(start_run(again, backend_, {}).state_hash, assigned.state_hash);

  const auto model =
      make_changing_model(read_model({folder_.path() / "sorting.yaml", sorting}, {}), backend_);
  model->step(3);
  std::vector<std::byte> medium(30 * 24 * 4);
  model->assign("cell", medium, log_of_run(*model, folder_.path()));
  EXPECT_EQ(file(".", "changes.jsonl"),
            "{\"at\":3,\"from\":\"outside\",\"assign\":{\"cell\":\"changes/000000003-0-cell.h5\"}}\n");
  EXPECT_TRUE(fs::exists(folder_.path() / "changes" / "000000003-0-cell.h5"));
  model->change({"{assign: {cell: changes/000000003-0-cell.h5}}", "test", folder_.path()},
                log_of_run(*model, folder_.path()));
  EXPECT_TRUE(fs::exists(folder_.path() / "changes" / "000000003-1-cell.h5"));
  EXPECT_TRUE(file(".", "changes.jsonl").ends_with("{\"cell\":\"changes/000000003-1-cell.h5\"}}\n"));
  io::write_file(folder_.path() / "model.yaml", sorting);
  const auto read = read_model(load_model_file(folder_.path() / "model.yaml"), {});
  const auto replayed = make_model(read, backend_);
  model->step(27);
  replayed->step(30);
  EXPECT_EQ(replayed->hash(), model->hash());
}

TEST_F(ChangedRun, AChangeInThePastOfTheCheckpointIsRefused) {
  run(sorting, "run");
  io::write_file(folder_.path() / "run" / "changes.jsonl",
                 "{\"at\":3,\"from\":\"outside\",\"set\":{\"potts.temperature\":2}}\n");
  try {
    resume("run", 40);
    ADD_FAILURE() << "was not refused";
  } catch (const Error& error) {
    EXPECT_NE(
        std::string(error.what()).find("is of step 30 and holds 0 changes, where the model has 1 before"),
        std::string::npos)
        << error.what();
  }
}

TEST_F(ChangedRun, WithADamagedListIsRefused) {
  io::write_file(folder_.path() / "model.yaml", sorting);
  for (const std::string line : {"garbage", "{}", "{\"at\":4,\"set\":{\"potts.temperature\":3}}"}) {
    io::write_file(folder_.path() / "changes.jsonl", line + "\n");
    EXPECT_THROW(read_model(load_model_file(folder_.path() / "model.yaml"), {}), SpecError) << line;
  }
  const std::string line = "{\"at\":4,\"from\":\"outside\",\"set\":{\"potts.temperature\":3}}\n";
  io::write_file(folder_.path() / "changes.jsonl", line + line.substr(0, line.size() - 4));
  try {
    read_model(load_model_file(folder_.path() / "model.yaml"), {});
    ADD_FAILURE() << "was not refused";
  } catch (const SpecError& error) {
    EXPECT_EQ(
        error.problems().front().what,
        (folder_.path() / "changes.jsonl").string() +
            ": line 2 is not a change of a run: it is cut off or was edited; put the file back, or remove "
            "it and run the model without these changes");
  }
}

TEST_F(ChangedRun, DoesNotReplaceTheFolderThatAChangeReads) {
  const fs::path folder = folder_.path() / "run";
  const RunRequest first{{folder_.path() / "sorting.yaml", sorting}, {}, folder};
  const auto begun = start_run(first, backend_, {});
  RunRequest second{
      {folder_.path() / "sorting.yaml", sorting + "changes: [{at: 3, assign: {cell: run/checkpoint.h5}}]\n"},
      {},
      folder};
  second.if_exists = IfExists::Replace;
  EXPECT_THROW(start_run(second, backend_, {}), SpecError);
  EXPECT_EQ(load_manifest(folder).state_hash, begun.state_hash);
}

// The check that `morula check` makes.
TEST_F(ChangedRun, AssignmentsOfOtherSizesAreFoundBeforeTheRun) {
  run(sorting, "before");
  const std::string text = sorting + "changes: [{at: 15, assign: {cell: before/state/000000000.h5}}]\n";
  const auto check = [&](const std::vector<std::string>& overrides) -> std::string {
    const Spec spec = read_model({folder_.path() / "sorting.yaml", text}, overrides);
    try {
      check_assignments(*make_initial_model(spec, backend_), spec);
    } catch (const SpecError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(check({}), "");
  EXPECT_NE(check({"lattice.size=[32,24]"}).find("changes.assign.cell: "), std::string::npos);
  EXPECT_NE(check({"lattice.size=[32,24]"}).find("but the field of this model is 32 x 24"), std::string::npos)
      << check({"lattice.size=[32,24]"});
}

}  // namespace
}  // namespace morula::test
