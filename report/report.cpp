#include "report/report.h"

#include "core/error.h"
#include "report/fit_report.h"
#include "report/run_report.h"
#include "report/sweep_report.h"

namespace morula {

std::string report_of(const std::filesystem::path& folder) {
  if (std::filesystem::exists(folder / "manifest.json")) return run_report(folder);
  if (std::filesystem::exists(folder / "sweep.json")) return sweep_report(folder);
  if (std::filesystem::exists(folder / "fit.json")) return fit_report(folder);
  if (std::filesystem::exists(folder / "models.csv")) return comparison_report(folder);
  if (std::filesystem::exists(folder / "summary.json")) return result_report(folder);
  throw SpecError({folder.string()}, "",
                  "is not a folder of results: it has no manifest.json, sweep.json, fit.json, models.csv or "
                  "summary.json");
}

}  // namespace morula
