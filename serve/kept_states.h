// What a watched run does to its folder between two sittings.
#pragma once

#include <cstdint>
#include <filesystem>

#include "core/threads.h"
#include "models/model.h"

namespace morula::serve {

// DIR/checkpoints/000000412.h5
std::filesystem::path kept_state(const std::filesystem::path& run, std::uint64_t step);
void keep_state(Model& model, const std::filesystem::path& run, ThreadPool* threads);

// The run is at that step again, with the first `changes` of its changes; what came later is gone.
void go_back_to(const std::filesystem::path& run, std::uint64_t step, std::uint64_t changes);
void go_back_to_start(const std::filesystem::path& run);

// model.yaml asks for the steps that were made, without changes beyond them, so that
// `morula run DIR/model.yaml` ends where the run was left.
void finish_folder(const std::filesystem::path& run);

// The model file with all changes until this step in it.
std::string model_with_changes(const std::filesystem::path& run, std::uint64_t step);

}  // namespace morula::serve
