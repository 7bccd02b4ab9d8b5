#include "analysis/run_tables.h"

#include <fmt/format.h>

#include <set>

#include "core/error.h"

namespace morula {

namespace fs = std::filesystem;

fs::path table_of_run(const fs::path& run, const std::string& name, const std::string& remedy) {
  if (!fs::exists(run))
    throw SpecError({run.string()}, "",
                    fmt::format("does not exist; name a run directory with a {}, or such a file", name));
  if (!fs::is_directory(run)) return run;
  if (!fs::exists(run / name))
    throw SpecError({run.string()}, "", fmt::format("has no {}; {}", name, remedy));
  return run / name;
}

void refuse_repeated_runs(const std::vector<fs::path>& runs, const std::string& name) {
  std::set<fs::path> named_runs;
  for (const fs::path& run : runs) {
    fs::path place = fs::weakly_canonical(run);
    if (place.filename() == name) place = place.parent_path();
    if (!named_runs.insert(place.has_filename() ? place : place.parent_path()).second)
      throw SpecError({run.string()}, "",
                      "is named twice, so that its cells would count twice; name it once");
  }
}

}  // namespace morula
