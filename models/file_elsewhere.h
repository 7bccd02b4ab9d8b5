// A note in the place of a file that a model names and that was too large to be copied into a run directory:
// where the file was, how large it is, and its hash. The note of inputs/mask.h5 is inputs/mask.h5.where.
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
// What the note in this place says; nothing if there is none. Throws FileError for a damaged one.
std::optional<FileElsewhere> noted_elsewhere(const std::filesystem::path& place);

// Where the file can be read that belongs in this place: there, or where a note says. Throws FileError if the
// file of a note is gone.
std::filesystem::path found_file(const std::filesystem::path& place);

bool is_here_or_noted(const std::filesystem::path& place);  // whether found_file() has something to find

std::string describe(const FileElsewhere& file);  // "/data/mask.h5 (1.2 GiB, hash 0123456789abcdef)"

}  // namespace morula
