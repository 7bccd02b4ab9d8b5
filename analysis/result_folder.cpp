#include "analysis/result_folder.h"

#include "core/error.h"

namespace morula {

namespace fs = std::filesystem;

void check_results_free(const fs::path& folder, const std::vector<std::string>& names, bool replace) {
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw SpecError({folder.string()}, "", "is a file; --out names a folder");
  for (const std::string& name : names)
    if (!replace && fs::exists(folder / name))
      throw SpecError({(folder / name).string()}, "", "exists already; choose another --out, or --force");
}

}  // namespace morula
