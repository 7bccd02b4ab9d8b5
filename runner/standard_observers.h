// The observers that serve every family: curves, pictures, data, tables.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "core/threads.h"
#include "models/observer.h"
#include "models/spec.h"

namespace morula {

std::unique_ptr<Observer> observe_series(const std::filesystem::path& folder, Schedule schedule);
std::unique_ptr<Observer> observe_frames(const std::filesystem::path& folder, Schedule schedule,
                                         FramesSpec frames);
std::unique_ptr<Observer> observe_states(const std::filesystem::path& folder, Schedule schedule,
                                         ThreadPool* threads = nullptr);  // as save_state
std::unique_ptr<Observer> observe_table(const std::filesystem::path& folder, Schedule schedule,
                                        const std::string& table);

// The observers that a model file asks for.
std::vector<std::unique_ptr<Observer>> make_observers(const Spec& spec, const std::filesystem::path& folder,
                                                      ThreadPool* threads);

}  // namespace morula
