#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/threads.h"
#include "models/model.h"
#include "models/spec.h"
#include "runner/schedule.h"

namespace morula {

// Reads a model at certain steps and writes a file of the run directory.
class Observer {
 public:
  explicit Observer(Schedule schedule) : schedule_(schedule) {}
  virtual ~Observer() = default;

  const Schedule& schedule() const { return schedule_; }

  // Called once before the run goes on from `step`: removes what an earlier attempt wrote and `covered`
  // denies. What is due at `step` itself is observed next.
  virtual void begin(Model& model, std::uint64_t step) = 0;
  virtual void observe(Model& model) = 0;
  virtual void sync() {}  // what was observed is on disk when it returns

  // An observer of numbers alone may take them from Model::step_observing, which need not stop for it.
  virtual bool takes_numbers() const { return false; }
  virtual void observe_numbers(std::uint64_t, const std::vector<Observation>&) {}

 private:
  Schedule schedule_;
};

std::unique_ptr<Observer> observe_series(const std::filesystem::path& folder, Schedule schedule);
std::unique_ptr<Observer> observe_frames(const std::filesystem::path& folder, Schedule schedule,
                                         FramesSpec frames);
std::unique_ptr<Observer> observe_states(const std::filesystem::path& folder, Schedule schedule,
                                         ThreadPool* threads = nullptr);  // as save_state
std::unique_ptr<Observer> observe_patterns(const std::filesystem::path& folder, Schedule schedule);

// The observers that a model file asks for.
std::vector<std::unique_ptr<Observer>> make_observers(const Spec& spec, const std::filesystem::path& folder,
                                                      ThreadPool* threads);

// Would an uninterrupted run have written this step's output before it came to `step`? What is due at `step`
// itself is not counted, and so is written again: a new end of the run may have made it due.
bool covered(std::uint64_t written, const Schedule& schedule, std::uint64_t step);

std::string numbered(std::uint64_t step, const std::string& extension);  // "000000100.png"

// Removes from a folder the numbered files that are not covered.
void remove_uncovered(const std::filesystem::path& folder, const Schedule& schedule, std::uint64_t step);

}  // namespace morula
