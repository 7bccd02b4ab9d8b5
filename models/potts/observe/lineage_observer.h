// Writes lineage.csv and lineage.nwk: mother, birth and death of every cell that has ever existed.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "models/observer.h"

namespace morula::potts {

std::unique_ptr<Observer> observe_lineage(const std::filesystem::path& run, Schedule schedule,
                                          std::vector<std::string> types);

}  // namespace morula::potts
