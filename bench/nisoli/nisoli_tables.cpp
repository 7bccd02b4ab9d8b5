#include "bench/nisoli/nisoli_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "bench/text.h"
namespace morula {
namespace {

const UntilTime* row_of(const UntilTable& table, unsigned until, const std::string& path) {
  for (const UntilTime& row : table.rows)
    if (row.until == until && row.path == path) return &row;
  return nullptr;
}

// A line per path, a column per end.
template <typename Cell>
std::string grid_of(const UntilTable& table, const std::string& heading, const Cell& cell) {
  std::vector<unsigned> ends;
  std::vector<std::string> paths;
  const auto add = [](auto& list, const auto& value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(value);
  };
  for (const UntilTime& row : table.rows) {
    add(ends, row.until);
    add(paths, row.path);
  }
  std::string text = fmt::format("{:<18}", heading);
  for (const unsigned until : ends) text += fmt::format(" {:>11}", fmt::format("{} h", until));
  for (const std::string& path : paths) {
    text += fmt::format("\n{:<18}", path);
    for (const unsigned until : ends) {
      const UntilTime* row = row_of(table, until, path);
      text += fmt::format(" {:>11}", row ? cell(*row) : "-");
    }
  }
  return text + "\n";
}

}  // namespace

std::string as_text(const UntilTable& table) {
  std::string text = "Nisoli 2018: time of one simulation of bone marrow, with its histogram on the host.\n";
  text += grid_of(table, "path", [](const UntilTime& row) { return short_time(row.seconds); });
  text += grid_of(table, "against one core", [&](const UntilTime& row) {
    const UntilTime* core = row_of(table, row.until, nisoli_one_core_name);
    return core ? fmt::format("{:.3g}x", core->seconds / row.seconds) : "-";
  });
  for (const UntilTime& row : table.rows)
    if (row.path == nisoli_one_core_name) text += fmt::format("{} h: {} cells\n", row.until, row.cells);
  for (const UntilLeftOut& skipped : table.left_out)
    text += fmt::format("left out: {} h, {}: {}\n", skipped.until, skipped.path, skipped.why);
  return text + "All paths give exactly the same histogram.\n";
}

io::Json as_json(const UntilTable& table) {
  io::Json rows = io::Json::array(), left_out = rows;
  for (const UntilTime& row : table.rows)
    rows.push_back({{"until", row.until},
                    {"path", row.path},
                    {"runs", row.runs},
                    {"seconds", row.seconds},
                    {"cells", row.cells}});
  for (const UntilLeftOut& skipped : table.left_out)
    left_out.push_back({{"until", skipped.until}, {"path", skipped.path}, {"why", skipped.why}});
  return {{"rows", rows}, {"left_out", left_out}};
}

}  // namespace morula
