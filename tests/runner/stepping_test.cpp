// The loop of a run, with a model and observers that only record their calls.
#include <algorithm>

#include "runner/stepping.h"

#include <gtest/gtest.h>

#include "fake_model.h"

namespace morula::test {
namespace {

using Notes = std::vector<std::string>;

class NotingObserver final : public Observer {
 public:
  NotingObserver(std::string name, Schedule schedule, Notes& notes)
      : Observer(schedule), name_(std::move(name)), notes_(notes) {}
  void begin(Model&, std::uint64_t step) override { note("begin", step); }
  void observe(Model& model) override { note("observe", model.time()); }
  void sync() override { notes_.push_back(name_ + " sync"); }
  void end(Model& model) override { note("end", model.time()); }

 private:
  void note(const char* what, std::uint64_t step) {
    notes_.push_back(name_ + ' ' + what + ' ' + std::to_string(step));
  }
  std::string name_;
  Notes& notes_;
};

// An observer that records the steps of the rows that it gets.
class RowsObserver final : public Observer {
 public:
  RowsObserver(Schedule schedule, Notes& notes) : Observer(schedule), notes_(notes) {}
  void begin(Model&, std::uint64_t) override {}
  void observe(Model& model) override { take_rows(model.time(), {}); }
  bool takes_rows() const override { return true; }
  void take_rows(std::uint64_t time, const std::vector<Row>&) override {
    notes_.push_back(std::to_string(time));
  }
  void sync() override { notes_.push_back("sync"); }
  void stop() override { notes_.push_back("stop"); }

 private:
  Notes& notes_;
};

struct Noted {
  Notes notes;
  StepSchedule step_schedule;

