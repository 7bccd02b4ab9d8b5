#include "apps/morula/output_file.h"

#include "core/error.h"

namespace morula {

void check_writable(const std::filesystem::path& file, bool force) {
  if (!force && std::filesystem::exists(file))
    throw SpecError({file.string()}, "", "exists already; choose another --out, or --force");
  const std::filesystem::path folder = file.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    throw SpecError({file.string()}, "",
                    "cannot be written: there is no folder " + folder.string() + "; make it first");
}

}  // namespace morula
