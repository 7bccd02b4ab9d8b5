// Files that commands write.
#pragma once

#include <filesystem>

namespace morula {

// One rule for every command: a file that exists is overwritten only with --force, wherever it lies. Throws
// SpecError.
void check_writable(const std::filesystem::path& file, bool force);

}  // namespace morula
