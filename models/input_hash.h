// The hash of a file that a model file names, by which a run recognises the file.
#pragma once

#include <filesystem>

#include "core/hash.h"

namespace morula {

Hash hash_of_files(const std::filesystem::path& path);  // of a file, or of the pictures of a stack

}  // namespace morula
