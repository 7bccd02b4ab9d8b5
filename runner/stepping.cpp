#include "runner/stepping.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <limits>

namespace morula {
namespace {

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// Chooses the number of steps in a batch, such that a batch takes about the given time.
class Pace {
 public:
  std::uint64_t batch() const { return batch_; }
  void took(std::uint64_t steps, double seconds, double batch_seconds) {
    if (seconds <= 0) seconds = 1e-9;
    const double fitting = static_cast<double>(steps) * batch_seconds / seconds;
    const double largest = static_cast<double>(batch_) * 4;  // since a single quick batch says little
    batch_ = static_cast<std::uint64_t>(std::clamp(fitting, 1.0, largest));
  }

 private:
  std::uint64_t batch_ = 1;
};

class Loop {
 public:
  Loop(Model& model, StepSchedule& step_schedule, const Hooks& hooks)
      : model_(model), step_schedule_(step_schedule), hooks_(hooks), updates_before_(model.updates()) {
    progress_.end = step_schedule.end;
    progress_.unit = model.unit();
    for (const auto& observer : step_schedule.observers)
      if (observer->takes_rows()) series_ = observer.get();
  }

  StepResult run() {
    // If changes of this step have acted, the state before them was observed, and cannot be observed again.
    is_observed_ = model_.holds_changes_of_this_step();
    for (const auto& observer : step_schedule_.observers)
      observer->begin(model_, model_.time() + (is_observed_ ? 1 : 0));
    try {
      const Ending ending = step_to_the_end();
      return {ending, progress_.steps_done, progress_.seconds};
    } catch (...) {
      keep_observations();
      throw;
    }
  }

 private:
  Ending step_to_the_end() {
    if (!is_observed_) observe_due();
    const Ending ending = take_batches();
    if (ending == Ending::Halted) observe_all();
    if (ending == Ending::Done) model_.make_due_changes();  // the changes of the last step
    if (ending != Ending::Stopped || progress_.steps_done > 0) save();
    for (const auto& observer : step_schedule_.observers)
      if (ending == Ending::Stopped)
        observer->stop();
      else
        observer->end(model_);
    return ending;
  }

  // A run that is watched goes on after the model has halted, since a change may let the model move again.
  Ending take_batches() {
    bool has_halted = false;
    while (true) {
      if (hooks_.watch) most_steps_ = std::max<std::uint64_t>(hooks_.watch(model_, has_halted), 1);
      if (model_.time() >= end()) return Ending::Done;
      if (hooks_.stop_wanted()) return has_halted ? Ending::Halted : Ending::Stopped;
      step_schedule_.steer(model_);
      has_halted = !advance();
      if (has_halted && !hooks_.watch) return Ending::Halted;
      if (has_halted) continue;
      observe_due();
      if (checkpoint_due()) save();
    }
  }

  // Keeps the observations up to a failure. Further errors are ignored, since the user must hear of the first
  // failure, and not, for example, that a full disk has no room for a figure either.
  void keep_observations() {
    for (const auto& observer : step_schedule_.observers) try {
        observer->sync();
        observer->stop();
      } catch (const std::exception&) {
      }
  }

  std::uint64_t end() const { return step_schedule_.end.value_or(std::numeric_limits<std::uint64_t>::max()); }

  struct RowsAtTime {
    std::uint64_t time;
    std::vector<Row> rows;
  };

  // Makes one batch of steps. Returns false if the model has halted.
  bool advance() {
    const std::uint64_t batch = std::min({pace_.batch(), next_event() - model_.time(), most_steps_});
    std::uint64_t done = 0;
    std::vector<RowsAtTime> observed;  // written after the time is taken, even if a later step has failed
    std::exception_ptr failure;
    const double seconds = seconds_of([&] {
      try {
        done = step(batch, observed);
      } catch (...) {
        failure = std::current_exception();
      }
    });
    for (const RowsAtTime& at_time : observed) {
      series_->take_rows(at_time.time, at_time.rows);
      if (hooks_.rows) hooks_.rows(at_time.time, at_time.rows);
    }
    if (failure) std::rethrow_exception(failure);
    pace_.took(std::max<std::uint64_t>(done, 1), seconds, hooks_.batch_seconds);
    progress_.step = model_.time();
    progress_.steps_done += done;
    progress_.updates_done = model_.updates() - updates_before_;
    progress_.seconds += seconds;
    hooks_.progress(progress_);
    return done == batch;
  }

  std::uint64_t step(std::uint64_t batch, std::vector<RowsAtTime>& observed) {
    if (!series_) return model_.step(batch);
    return model_.step_summing(batch, series_->schedule().every(),
                               [&](std::uint64_t time, const Sums& totals) {
                                 observed.push_back({time, model_.rows(totals)});
                               });
  }

  // The step of the next observation or checkpoint. Rows of the series do not count: they are taken within a
  // batch.
  std::uint64_t next_event() const {
    std::uint64_t next = end();
    for (const auto& observer : step_schedule_.observers)
      if (observer.get() != series_) next = std::min(next, observer->schedule().next(model_.time()));
    if (step_schedule_.checkpoint_every)
      next = std::min(next, Schedule(*step_schedule_.checkpoint_every, end()).next(model_.time()));
    return next;
  }

  void observe_due() {
    for (const auto& observer : step_schedule_.observers)
      if (observer->schedule().due(model_.time()) && !was_taken(*observer)) observer->observe(model_);
  }

  bool was_taken(const Observer& observer) const {
    return &observer == series_ && progress_.steps_done > 0 &&
           model_.time() % observer.schedule().every() == 0;
  }

  void observe_all() {
    for (const auto& observer : step_schedule_.observers)
      if (!observer->schedule().due(model_.time())) observer->observe(model_);
  }

  bool checkpoint_due() const {
    return step_schedule_.checkpoint_every && model_.time() % *step_schedule_.checkpoint_every == 0 &&
           model_.time() < end();
  }

  // Syncs rows and pictures first, since the output up to a checkpoint must be on disk before the checkpoint.
  void save() {
    for (const auto& observer : step_schedule_.observers) observer->sync();
    step_schedule_.checkpoint(model_);
  }

  Model& model_;
  StepSchedule& step_schedule_;
  const Hooks& hooks_;
  bool is_observed_ = false;    // at the step from which the run continues
  Observer* series_ = nullptr;  // the observer of the series, if there is one: its rows come from the steps
  const std::uint64_t updates_before_;
  Pace pace_;
  std::uint64_t most_steps_ = std::numeric_limits<std::uint64_t>::max();  // of the next batch
  Progress progress_;
};

}  // namespace

StepResult take_steps(Model& model, StepSchedule& step_schedule, const Hooks& hooks) {
  return Loop(model, step_schedule, hooks).run();
}

}  // namespace morula
