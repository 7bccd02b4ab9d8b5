#include "apps/morula/proliferation_tables.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/json.h"

namespace morula {
namespace {

std::string seconds_in_words(double seconds) {
  if (seconds < 1e-3) return fmt::format("{:.4g} us", seconds * 1e6);
  if (seconds < 1) return fmt::format("{:.4g} ms", seconds * 1e3);
  return fmt::format("{:.4g} s", seconds);
}

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
  std::string text =
      "Nisoli 2018: one simulation of bone marrow, from no cell to the histogram on the host.\n";
  text += grid_of(table, "path", [](const UntilTime& row) { return seconds_in_words(row.seconds); });
  text += grid_of(table, "against one core", [&](const UntilTime& row) {
    const UntilTime* core = row_of(table, row.until, nisoli_one_core_name);
    return core ? fmt::format("{:.3g}x", core->seconds / row.seconds) : "-";
  });
  for (const UntilTime& row : table.rows)
    if (row.path == nisoli_one_core_name) text += fmt::format("{} h: {} cells\n", row.until, row.cells);
  for (const UntilLeftOut& one : table.left_out)
    text += fmt::format("left out: {} h, {}: {}\n", one.until, one.path, one.why);
  return text + "All paths come to the same histogram, to a cell.\n";
}

std::string as_text(const std::vector<SimulationTime>& rows) {
  std::string text = fmt::format("{:<40} {:>6} {:>12} {:>12} {:>12} {:>12} {:>9}\n", "bone marrow, 240 h",
                                 "batch", "walking", "scored", "calls", "calls/s", "of draws");
  for (const SimulationTime& row : rows)
    text += fmt::format("{:<40} {:>6} {:>12} {:>12} {:>12.0f} {:>12.3g} {:>7.1f} %\n", row.who.substr(0, 40),
                        row.simulations, seconds_in_words(row.walking), seconds_in_words(row.seconds),
                        row.calls, row.calls_per_second(), 100 * row.of_draws());
  return text +
         "Times are of one simulation of a batch: walking its trees, and with its cells in the bins of a "
         "score on the host.\nCalls of Philox: one an initial cell and one a division. Of draws: of the "
         "calls that a loop of nothing\nbut draws makes in that time.\n";
}

io::Json as_json(const UntilTable& table) {
  io::Json rows = io::Json::array(), left_out = rows;
  for (const UntilTime& row : table.rows)
    rows.push_back({{"until", row.until},
                    {"path", row.path},
                    {"runs", row.runs},
                    {"seconds", row.seconds},
                    {"cells", row.cells}});
  for (const UntilLeftOut& one : table.left_out)
    left_out.push_back({{"until", one.until}, {"path", one.path}, {"why", one.why}});
  return {{"rows", rows}, {"left_out", left_out}};
}

io::Json as_json(const std::vector<SimulationTime>& rows) {
  io::Json list = io::Json::array();
  for (const SimulationTime& row : rows)
    list.push_back({{"who", row.who},
                    {"threads", row.threads ? io::Json(*row.threads) : nullptr},
                    {"simulations", row.simulations},
                    {"calls", row.calls},
                    {"walking_seconds", row.walking},
                    {"seconds", row.seconds},
                    {"calls_per_second", row.calls_per_second()},
                    {"draws_per_second", row.most_calls}});
  return list;
}

}  // namespace morula
