#include "apps/morula/fit_folders.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analysis/fit/fit_report.h"
#include "analysis/result_folder.h"
#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"

namespace morula {

namespace fs = std::filesystem;

namespace {

// The folders of the models of the interrupted fit in `out`; none if there is no such fit.
std::set<fs::path> folders_of_interrupted(const fs::path& out) {
  const fs::path request = request_in(out);
  if (!fs::exists(request)) return {};
  if (!is_written_by_morula(request))
    throw SpecError({request.string()}, "",
                    "was not written by Morula, and a fit does not replace it; choose another --out");
  const io::Json json = io::Json::parse(io::read_file(request));
  if (!json.contains("files") || json.at("files").size() < 2) return {out};
  std::set<fs::path> folders;
  for (const io::Json& file : json.at("files"))
    folders.insert(out / fs::path(file.get<std::string>()).stem());
  return folders;
}

bool holds_fit(const fs::path& folder) { return is_written_by_morula(folder / "fit.json"); }

// models.csv may be replaced beside the folder of a fit.
void check_comparison(const fs::path& out, bool replace) {
  const fs::path models = out / "models.csv";
  if (!fs::exists(models)) return;
  if (!replace) throw SpecError({models.string()}, "", "exists already; choose another --out, or --force");
  if (std::ranges::none_of(fs::directory_iterator(out),
                           [](const auto& entry) { return holds_fit(entry.path()); }))
    throw SpecError(
        {models.string()}, "",
        "has no folder of a fit beside it, and --force does not replace it; choose another --out, or "
        "remove it");
}

}  // namespace

fs::path request_in(const fs::path& out) { return out / fit_request_name; }

void check_fit_folders(const fs::path& out, const std::vector<fs::path>& folders, bool replace) {
  const std::set<fs::path> interrupted = folders_of_interrupted(out);
  if (!interrupted.empty() && !replace)
    throw SpecError(
        {out.string()}, "",
        fmt::format("holds a fit that was interrupted; go on with 'morula fit --resume {}', choose "
                    "another --out, or --force",
                    out.string()));
  for (const fs::path& folder : folders) {
    const bool has_results = fs::exists(folder / "fit.json");
    if (has_results || !interrupted.contains(folder)) check_fit_files(folder, replace);
  }
  if (folders.size() > 1 && interrupted.size() < 2) check_comparison(out, replace);
}

}  // namespace morula
