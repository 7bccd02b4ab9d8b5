// Measured data, which are not part of the project. Tests that need them are skipped if they are absent.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

namespace morula::test {

inline constexpr const char* no_measured_data =
    "no ../shared/data/proliferation beside the source folder, and MORULA_PROLIFERATION_DATA names no other";

inline std::optional<std::filesystem::path> measured_file(const std::string& name) {
  const char* const named = std::getenv("MORULA_PROLIFERATION_DATA");
  const std::filesystem::path folder =
      named ? std::filesystem::path(named)
            : std::filesystem::path(MORULA_SOURCE_DIR).parent_path() / "shared/data/proliferation";
  if (!std::filesystem::exists(folder / name)) return std::nullopt;
  return folder / name;
}

}  // namespace morula::test
