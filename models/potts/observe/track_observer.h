// Writes tracks.csv: the places of cells at each due step.
#pragma once

#include <filesystem>
#include <memory>

#include "models/observer.h"

namespace morula::potts {

std::unique_ptr<Observer> observe_tracks(const std::filesystem::path& run, Schedule schedule);

}  // namespace morula::potts
