#include "report/sweep_report.h"

#include <fmt/format.h>

#include <set>

#include "io/durable_file.h"
#include "io/json.h"
#include "report/page.h"
#include "report/parts.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t sweep_rows_shown = 60;

void add_sweep_facts(Page& page, const io::Json& sweep) {
  std::vector<std::string> keys;
  for (const io::Json& key : sweep.at("keys")) keys.push_back(key.at("key").get<std::string>());
  page.table(
      {{"model", sweep.at("model").get<std::string>()},
       {"design", fmt::format("{} over {}", sweep.at("design").get<std::string>(), fmt::join(keys, ", "))},
       {"runs", fmt::format("{}: {} points, {} of each", sweep.at("runs").get<std::uint64_t>(),
                            sweep.at("points").size(), sweep.at("replicas").get<std::uint64_t>())},
       {"seed", std::to_string(sweep.at("seed").get<std::uint64_t>())},
       {"program", "Morula " + sweep.at("version").get<std::string>()}});
  if (sweep.contains("remarks"))
    for (const io::Json& remark : sweep.at("remarks")) page.remark(remark.get<std::string>());
  if (const auto missing = sweep.contains("missing") ? sweep.at("missing").get<std::uint64_t>() : 0;
      missing > 0)
    page.remark(
        fmt::format("The sweep was stopped: {} of its {} runs are missing. 'morula resume' runs them.",
                    missing, sweep.at("runs").get<std::uint64_t>()));
  for (const io::Json& failed : sweep.at("failed"))
    page.remark(fmt::format("point {}, replica {} failed: {}", failed.at("point").get<std::uint64_t>(),
                            failed.at("replica").get<std::uint64_t>(),
                            failed.at("message").get<std::string>()));
}

void add_sweep_table(Page& page, const fs::path& folder, const std::string& name) {
  if (!fs::exists(folder / name)) return;
  const std::string csv = io::read_file(folder / name);
  page.section(name);
  page.csv_table(csv, sweep_rows_shown);
  page.download(name, csv, "text/csv");
}

// Adds the figures in the order of the sweep file, so that the requested ones come first.
void add_sweep_figures(Page& page, const fs::path& folder, const io::Json& sweep) {
  std::set<std::string> shown;
  if (sweep.contains("figures"))
    for (const io::Json& figure : sweep.at("figures")) {
      const std::string name = fs::path(figure.get<std::string>()).filename().string();
      if (!fs::exists(folder / name)) continue;
      page.section(fs::path(name).stem().string());
      add_figure(page, folder, name);
      shown.insert(name);
    }
  add_other_figures(page, folder, shown);
}

}  // namespace

std::string sweep_report(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  Page page((whole.filename().empty() ? whole.parent_path() : whole).filename().string());
  try {
    const io::Json sweep = io::Json::parse(io::read_file(folder / "sweep.json"));
    add_sweep_facts(page, sweep);
    if (fs::is_directory(folder / "figures")) add_sweep_figures(page, folder / "figures", sweep);
  } catch (const io::JsonError& error) {
    throw FileError((folder / "sweep.json").string(), std::string("is damaged: ") + error.what());
  }
  add_sweep_table(page, folder, "summary.csv");
  add_sweep_table(page, folder, "runs.csv");
  return page.text();
}

}  // namespace morula
