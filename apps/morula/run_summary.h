// The summary for the user at the end of a run: how it ended, where its files are, and how to continue it.
#pragma once

#include <filesystem>

#include "apps/morula/run_options.h"
#include "runner/manifest.h"

namespace morula {

// How a run ended.
struct RunEnd {
  Manifest manifest;
  bool had_ended = false;  // already when it was resumed, so that no step was run
};

// Prints a summary, or the manifest with --json, or nothing with --quiet.
void tell_end(const RunOptions& options, const std::filesystem::path& folder, const RunEnd& end);

}  // namespace morula
