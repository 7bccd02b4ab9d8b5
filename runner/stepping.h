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
  std::optional<std::uint64_t> end;  // absent where the model runs until it halts
  double seconds = 0;                // of stepping, in this process
  std::uint64_t steps_done = 0;      // in this process
  std::uint64_t updates_done = 0;    // in this process
  std::string unit;
};

// What a run does before its first step. From FirstOutput on, its folder is there.
enum class StartStage { MakingState, ReadingOtherRun, RestoringCheckpoint, FirstOutput };

// A change of the model that somebody asks for while it runs, as parse_change() reads it
// (models/changes/change_reader.h): {"set": {"potts.temperature": 5}}.
struct WantedChange {
  std::string text;
  std::function<void(const std::string& problem)> answer;  // empty if the change was made
};

struct Hooks {
  std::function<bool()> stop_wanted = [] { return false; };
  std::function<void(const Progress&)> progress = [](const Progress&) {};
  std::function<void(StartStage)> starting = [](StartStage) {};
  // Called between batches of steps. A run that is to be steered needs a maker of changing models: see
  // steerable_in_one_process() in runner/run.h.
  std::function<std::vector<WantedChange>()> wanted_changes = {};

  // For who watches a run (serve/): called between batches of steps, after the observations, and also at the
  // last step and where the model can go no further. It may take its time and change the model. It returns
  // how many steps the next batch may have. The run ends when it returns at the last step, or when
  // stop_wanted().
  std::function<std::uint64_t(Model&, bool has_halted)> watch = {};
  std::function<void(std::uint64_t time, const std::vector<Row>&)> rows = {};  // of the series, as they come
  double batch_seconds = 0.1;  // that a batch of steps takes, about
};

enum class Ending { Done, Halted, Stopped };

struct StepResult {
  Ending ending = Ending::Done;
  std::uint64_t steps_done = 0;
  double seconds = 0;
};

// What happens at which step: observations, checkpoints, the end.
struct StepSchedule {
  std::optional<std::uint64_t> end;  // step at which the run is done; absent: when the model halts
  std::optional<std::uint64_t> checkpoint_every;
  // Saves the model; called at the end of the run too, unless it is stopped before a step was taken: then the
  // last checkpoint, or the model file, has its state.
  std::function<void(Model&)> checkpoint;
  std::vector<std::unique_ptr<Observer>> observers;
  // Called after the observations of a step: makes changes from outside.
  std::function<void(Model&)> steer = [](Model&) {};
};

// Runs the model from where it is to the end. Batches of steps are so small that a request to stop is obeyed
// within a fraction of a second; the size of batches never changes the answer. Whatever a step throws is
// thrown here, after the rows of the steps before it were written.
StepResult take_steps(Model& model, StepSchedule& step_schedule, const Hooks& hooks);

}  // namespace morula
