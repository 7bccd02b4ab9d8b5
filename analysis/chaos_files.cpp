#include <fmt/format.h>

#include <cctype>
#include <functional>
#include <set>

#include "analysis/chaos_figures.h"
#include "analysis/chaos_report.h"
#include "analysis/result_folder.h"
#include "io/durable_file.h"
#include "plot/svg.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct File {
  std::string name;
  std::function<void(const fs::path&)> write;
};

// The name of a column without the characters that a file name cannot have.
std::string as_file_name(std::string column) {
  for (char& c : column)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_') c = '_';
  return column;
}

std::vector<File> files_for(const ChaosReport& report) {
  const auto text = [](const std::function<std::string()>& make) {
    return [make](const fs::path& path) { io::write_file(path, make()); };
  };
  std::vector<File> files = {
      {"correlation.csv", text([&] { return correlation_csv(report); })},
      {"smoothed.csv", text([&] { return smoothed_csv(report); })},
      {"peaks.csv", text([&] { return peaks_csv(report); })},
      {"correlation.svg", text([&] { return plot::svg(correlation_figure(report)); })}};
  std::set<std::string> used_names;
  for (std::size_t i = 0; i < report.columns.size(); ++i) {
    std::string name = as_file_name(report.columns[i].column);
    while (!used_names.insert(name).second) name += '_';  // 'a b' and 'a.b' are different columns
    files.push_back({fmt::format("smoothed-{}.svg", name),
                     text([&report, i] { return plot::svg(smoothed_figure(report, i)); })});
  }
  files.push_back({"summary.json", text([&] {
                     return as_json(report);
                   })});  // written last, since it shows that all files exist
  return files;
}

}  // namespace

std::vector<std::string> write_chaos_files(const ChaosReport& report, const fs::path& folder, bool replace) {
  const std::vector<File> files = files_for(report);
  std::vector<std::string> names;
  for (const File& file : files) names.push_back(file.name);
  check_results_free(folder, names, {"summary.json"}, replace);
  fs::create_directories(folder);
  for (const File& file : files) file.write(folder / file.name);
  return names;
}

}  // namespace morula
