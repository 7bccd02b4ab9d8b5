#include "python/bindings/held_model.h"

#include <pthread.h>

#include <atomic>
#include <stdexcept>

#include "morula/commands.h"

namespace morula::python {
namespace {

std::atomic<unsigned> forks = 0;
std::atomic<bool> forked_with_device = false;

}  // namespace

unsigned fork_count() { return forks; }

void watch_forks() {
  pthread_atfork(nullptr, nullptr, [] {
    ++forks;
    forked_with_device = commands::was_device_used();
  });
}

void check_devices_after_fork(const std::string& backend) {
  if (backend == "cpu" || !forked_with_device) return;
  throw std::runtime_error(
      "this process was forked after a device was used, and drivers do not survive that; start it by "
      "multiprocessing.get_context('spawn'), or use backend='cpu'");
}

bool SignalCheck::wants_stop() {
  const py::gil_scoped_acquire acquire;
  if (raised_) return true;
  if (PyErr_CheckSignals() == 0) return false;
  raised_.emplace();
  return true;
}

void SignalCheck::rethrow() {
  if (raised_) throw py::error_already_set(*raised_);
}

HeldModel::HeldModel(Simulation simulation)
    : simulation_(std::make_unique<Simulation>(std::move(simulation))) {}

// In a forked process the threads of the model do not exist and cannot be joined, so that its memory is not
// freed.
HeldModel::~HeldModel() {
  if (forks_ != fork_count()) {
    static_cast<void>(simulation_.release());
    return;
  }
  const py::gil_scoped_release release;
  simulation_.reset();
}

void HeldModel::close() {
  check_process();
  const py::gil_scoped_release release;
  const std::scoped_lock lock(mutex_);
  simulation_.reset();
  closed_ = true;
}

void HeldModel::check_process() const {
  if (forks_ != fork_count())
    throw std::runtime_error(
        "this model was made before the process was forked, and its threads and device stayed with the "
        "parent; "
        "make the model in the child process");
}

Simulation& HeldModel::open_model() {
  if (!simulation_) throw std::runtime_error("the model is closed");
  return *simulation_;
}

}  // namespace morula::python
