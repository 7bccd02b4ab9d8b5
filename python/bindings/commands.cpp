// The commands of the program, for the functions of the package.
#include "morula/commands.h"

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <atomic>

#include "python/bindings/bindings.h"

namespace morula::python {
namespace {

namespace fs = std::filesystem;
using Text = std::optional<std::string>;
using Texts = std::vector<std::string>;
using Whole = std::optional<std::uint64_t>;
using Device = std::optional<unsigned>;

// Reports progress to a callback, and stops the work if the callback or a signal handler has raised an
// exception.
class CallbackWatch {
 public:
  explicit CallbackWatch(py::object callback) : callback_(std::move(callback)) {}

  commands::Watcher watcher() {
    commands::Watcher watcher;
    watcher.stop_wanted = [this] { return wants_stop(); };
    if (!callback_.is_none()) watcher.progress = [this](std::uint64_t step, Whole end) { tell(step, end); };
    return watcher;
  }
  void rethrow() {
    signals_.rethrow();
    if (raised_) throw py::error_already_set(*raised_);
  }

 private:
  bool wants_stop() { return has_raised_ || signals_.wants_stop(); }
  void tell(std::uint64_t step, Whole end) {
    const py::gil_scoped_acquire acquire;
    if (has_raised_) return;
    try {
      callback_(step, end);
    } catch (py::error_already_set& error) {
      raised_.emplace(error);
      has_raised_ = true;
    }
  }

  py::object callback_;
  SignalCheck signals_;
  std::atomic<bool> has_raised_ = false;
  std::optional<py::error_already_set> raised_;
};

// Calls `work` without Python's lock and returns its result. If the work was stopped and fails for that
// reason, the exception that stopped it is raised instead.
template <typename Work>
auto watched(const std::string& backend, const py::object& callback, const Work& work) {
  check_devices_after_fork(backend);
  CallbackWatch watch(callback);
  const auto call = [&] {
    const py::gil_scoped_release release;
    return work(watch.watcher());
  };
  try {
    auto result = call();
    watch.rethrow();
    return result;
  } catch (const std::exception&) {
    watch.rethrow();
    throw;
  }
}

std::string run(const fs::path& file, const Text& text, const Texts& settings, const fs::path& folder,
                bool replace, const std::string& backend, Device device, Device threads,
                const py::object& callback) {
  return watched(backend, callback, [&](const commands::Watcher& watcher) {
    return commands::run({file, text, settings}, folder, replace, {backend, device, threads}, watcher);
  });
}

std::string resume(const fs::path& folder, Whole steps, const std::string& backend, Device device,
                   Device threads, const py::object& callback) {
  return watched(backend, callback, [&](const commands::Watcher& watcher) {
    return commands::resume(folder, steps, {backend, device, threads}, watcher);
  });
}

bool sweep(const fs::path& file, const Texts& over, const Texts& settings, const Texts& keep, Whole seed,
           Whole replicas, Whole points, Whole from, const Text& design, const fs::path& folder, bool replace,
           const std::string& backend, Device device, Device threads, const py::object& callback) {
  return watched(backend, callback, [&](const commands::Watcher& watcher) {
    commands::SweepRequest request{file, over, keep, settings, seed, replicas, points, from, design, replace};
    return commands::sweep(request, folder, {backend, device, threads}, watcher);
  });
}

std::string chaos(const std::vector<fs::path>& series, const Texts& columns, const std::string& time,
                  std::optional<double> from, std::optional<double> length, Device threads,
                  const std::optional<fs::path>& out, bool replace) {
  const py::gil_scoped_release release;
  return commands::analyze_chaos({series, columns, time, from, length, threads, out, replace});
}

std::string tracks(const std::vector<fs::path>& runs, double from, const std::optional<fs::path>& out,
                   bool replace) {
  const py::gil_scoped_release release;
  return commands::analyze_tracks({runs, from, out, replace});
}

std::string lineage(const std::vector<fs::path>& runs, const std::optional<fs::path>& out, bool replace) {
  const py::gil_scoped_release release;
  return commands::analyze_lineage({runs, out, replace});
}

std::string hamming(const fs::path& file, const Text& text, const Texts& settings, std::uint64_t sites,
                    Whole pairs, Whole every, Whole from, Whole frames, const std::optional<fs::path>& out,
                    bool replace, const std::string& backend, Device device, Device threads,
                    const py::object& callback) {
  return watched(backend, callback, [&](const commands::Watcher& watcher) {
    return commands::analyze_hamming(
        {{file, text, settings}, sites, pairs, every, from, frames, out, replace}, {backend, device, threads},
        watcher);
  });
}

std::string fit(const fs::path& file, const Texts& settings, const std::optional<fs::path>& target,
                const Text& channel, const std::string& method, Whole particles, Whole iterations,
                Whole repeats, Whole bootstrap, const std::optional<fs::path>& out, bool replace,
                const std::string& backend, Device device, Device threads, const py::object& callback) {
  return watched(backend, callback, [&](const commands::Watcher& watcher) {
    return commands::fit(
        {file, settings, target, channel, method, particles, iterations, repeats, bootstrap, out, replace},
        {backend, device, threads}, watcher);
  });
}

bool movie(const fs::path& folder, const fs::path& film, unsigned fps, bool step, bool legend, bool replace,
           std::optional<double> orbit, unsigned orbit_frames, Whole at, const Text& camera,
           const Texts& settings, const std::string& backend, Device device, Device threads) {
  return watched(backend, py::none(), [&](const commands::Watcher&) {
    commands::movie({folder, film, fps, step, legend, replace, orbit, orbit_frames, at, camera, settings},
                    {backend, device, threads});
    return true;
  });
}

}  // namespace

void bind_commands(py::module_& module) {
  module.def("run", &run);
  module.def("resume", &resume);
  module.def("sweep", &sweep);
  module.def("chaos", &chaos);
  module.def("tracks", &tracks);
  module.def("lineage", &lineage);
  module.def("hamming", &hamming);
  module.def("fit", &fit);
  module.def("movie", &movie);
  module.def("check", [](const fs::path& file, const Text& text, const Texts& settings) {
    const py::gil_scoped_release release;
    return commands::check({file, text, settings});
  });
  module.def("devices", [] {
    check_devices_after_fork("auto");
    return commands::devices();
  });
  module.def("report", [](const fs::path& folder) {
    const py::gil_scoped_release release;
    return commands::report(folder);
  });
}

}  // namespace morula::python
