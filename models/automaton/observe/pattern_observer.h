// Writes the state to patterns/NNNNNNNNN.rle, as a pattern that Golly opens.
#pragma once

#include <filesystem>
#include <memory>

#include "models/automaton/observe/rle_writer.h"
#include "models/observer.h"

namespace morula {

// All files get the same header.
std::unique_ptr<Observer> observe_patterns(const std::filesystem::path& run, Schedule schedule,
                                           const RleHeader& header);

}  // namespace morula
