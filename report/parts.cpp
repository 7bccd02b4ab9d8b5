#include "report/parts.h"

#include <fmt/format.h>

#include "io/durable_file.h"
#include "io/json.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_read = 20'000'000;
constexpr std::size_t rows_shown = 12, largest_figure = 400'000;

std::set<std::string> names_in(const fs::path& folder, const std::string& extension) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == extension && entry.file_size() <= largest_read)
      names.insert(entry.path().filename().string());
  return names;
}

// A number, a word or a short list on one line.
std::string value_text(const io::Json& json) {
  std::string text = json.dump();
  if (text.size() >= 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
  constexpr std::size_t longest = 160;
  return text.size() > longest ? text.substr(0, longest) + " …" : text;
}

void add_json(Page& page, const std::string& text) {
  const io::Json json = io::Json::parse(text);
  if (!json.is_object()) return;
  std::vector<std::pair<std::string, std::string>> rows;
  for (const io::Json::Member& member : json.members())
    rows.emplace_back(member.key, value_text(member.value));
  page.table(rows);
}

}  // namespace

void add_figure(Page& page, const fs::path& folder, const std::string& name) {
  const std::string svg = io::read_file(folder / name);
  if (svg.size() > largest_figure) return page.download(name, svg, "image/svg+xml");
  page.html("<div class=\"figure\">" + svg + "</div>\n");
  page.download(name, svg, "image/svg+xml");
  const fs::path table = fs::path(name).replace_extension(".csv");
  if (fs::exists(folder / table)) page.download(table.string(), io::read_file(folder / table), "text/csv");
}

void add_other_figures(Page& page, const fs::path& folder, const std::set<std::string>& shown) {
  for (const std::string& name : names_in(folder, ".svg")) {
    if (shown.contains(name)) continue;
    page.section(fs::path(name).stem().string());
    add_figure(page, folder, name);
  }
}

void add_other_tables(Page& page, const fs::path& folder, const std::set<std::string>& shown) {
  for (const char* extension : {".json", ".csv"})
    for (const std::string& name : names_in(folder, extension)) {
      if (shown.contains(name)) continue;
      const std::string text = io::read_file(folder / name);
      page.section(name);
      if (fs::path(name).extension() == ".json")
        add_json(page, text);
      else
        page.csv_table(text, rows_shown);
      page.download(name, text, extension == std::string(".csv") ? "text/csv" : "application/json");
    }
}

}  // namespace morula
