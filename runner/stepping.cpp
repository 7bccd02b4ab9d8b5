#include "runner/stepping.h"

#include <algorithm>
#include <chrono>

namespace morula {
namespace {

double seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// How many steps to ask for at once: as many as take about a tenth of a second.
class Pace {
 public:
  std::uint64_t batch() const { return batch_; }
  void took(std::uint64_t steps, double seconds) {
    constexpr double wanted = 0.1;
    if (seconds <= 0) seconds = 1e-9;
    const double fitting = static_cast<double>(steps) * wanted / seconds;
    const double most = static_cast<double>(batch_) * 4;  // one quick batch says little
    batch_ = static_cast<std::uint64_t>(std::clamp(fitting, 1.0, most));
  }

 private:
  std::uint64_t batch_ = 1;
};

class Loop {
 public:
  Loop(Model& model, Plan& plan, const Hooks& hooks) : model_(model), plan_(plan), hooks_(hooks) {
    progress_.end = plan.end;
    progress_.updates_per_step = model.updates_per_step();
    progress_.unit = model.unit();
    for (const auto& observer : plan.observers)
      if (observer->takes_numbers()) numbers_ = observer.get();
  }

  Stepped run() {
    for (const auto& observer : plan_.observers) observer->begin(model_, model_.time());
    observe_due();
    Ending ending = Ending::Done;
    while (model_.time() < plan_.end) {
      if (hooks_.stop_wanted()) {
        ending = Ending::Stopped;
        break;
      }
      if (!advance()) {
        ending = Ending::Halted;
        break;
      }
      observe_due();
      if (checkpoint_due()) save();
    }
    if (ending == Ending::Halted) observe_all();
    save();
    return {ending, progress_.steps_done, progress_.seconds};
  }

 private:
  // One batch of steps; false when the model can go no further.
  bool advance() {
    const std::uint64_t batch = std::min(pace_.batch(), next_event() - model_.time());
    std::uint64_t done = 0;
    std::vector<Seen> seen;  // written when the clock has stopped
    const double seconds = seconds_of([&] { done = step(batch, seen); });
    for (const Seen& one : seen) numbers_->observe_numbers(one.time, one.each);
    pace_.took(std::max<std::uint64_t>(done, 1), seconds);
    progress_.step = model_.time();
    progress_.steps_done += done;
    progress_.seconds += seconds;
    hooks_.progress(progress_);
    return done == batch;
  }

  struct Seen {
    std::uint64_t time;
    std::vector<Observation> each;
  };

  std::uint64_t step(std::uint64_t batch, std::vector<Seen>& seen) {
    if (!numbers_) return model_.step(batch);
    return model_.step_observing(batch, numbers_->schedule().every(),
                                 [&](std::uint64_t time, std::vector<Observation> each) {
                                   seen.push_back({time, std::move(each)});
                                 });
  }

  // Numbers are seen on the way.
  std::uint64_t next_event() const {
    std::uint64_t next = plan_.end;
    for (const auto& observer : plan_.observers)
      if (observer.get() != numbers_) next = std::min(next, observer->schedule().next(model_.time()));
    if (plan_.checkpoint_every)
      next = std::min(next, Schedule(*plan_.checkpoint_every, plan_.end).next(model_.time()));
    return next;
  }

  void observe_due() {
    for (const auto& observer : plan_.observers)
      if (observer->schedule().due(model_.time()) && !was_seen(*observer)) observer->observe(model_);
  }

  bool was_seen(const Observer& observer) const {
    return &observer == numbers_ && progress_.steps_done > 0 &&
           model_.time() % observer.schedule().every() == 0;
  }

  void observe_all() {
    for (const auto& observer : plan_.observers)
      if (!observer->schedule().due(model_.time())) observer->observe(model_);
  }

  bool checkpoint_due() const {
    return plan_.checkpoint_every && model_.time() % *plan_.checkpoint_every == 0 &&
           model_.time() < plan_.end;
  }

  // Rows and pictures first: what a checkpoint covers must be on disk before it.
  void save() {
    for (const auto& observer : plan_.observers) observer->sync();
    plan_.checkpoint(model_);
  }

  Model& model_;
  Plan& plan_;
  const Hooks& hooks_;
  Observer* numbers_ = nullptr;  // who takes them from the steps, if anyone does
  Pace pace_;
  Progress progress_;
};

}  // namespace

Stepped take_steps(Model& model, Plan& plan, const Hooks& hooks) { return Loop(model, plan, hooks).run(); }

}  // namespace morula