  explicit Noted(std::uint64_t end, std::optional<std::uint64_t> checkpoint_every = std::nullopt) {
    step_schedule.end = end;
    step_schedule.checkpoint_every = checkpoint_every;
    step_schedule.checkpoint = [this](Model& model) {
      notes.push_back("save " + std::to_string(model.time()));
    };
  }
  Noted& observer(const std::string& name, std::uint64_t every) {
    step_schedule.observers.push_back(
        std::make_unique<NotingObserver>(name, Schedule(every, *step_schedule.end), notes));
    return *this;
  }
};

TEST(Stepping, ObservesAndSavesInOrder) {
  FakeModel model = model_2d(2, 2);
  Noted noted(10, 6);
  noted.observer("a", 4).observer("b", 6);
  const StepResult result = take_steps(model, noted.step_schedule, {});
  EXPECT_EQ(result.ending, Ending::Done);
  EXPECT_EQ(result.steps_done, 10u);
  EXPECT_EQ(noted.notes, (Notes{"a begin 0", "b begin 0", "a observe 0", "b observe 0", "a observe 4",
                                "b observe 6", "a sync", "b sync", "save 6", "a observe 8", "a observe 10",
                                "b observe 10", "a sync", "b sync", "save 10", "a end 10", "b end 10"}));
}

TEST(Stepping, AFailureLeavesWhatWasObservedBeforeIt) {
  FakeModel model = model_2d(2, 2);
  model.fails_at = 7;
  Notes rows;
  Noted noted(100);
  noted.observer("a", 50);
  noted.step_schedule.observers.push_back(std::make_unique<RowsObserver>(Schedule(1, 100), rows));
  EXPECT_THROW(take_steps(model, noted.step_schedule, {}), std::bad_alloc);
  EXPECT_EQ(rows, (Notes{"0", "1", "2", "3", "4", "5", "6", "sync", "stop"}));
  EXPECT_EQ(noted.notes, (Notes{"a begin 0", "a observe 0", "a sync"})) << "nothing is saved";
}

TEST(Stepping, NeverStepsPastAnEvent) {
  FakeModel model = model_2d(2, 2);
  Noted noted(1000, 9);
  noted.observer("a", 7);
  take_steps(model, noted.step_schedule, {});
  std::uint64_t step = 0;
  for (const std::uint64_t asked : model.asked) {
    EXPECT_LE(step + asked, std::min({(step / 7 + 1) * 7, (step / 9 + 1) * 9, std::uint64_t{1000}}));
    step += asked;
  }
  EXPECT_EQ(step, 1000u);
}

TEST(Stepping, AModelThatHaltsEarlyHasItsLastStepObservedAndSaved) {
  FakeModel model = model_2d(2, 2);
  model.halts_at = 11;
  Noted noted(100, 50);
  noted.observer("a", 4);
  const StepResult result = take_steps(model, noted.step_schedule, {});
  EXPECT_EQ(result.ending, Ending::Halted);
  EXPECT_EQ(result.steps_done, 11u);
  EXPECT_EQ(noted.notes, (Notes{"a begin 0", "a observe 0", "a observe 4", "a observe 8", "a observe 11",
                                "a sync", "save 11", "a end 11"}));
}

TEST(Stepping, AModelThatHaltsWhereItIsObservedAnywayIsObservedOnce) {
  FakeModel model = model_2d(2, 2);
  model.halts_at = 8;
  Noted noted(100);
  noted.observer("a", 4);
  EXPECT_EQ(take_steps(model, noted.step_schedule, {}).ending, Ending::Halted);
  EXPECT_EQ(noted.notes,
            (Notes{"a begin 0", "a observe 0", "a observe 4", "a observe 8", "a sync", "save 8", "a end 8"}));
}

TEST(Stepping, AHaltedModelThatIsResumedIsAskedOnceMoreAndStaysHalted) {
  FakeModel model = model_2d(2, 2);
  model.halts_at = 11;
  model.set_time(11);
  Noted noted(100, 50);
  noted.observer("a", 4);
  const StepResult result = take_steps(model, noted.step_schedule, {});
  EXPECT_EQ(result.ending, Ending::Halted);
  EXPECT_EQ(result.steps_done, 0u);
  EXPECT_EQ(noted.notes, (Notes{"a begin 11", "a observe 11", "a sync", "save 11", "a end 11"}));
}

TEST(Stepping, StopsWhenAskedWithACheckpointButNoObservationOutOfTurn) {
  FakeModel model = model_2d(2, 2);
  Noted noted(1'000'000);
  noted.observer("a", 5);
  Hooks hooks;
  hooks.stop_wanted = [&] { return model.time() >= 6; };
  EXPECT_EQ(take_steps(model, noted.step_schedule, hooks).ending, Ending::Stopped);
  EXPECT_LT(model.time(), 1'000'000u);
  EXPECT_EQ(noted.notes.back(), "save " + std::to_string(model.time()));
  for (const std::string& note : noted.notes) {
    const bool observed = note.starts_with("a observe ");
    EXPECT_TRUE(!observed || std::stoul(note.substr(10)) % 5 == 0) << note;
  }
}

TEST(Stepping, GoesOnFromWhereTheModelStandsAndObservesThereAgain) {
  FakeModel model = model_2d(2, 2);
  model.set_time(8);
  Noted noted(12);
  noted.observer("a", 4).observer("b", 5);
  EXPECT_EQ(take_steps(model, noted.step_schedule, {}).steps_done, 4u);
  EXPECT_EQ(noted.notes, (Notes{"a begin 8", "b begin 8", "a observe 8", "b observe 10", "a observe 12",
                                "b observe 12", "a sync", "b sync", "save 12", "a end 12", "b end 12"}));
}

TEST(Stepping, OfARunThatIsDoneTakesNoStep) {
  FakeModel model = model_2d(2, 2);
  model.set_time(12);
  Noted noted(12);
  noted.observer("a", 5);
  EXPECT_EQ(take_steps(model, noted.step_schedule, {}).ending, Ending::Done);
  EXPECT_TRUE(model.asked.empty());
  EXPECT_EQ(noted.notes, (Notes{"a begin 12", "a observe 12", "a sync", "save 12", "a end 12"}));
}

TEST(Stepping, ReportsProgress) {
  FakeModel model = model_2d(3, 2);
  Noted noted(50);
  std::vector<std::uint64_t> seen;
  Hooks hooks;
  hooks.progress = [&](const Progress& progress) {
    EXPECT_EQ(progress.end, 50u);
    EXPECT_EQ(progress.updates_done, 6 * progress.step);
    EXPECT_EQ(progress.unit, "cells");
    EXPECT_EQ(progress.steps_done, progress.step);
    seen.push_back(progress.step);
  };
  take_steps(model, noted.step_schedule, hooks);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(seen.back(), 50u);
}

// Without an end, the run goes on until the model halts by itself.
TEST(Stepping, WithoutAnEndGoesOnUntilTheModelHalts) {
  FakeModel model = model_2d(2, 2);
  model.halts_at = 12'345;
  Noted noted(0);
  noted.step_schedule.end.reset();
  EXPECT_EQ(take_steps(model, noted.step_schedule, {}).ending, Ending::Halted);
  EXPECT_EQ(noted.notes, Notes{"save 12345"});
}

}  // namespace
}  // namespace morula::test
