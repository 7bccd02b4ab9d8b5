#include "apps/morula/output_file.h"

#include "core/error.h"

namespace morula {

void check_writable(const std::filesystem::path& file, bool force) {
  if (!force && std::filesystem::exists(file))
    throw SpecError({file.string()}, "", "exists already; choose another --out, or --force");
}

}  // namespace morula
