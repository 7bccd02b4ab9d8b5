// A Simulation as Python holds it: shared by several threads, closed when asked, and of no use after a fork.
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

// Times that this process was forked from another since the module was loaded: threads, and what devices
// know, stay behind.
unsigned fork_count();
void watch_forks();

// Throws if a device was used before a fork that made this process: drivers do not survive it.
void check_devices_after_fork(const std::string& backend);

// Asks Python for signals; keeps the exception of a handler, such as KeyboardInterrupt. Holds no lock of
// Python.
class SignalCheck {
 public:
  bool wants_stop();
  void rethrow();  // with Python's lock

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
