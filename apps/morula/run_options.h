// The options of `morula run` and `morula resume`.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"

namespace morula {

struct RunOptions {
  std::filesystem::path target;  // the model file, or the run directory to resume
  std::string out;
  BackendRequest backend;
  std::optional<std::string> mpi;
  std::optional<std::uint64_t> seed, replica, steps;
  std::vector<std::string> set;
  bool force = false, quiet = false, json = false;
  bool view = false, no_browser = false;  // `view`: watch the run in the browser
  bool is_resumed = false;

  bool speaks() const { return !quiet && !json; }
};

}  // namespace morula
