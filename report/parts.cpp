#include "report/parts.h"

#include <fmt/format.h>

#include <limits>

#include "io/durable_file.h"
#include "io/json.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t largest_read = 20'000'000, any_size = std::numeric_limits<std::uintmax_t>::max();
constexpr std::size_t rows_shown = 12, largest_figure = 400'000;

std::set<std::string> names_in(const fs::path& folder, const std::string& extension,
                               std::uintmax_t largest = largest_read) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() == extension && entry.file_size() <= largest)
      names.insert(entry.path().filename().string());
  return names;
}

// A number, a word or a short list on one line.
std::string value_text(const io::Json& json) {
  if (std::holds_alternative<double>(json.value())) return fmt::format("{:.6g}", json.get<double>());
  if (json.is_array() && json.size() <= 32) {
    std::vector<std::string> items;
    for (const io::Json& item : json) items.push_back(value_text(item));
    return fmt::format("{}", fmt::join(items, ", "));
  }
  if (json.is_object() && json.size() == 2 && json.contains("mean") && json.contains("deviation"))
    return fmt::format("{} ± {}", value_text(json.at("mean")), value_text(json.at("deviation")));
  if (json.is_object()) {
    std::vector<std::string> members;
    for (const io::Json::Member& member : json.members())
      members.push_back(fmt::format("{} {}", member.key, value_text(member.value)));
    return fmt::format("{}", fmt::join(members, ", "));
  }
  std::string text = json.dump();
  if (text.size() >= 2 && text.front() == '"') text = text.substr(1, text.size() - 2);
  constexpr std::size_t longest = 200;
  return text.size() > longest ? text.substr(0, longest) + " …" : text;
}

bool is_table(const io::Json& json) { return json.is_array() && json.size() > 0 && json.front().is_object(); }

using Rows = std::vector<std::vector<std::string>>;

Rows transposed(const Rows& rows) {
  Rows columns(rows.front().size());
  for (const std::vector<std::string>& row : rows)
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i].push_back(i < row.size() ? row[i] : "");
  return columns;
}

// One row for each object. A few objects with many members are put side by side instead, since a page is
// taller than wide.
void add_objects(Page& page, const std::string& name, const io::Json& list) {
  Rows rows(1);
  for (const io::Json::Member& member : list.front().members()) rows[0].push_back(member.key);
  for (const io::Json& object : list) {
    rows.emplace_back();
    for (const io::Json::Member& member : object.members())
      rows.back().push_back(member.value.is_null() ? "" : value_text(member.value));
  }
  page.html(fmt::format("<h3>{}</h3>\n", html_escaped(name)));
  constexpr std::size_t wide = 6;
  page.rows(rows.front().size() > wide && rows.size() <= wide ? transposed(rows) : rows);
}

io::Json json_in(const fs::path& file, const std::string& text) try {
  return io::Json::parse(text);
} catch (const io::JsonError& error) {
  throw FileError(file.string(), std::string("is damaged: ") + error.what());
}

// Single values become facts, doubts become remarks, and lists of objects become tables of their own.
void add_json(Page& page, const io::Json& json) {
  if (!json.is_object()) return;
  std::vector<std::pair<std::string, std::string>> facts;
  for (const auto& [key, value] : json.members())
    if (!value.is_null() && !is_table(value) && key != "doubts") facts.emplace_back(key, value_text(value));
  if (json.contains("doubts"))
    for (const io::Json& doubt : json.at("doubts")) page.remark(value_text(doubt));
  page.table(facts);
  for (const auto& [key, value] : json.members())
    if (is_table(value)) add_objects(page, key, value);
}

}  // namespace

void add_figure(Page& page, const fs::path& folder, const std::string& name) {
  const std::string svg = io::read_file(folder / name);
  if (svg.size() > largest_figure || !page.has_room_for(svg.size()))
    return page.link(name, "beside this page");
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
      const bool has_figure = fs::exists(folder / fs::path(name).replace_extension(".svg"));
      if (shown.contains(name) || (has_figure && fs::path(name).extension() == ".csv")) continue;
      const std::string text = io::read_file(folder / name);
      page.section(name);
      if (fs::path(name).extension() == ".json")
        add_json(page, json_in(folder / name, text));
      else
        page.csv_table(text, rows_shown);
      page.download(name, text, extension == std::string(".csv") ? "text/csv" : "application/json");
    }
}

void add_other_files(Page& page, const fs::path& folder) {
  bool begun = false;
  for (const char* extension : {".txt", ".jsonl"})
    for (const std::string& name : names_in(folder, extension, any_size)) {
      if (!begun) page.section("Other files");
      begun = true;
      page.link(name, "beside this page");
    }
}

namespace {

// Shows the last of the numbered files of one kind.
void add_last(Page& page, const fs::path& folder, const std::string& subfolder,
              const std::string& extension) {
  const bool shown = extension == ".csv" || extension == ".svg";
  const std::set<std::string> names =
      names_in(folder / subfolder, extension, shown ? largest_read : any_size);
  if (names.empty()) return;
  const std::string newest = subfolder + "/" + *names.rbegin();
  const std::string which = names.size() == 1 ? "the only one" : fmt::format("the last of {}", names.size());
  if (newest.ends_with("/all.xdmf")) return page.link(newest, "opens all of them in ParaView");
  if (!shown) return page.link(newest, which + ", beside this page");
  page.paragraph(fmt::format("{}, {}", newest, which));
  if (extension == ".svg") return add_figure(page, folder, newest);
  const std::string text = io::read_file(folder / newest);
  page.csv_table(text, rows_shown);
  page.download(newest, text, "text/csv");
}

}  // namespace

void add_numbered_files(Page& page, const fs::path& folder, const std::set<std::string>& shown) {
  std::set<std::string> folders;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.is_directory() && !shown.contains(entry.path().filename().string()))
      folders.insert(entry.path().filename().string());
  for (const std::string& subfolder : folders) {
    if (fs::is_empty(folder / subfolder)) continue;
    page.section(subfolder);
    for (const char* extension : {".csv", ".svg", ".h5", ".xdmf", ".rle"})
      add_last(page, folder, subfolder, extension);
  }
}

}  // namespace morula
