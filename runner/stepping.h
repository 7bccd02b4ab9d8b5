// The loop of a run: step, observe, checkpoint, stop when asked.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "models/model.h"
#include "models/observer.h"

namespace morula {

struct Progress {
  std::uint64_t step = 0;
  std::optional<std::uint64_t> end;  // absent if the model runs until it halts
  double seconds = 0;                // time spent on steps in this process
  std::uint64_t steps_done = 0;      // in this process
  std::uint64_t updates_done = 0;    // in this process
  std::string unit;
};

// What a run does before its first step. From FirstOutput on, the run directory exists.
enum class StartStage { MakingState, ReadingOtherRun, RestoringCheckpoint, MakingFolder, FirstOutput };

// A change of the model that somebody asks for while it runs, in the form that parse_change() reads
// (models/changes/change_reader.h): {"set": {"potts.temperature": 5}}.
struct WantedChange {
  std::string text;
  std::function<void(const std::string& problem)> answer;  // empty if the change was made
};

struct Hooks {
  std::function<bool()> stop_wanted = [] { return false; };
  std::function<void(const Progress&)> progress = [](const Progress&) {};
  std::function<void(StartStage)> starting = [](StartStage) {};
  // The changes that are asked for now. Called between batches of steps. A run that is to be changed needs a
  // maker of changing models: see steerable_in_one_process() in runner/run.h.
  std::function<std::vector<WantedChange>()> wanted_changes = {};

  // For the view of a run (serve/). Called between batches of steps, after the observations, and also at the
  // last step and after the model has halted. It may take a long time, and may change the model. It returns
  // the largest number of steps for the next batch. The run ends when it returns at the last step, or when
  // stop_wanted() is true.
  std::function<std::uint64_t(Model&, bool has_halted)> watch = {};
  // Gets the rows of the series as they are computed.
  std::function<void(std::uint64_t time, const std::vector<Row>&)> rows = {};
  double batch_seconds = 0.1;  // approximate duration of a batch of steps
};

enum class Ending { Done, Halted, Stopped };

struct StepResult {
  Ending ending = Ending::Done;
  std::uint64_t steps_done = 0;
  double seconds = 0;
};

// The steps at which something happens: observations, checkpoints, the end.
struct StepSchedule {
  std::optional<std::uint64_t> end;  // step at which the run is done; absent: when the model halts
  std::optional<std::uint64_t> checkpoint_every;
  // Saves the model. It is also called at the end of the run, unless the run was stopped before the first
  // step: then the last checkpoint, or the model file, already has the state.
  std::function<void(Model&)> checkpoint;
  std::vector<std::unique_ptr<Observer>> observers;
  // Makes changes from outside; called after the observations of a step.
  std::function<void(Model&)> steer = [](Model&) {};
};

// Runs the model from its present step to the end. Batches of steps are small, so that a request to stop is
// obeyed within a fraction of a second; the size of batches never changes the result. If a step throws, the
// rows of the steps before it are written first.
StepResult take_steps(Model& model, StepSchedule& step_schedule, const Hooks& hooks);

}  // namespace morula
