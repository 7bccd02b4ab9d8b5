#include "report/report.h"

#include "core/error.h"
#include "report/run_report.h"
#include "report/sweep_report.h"

namespace morula {

std::string report_of(const std::filesystem::path& folder) {
  if (std::filesystem::exists(folder / "manifest.json")) return run_report(folder);
  if (std::filesystem::exists(folder / "sweep.json")) return sweep_report(folder);
  for (const char* name : {"fit.json", "summary.json"})
    if (std::filesystem::exists(folder / name)) return result_report(folder);
  throw SpecError(
      {folder.string()}, "",
      "is not a folder of results: it has no manifest.json, fit.json, sweep.json or summary.json");
}

}  // namespace morula
