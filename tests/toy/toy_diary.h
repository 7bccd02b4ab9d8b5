// An output that only the toy has: diary.txt, which is written when the run has ended.
#pragma once

#include <filesystem>
#include <memory>

#include "models/observer.h"

namespace morula::test {

std::unique_ptr<Observer> observe_diary(const std::filesystem::path& run, std::uint64_t end);

}  // namespace morula::test
