// patterns/NNNNNNNNN.rle: the state as a pattern that Golly opens.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "models/observer.h"

namespace morula {

// `rule` is as Golly names it; empty when Golly has no name for it.
std::unique_ptr<Observer> observe_patterns(const std::filesystem::path& run, Schedule schedule,
                                           unsigned states, std::string rule);

}  // namespace morula
