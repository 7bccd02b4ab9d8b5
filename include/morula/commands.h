// The commands of the program as functions. Results are JSON, as printed with `--json`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "morula/simulation.h"

namespace morula::commands {

struct Watcher {
  StopWanted stop_wanted = [] { return false; };
  // Called with the present step and, if it is known, the last step.
  std::function<void(std::uint64_t step, std::optional<std::uint64_t> end)> progress =
      [](std::uint64_t, std::optional<std::uint64_t>) {};
};

// Both return the manifest. A run that was stopped has a checkpoint, and the status "stopped".
MORULA_API std::string run(const ModelInput& model, const std::filesystem::path& folder, bool replace = false,
                           const Processor& processor = {}, const Watcher& watcher = {});
MORULA_API std::string resume(const std::filesystem::path& folder, std::optional<std::uint64_t> steps = {},
                              const Processor& processor = {}, const Watcher& watcher = {});

// Returns notes on the model, one line each. Throws InputError with every problem if the model cannot be run
// on this machine.
MORULA_API std::vector<std::string> check(const ModelInput& model);
MORULA_API std::string devices();
// Whether this process, or a process from which it was forked, has used a device: drivers do not survive a
// fork.
MORULA_API bool was_device_used();

struct SweepRequest {
  std::filesystem::path file;  // a sweep file, or a model file
  std::vector<std::string> over = {}, keep = {}, settings = {};
  std::optional<std::uint64_t> seed = {}, replicas = {}, points = {}, from = {};
  std::optional<std::string> design = {};
  bool replace = false;
};
// Runs a sweep, or continues one that was stopped. Returns false if it was stopped before its end. Tables are
// in `folder`.
MORULA_API bool sweep(const SweepRequest& request, const std::filesystem::path& folder,
                      const Processor& processor = {}, const Watcher& watcher = {});

struct ChaosRequest {
  std::vector<std::filesystem::path> series;  // CSV files
  std::vector<std::string> columns = {};
  std::string time = "step";
  std::optional<double> from = {}, length = {};
  std::optional<unsigned> threads = {};
  std::optional<std::filesystem::path> out = {};  // for tables and figures
  bool replace = false;
};
MORULA_API std::string analyze_chaos(const ChaosRequest& request);

struct TracksRequest {
  std::vector<std::filesystem::path> runs;  // run directories with a tracks.csv, or such files
  double from = 0;
  std::optional<std::filesystem::path> out = {};
  bool replace = false;
};
MORULA_API std::string analyze_tracks(const TracksRequest& request);

struct LineageRequest {
  std::vector<std::filesystem::path> runs;  // run directories with a lineage.csv, or such files
  std::optional<std::filesystem::path> out = {};
  bool replace = false;
};
MORULA_API std::string analyze_lineage(const LineageRequest& request);

struct HammingRequest {
  ModelInput model;
  std::uint64_t sites = 1;
  std::optional<std::uint64_t> pairs = {}, every = {}, from = {}, frames = {};
  std::optional<std::filesystem::path> out = {};
  bool replace = false;
};
MORULA_API std::string analyze_hamming(const HammingRequest& request, const Processor& processor = {},
                                       const Watcher& watcher = {});

struct FitRequest {
  std::filesystem::path file;  // a model file
  std::vector<std::string> settings = {};
  std::optional<std::filesystem::path> target = {};
  std::optional<std::string> channel = {};
  std::string method = "expectation";  // expectation | simulate
  std::optional<std::uint64_t> particles = {}, iterations = {}, repeats = {}, bootstrap = {};
  std::optional<std::filesystem::path> out = {};
  bool replace = false;
};
MORULA_API std::string fit(const FitRequest& request, const Processor& processor = {},
                           const Watcher& watcher = {});

// One HTML page of a run, a sweep, a fit or an analysis.
MORULA_API std::string report(const std::filesystem::path& folder);

struct MovieRequest {
  std::filesystem::path folder, film;
  unsigned fps = 10;
  bool step = false, legend = false, replace = false;
  std::optional<double> orbit = {};
  unsigned orbit_frames = 72;
  std::optional<std::uint64_t> at = {};
  std::optional<std::string> camera = {};
  std::vector<std::string> settings = {};
};
MORULA_API void movie(const MovieRequest& request, const Processor& processor = {});

}  // namespace morula::commands
