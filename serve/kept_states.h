// What the view does to the run directory while the run is interrupted.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/threads.h"
#include "models/model.h"

namespace morula::serve {

// DIR/checkpoints/000000412.h5
std::filesystem::path kept_state(const std::filesystem::path& run, std::uint64_t step);
void keep_state(Model& model, const std::filesystem::path& run, ThreadPool* threads);

// Sets the run back to that step, with the first `changes` of its changes; everything later is removed.
void go_back_to(const std::filesystem::path& run, std::uint64_t step, std::uint64_t changes);
void go_back_to_start(const std::filesystem::path& run);

// Sets the steps in model.yaml to the number that was made, and removes later changes, so that
// `morula run DIR/model.yaml` ends in the present state.
void finish_folder(const std::filesystem::path& run);

// The text of the model file, including all changes up to this step.
std::string model_with_changes(const std::filesystem::path& run, std::uint64_t step);

}  // namespace morula::serve
