// The work of `morula view` and `morula run --view`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"

namespace morula {

struct ViewOptions {
  std::string target;  // a model file or a run directory; if empty, the examples are shown
  std::string out;
  BackendRequest backend;
  std::optional<std::uint64_t> seed, steps, replica;
  std::vector<std::string> set;
  std::string files;
  std::string listen = "127.0.0.1";
  std::uint64_t port = 0;
  bool force = false, play = false, no_browser = false;
};

void view(const ViewOptions& options);  // returns when a signal comes

}  // namespace morula
