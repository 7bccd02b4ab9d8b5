// Into which folders a fit may write: nothing of a user's is replaced.
#pragma once

#include <filesystem>
#include <vector>

namespace morula {

// The file that holds the options of an interrupted fit.
std::filesystem::path request_in(const std::filesystem::path& out);

// Throws SpecError if a fit may not write into `out`, or into the folders of its models, which are `out`
// itself or lie in it. Files that exist are replaced only with `replace`, and only if a fit has written them.
void check_fit_folders(const std::filesystem::path& out, const std::vector<std::filesystem::path>& folders,
                       bool replace);

}  // namespace morula
