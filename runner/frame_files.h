// The frames that a run has written.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace morula {

// The steps of FOLDER/NNNNNNNNN.png, in ascending order; none if there is no such folder.
std::vector<std::uint64_t> frame_steps(const std::filesystem::path& folder);

}  // namespace morula
