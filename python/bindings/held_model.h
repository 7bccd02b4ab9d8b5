// A Simulation that is held by Python: several threads may share it, it can be closed, and it cannot be used
// after a fork.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "morula/simulation.h"

namespace morula::python {

namespace py = pybind11;

// The number of forks between the process that loaded the module and this one. A fork copies neither threads
// nor the state of devices.
unsigned fork_count();
void watch_forks();

// Throws if a device was used before the fork that made this process, since drivers do not survive a fork.
void check_devices_after_fork(const std::string& backend);

// Lets Python handle signals, and keeps the exception of a handler, such as KeyboardInterrupt. To be called
// without Python's lock.
class SignalCheck {
 public:
  bool wants_stop();
  void rethrow();  // to be called with Python's lock

 private:
  std::optional<py::error_already_set> raised_;
};

class HeldModel {
 public:
  explicit HeldModel(Simulation simulation);
  ~HeldModel();
  HeldModel(const HeldModel&) = delete;
  HeldModel& operator=(const HeldModel&) = delete;

  // Calls `work` with the model, without Python's lock, while no other thread uses it.
  template <typename Work>
  auto with(const Work& work) {
    check_process();
    const py::gil_scoped_release release;
    const std::scoped_lock lock(mutex_);
    return work(open_model());
  }
  void close();
  bool is_closed() const { return closed_; }

  std::atomic<std::uint64_t> version = 0;  // counts the calls that step or change the model

 private:
  void check_process() const;
  Simulation& open_model();

  std::unique_ptr<Simulation> simulation_;
  std::mutex mutex_;
  std::atomic<bool> closed_ = false;
  const unsigned forks_ = fork_count();
};

}  // namespace morula::python
