#include "analysis/result_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.h"
#include "io/json.h"

namespace morula {

namespace fs = std::filesystem;

namespace {

void check_replaceable(const fs::path& folder, const std::string& name, const FileNameList& marks) {
  for (const std::string& mark : marks)
    if (fs::exists(folder / mark) && !is_mark(folder / mark))
      throw SpecError({(folder / mark).string()}, "",
                      "was not written by Morula, and --force does not replace it; choose another --out");
  if (std::ranges::none_of(marks, [&](const std::string& mark) { return fs::exists(folder / mark); }))
    throw SpecError(
        {(folder / name).string()}, "",
        fmt::format("has no {} of Morula beside it, and --force does not replace it; choose another "
                    "--out, or remove it",
                    fmt::join(marks, " or ")));
}

}  // namespace

void check_results_free(const fs::path& folder, const FileNameList& names, const FileNameList& marks,
                        bool replace) {
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw SpecError({folder.string()}, "", "is a file; --out names a folder");
  for (const std::string& name : names) {
    if (!fs::exists(folder / name)) continue;
    if (!replace)
      throw SpecError({(folder / name).string()}, "", "exists already; choose another --out, or --force");
    check_replaceable(folder, name, marks);
  }
}

bool is_mark(const fs::path& file) try {
  const io::Json json = io::Json::parse(io::read_file(file));
  return json.is_object() && json.contains("version") &&
         (json.contains("command") || json.contains("inputs"));
} catch (const Error&) {
  return false;
}

}  // namespace morula
