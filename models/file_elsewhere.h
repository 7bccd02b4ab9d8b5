// A note that replaces a file that a model names and that was too large to be copied into a run directory:
// where the file was, how large it is, and its hash. The note for inputs/mask.h5 is inputs/mask.h5.where.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "core/hash.h"

namespace morula {

struct FileElsewhere {
  std::filesystem::path path;  // absolute
  std::uint64_t bytes = 0;
  Hash hash;
};

inline constexpr const char* elsewhere_suffix = ".where";

std::string to_json(const FileElsewhere& file);
std::filesystem::path note_for(std::filesystem::path place);
// The contents of the note for this place; nothing if there is none. Throws FileError if the note is damaged.
std::optional<FileElsewhere> noted_elsewhere(const std::filesystem::path& place);

// The path at which the file for this place can be read: the place itself, or the path in its note. Throws
// FileError if the file of a note no longer exists.
std::filesystem::path found_file(const std::filesystem::path& place);

bool is_here_or_noted(const std::filesystem::path& place);  // whether the file or its note exists

std::string describe(const FileElsewhere& file);  // "/data/mask.h5 (1.2 GiB, hash 0123456789abcdef)"

}  // namespace morula
