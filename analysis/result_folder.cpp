#include "analysis/result_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.h"
#include "io/json.h"

namespace morula {

namespace fs = std::filesystem;

namespace {

void check_replaceable(const fs::path& folder, const std::string& name, const FileNameList& summaries) {
  for (const std::string& summary : summaries)
    if (fs::exists(folder / summary) && !is_written_by_morula(folder / summary))
      throw SpecError({(folder / summary).string()}, "",
                      "was not written by Morula, and --force does not replace it; choose another --out");
  if (std::ranges::none_of(summaries,
                           [&](const std::string& summary) { return fs::exists(folder / summary); }))
    throw SpecError(
        {(folder / name).string()}, "",
        fmt::format(
            "has no {} of Morula beside it, so it may be another program's, or the rest of an interrupted "
            "analysis, and --force does not replace it; choose another --out, or remove it",
            fmt::join(summaries, " or ")));
}

}  // namespace

void check_results_free(const fs::path& folder, const FileNameList& names, const FileNameList& summaries,
                        bool replace) {
  if (fs::exists(folder) && !fs::is_directory(folder))
    throw SpecError({folder.string()}, "", "is a file; --out names a folder");
  for (const std::string& name : names) {
    if (!fs::exists(folder / name)) continue;
    if (!replace)
      throw SpecError({(folder / name).string()}, "", "exists already; choose another --out, or --force");
    check_replaceable(folder, name, summaries);
  }
}

bool is_written_by_morula(const fs::path& file) try {
  const io::Json json = io::Json::parse(io::read_file(file));
  if (!json.is_object() || !json.contains("version")) return false;
  if (!json.contains("command")) return json.contains("inputs");
  const std::string command = json.at("command").get<std::string>();
  return command.empty() || command.starts_with("morula ");  // libmorula writes no command
} catch (const Error&) {
  return false;
}

}  // namespace morula
