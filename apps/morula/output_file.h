// Files that commands write.
#pragma once

#include <filesystem>

namespace morula {

// Throws SpecError if the file exists and `force` is false, or if its folder does not exist. Every command
// follows this rule, wherever the file lies.
void check_writable(const std::filesystem::path& file, bool force);

}  // namespace morula
