// The observers that serve every family: curves, pictures, data, tables.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "core/threads.h"
#include "models/observer.h"
#include "models/spec.h"
#include "runner/checkpoint.h"
#include "runner/series_plot.h"

namespace morula {

// Writes series.csv and, at the end of the run, series.svg. If the model has a unit of time, there is a
// column `time`.
std::unique_ptr<Observer> observe_series(const std::filesystem::path& folder, Schedule schedule,
                                         SeriesPlotSpec plot = {},
                                         std::optional<double> steps_per_time = std::nullopt);
std::unique_ptr<Observer> observe_frames(const std::filesystem::path& folder, Schedule schedule,
                                         FramesSpec frames, ThreadPool* threads = nullptr);
std::unique_ptr<Observer> observe_states(const std::filesystem::path& folder, Schedule schedule,
                                         ThreadPool* threads = nullptr,
                                         StateAttributes attributes = {});  // for save_state()
std::unique_ptr<Observer> observe_table(const std::filesystem::path& folder, Schedule schedule,
                                        const std::string& table);

// The observers that a model file asks for.
std::vector<std::unique_ptr<Observer>> make_observers(const Spec& spec, const std::filesystem::path& folder,
                                                      ThreadPool* threads);

}  // namespace morula
