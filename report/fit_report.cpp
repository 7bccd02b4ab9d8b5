#include "report/fit_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/error.h"
#include "io/durable_file.h"
#include "io/json.h"
#include "report/model_text.h"
#include "report/page.h"
#include "report/parts.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

// The fitted properties of a type, in the order in which a biologist asks for them, and their headings.
const std::vector<std::pair<std::string, std::string>> type_columns = {
    {"proportion", "share of the initial cells"},
    {"mean", "mean time to division"},
    {"sd", "sd of the time to division"},
    {"death_mean", "mean time to death"}};

std::string with_interval(const io::Json& parameter) {
  const std::string value = fmt::format("{:.4g}", parameter.at("value").get<double>());
  const io::Json& interval = parameter.at("interval");
  if (interval.is_null()) return value;
  return fmt::format("{} ({:.4g} … {:.4g})", value, interval.at(0).get<double>(),
                     interval.at(1).get<double>());
}

// Parameters have names such as slow.mean.
struct TypeRows {
  std::vector<std::string> types;                                     // in the order of the model file
  std::map<std::pair<std::string, std::string>, std::string> values;  // by type and column
  bool has_intervals = false;
};

TypeRows type_rows(const io::Json& fit) {
  TypeRows rows;
  for (const io::Json& parameter : fit.at("parameters")) {
    const std::string name = parameter.at("name").get<std::string>();
    const std::size_t dot = name.rfind('.');
    const std::string type = name.substr(0, dot),
                      column = dot == std::string::npos ? "" : name.substr(dot + 1);
    if (std::ranges::find(rows.types, type) == rows.types.end()) rows.types.push_back(type);
    rows.values[{type, column}] = with_interval(parameter);
    rows.has_intervals = rows.has_intervals || !parameter.at("interval").is_null();
  }
  return rows;
}

void add_types(Page& page, const io::Json& fit) {
  const TypeRows found = type_rows(fit);
  std::vector<std::vector<std::string>> cells = {{"type"}};
  for (const std::string& type : found.types) cells.push_back({type});
  for (const auto& [column, heading] : type_columns) {
    const auto is_fitted = [&, name = column](const std::string& type) {
      return found.values.contains({type, name});
    };
    if (std::ranges::none_of(found.types, is_fitted)) continue;
    cells[0].push_back(heading);
    for (std::size_t i = 0; i < found.types.size(); ++i)
      cells[i + 1].push_back(is_fitted(found.types[i]) ? found.values.at({found.types[i], column}) : "");
  }
  page.rows(cells);
  if (found.has_intervals) page.paragraph("In parentheses: 95 % bootstrap intervals.");
}

void add_fit(Page& page, const io::Json& fit) {
  for (const io::Json& doubt : fit.at("doubts")) page.remark(doubt.get<std::string>());
  add_types(page, fit);
  std::vector<std::pair<std::string, std::string>> facts = {
      {"Hellinger distance", fmt::format("{:.4g}", fit.at("hellinger").get<double>())},
      {"AIC", fmt::format("{:.1f}, with {} free parameters", fit.at("aic").get<double>(),
                          fit.at("free_parameters").get<std::uint64_t>())}};
  if (const io::Json& validation = fit.at("validation"); !validation.is_null())
    facts.emplace_back("distance at the time of the validation",
                       fmt::format("{:.4g}", validation.at("hellinger").get<double>()));
  page.table(facts);
}

io::Json fit_json(const fs::path& file) {
  if (!fs::exists(file)) throw FileError(file.string(), "is missing, though models.csv names this fit");
  return io::Json::parse(io::read_file(file));
}

// The first column, whatever it contains; four numbers follow it.
std::string model_in(const std::string& row) {
  std::size_t end = row.size();
  for (int column = 0; column < 4 && end != std::string::npos && end > 0; ++column)
    end = row.rfind(',', end - 1);
  return row.substr(0, end);
}

std::vector<std::string> compared_models(const std::string& csv) {
  std::vector<std::string> models;
  for (std::size_t begin = csv.find('\n') + 1; begin < csv.size() && begin > 0;) {
    const std::size_t end = std::min(csv.find('\n', begin), csv.size());
    models.push_back(model_in(csv.substr(begin, end - begin)));
    begin = end + 1;
  }
  return models;
}

std::string folder_name(const fs::path& folder) {
  const fs::path whole = fs::absolute(folder).lexically_normal();
  return (whole.filename().empty() ? whole.parent_path() : whole).filename().string();
}

// If anything is missing from fit.json or has another type, the file counts as damaged.
template <typename Work>
void with_sound_json(const fs::path& file, const Work& work) try {
  work(fit_json(file));
} catch (const io::JsonError& error) {
  throw FileError(file.string(), std::string("is damaged: ") + error.what());
}

// Ranks the models in the order of models.csv, in which the most likely model comes first.
void add_ranking(Page& page, const fs::path& folder, const std::vector<std::string>& models) {
  std::vector<std::vector<std::string>> cells = {
      {"model", "AIC", "AIC above the lowest", "free parameters", "Hellinger distance"}};
  std::optional<double> first;
  for (const std::string& model : models)
    with_sound_json(folder / model / "fit.json", [&](const io::Json& fit) {
      const double aic = fit.at("aic").get<double>();
      if (!first) first = aic;
      cells.push_back({model, fmt::format("{:.1f}", aic), fmt::format("{:.1f}", aic - *first),
                       std::to_string(fit.at("free_parameters").get<std::uint64_t>()),
                       fmt::format("{:.4g}", fit.at("hellinger").get<double>())});
    });
  page.rows(cells);
}

}  // namespace

std::string fit_report(const fs::path& folder) {
  Page page(folder_name(folder));
  with_sound_json(folder / "fit.json", [&](const io::Json& fit) { add_fit(page, fit); });
  for (const char* figure : {"histogram.svg", "validation.svg"})
    if (fs::exists(folder / figure)) {
      page.section(fs::path(figure).stem().string());
      add_figure(page, folder, figure);
    }
  add_other_figures(page, folder, {"histogram.svg", "validation.svg"});
  add_other_tables(page, folder, {});
  if (fs::exists(folder / "fitted.yaml")) {
    const std::string text = io::read_file(folder / "fitted.yaml");
    page.section("fitted.yaml");
    page.download("fitted.yaml", text, "text/yaml");
    add_model_text(page, text);
  }
  return page.text();
}

std::string comparison_report(const fs::path& folder) {
  const std::string csv = io::read_file(folder / "models.csv");
  const std::vector<std::string> models = compared_models(csv);
  Page page(folder_name(folder));
  page.paragraph(
      fmt::format("{} models, fitted to the same target; the one that Akaike's criterion (AIC) prefers "
                  "comes first.",
                  models.size()));
  add_ranking(page, folder, models);
  page.download("models.csv", csv, "text/csv");
  for (const std::string& model : models) {
    page.section(model);
    with_sound_json(folder / model / "fit.json", [&](const io::Json& fit) { add_fit(page, fit); });
    if (fs::exists(folder / model / "histogram.svg")) add_figure(page, folder, model + "/histogram.svg");
  }
  return page.text();
}

}  // namespace morula
