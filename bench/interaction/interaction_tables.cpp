#include "bench/interaction/interaction_tables.h"

#include <fmt/format.h>

#include "core/throughput.h"

namespace morula {
namespace {

std::string rate_line(const InteractionRate& row) {
  const Measured& measured = row.measured;
  std::string text = fmt::format(
      "{:<48} {:8} {:>22} {:>10.4g} {:>10.4g} {:>6.1f} %", measured.what, measured.backend,
      format_throughput(measured.updates_per_second, measured.unit), measured.bytes_per_second / 1e9,
      measured.ceiling / 1e9, 100 * measured.bytes_per_second / measured.ceiling);
  if (row.draws_alone_per_second > 0)
    text += fmt::format(" {:>6.2f} {:>10.3g} {:>6.1f} %", row.calls_of_a_word, row.draws_alone_per_second,
                        100 * row.of_draws());
  return text + "\n";
}

io::Json rate_json(const InteractionRate& row) {
  io::Json json = as_json(row.measured);
  json["threads"] = row.threads;
  if (row.draws_alone_per_second > 0) {
    json["calls_of_a_word"] = row.calls_of_a_word;
    json["draws_alone_per_second"] = row.draws_alone_per_second;
  }
  return json;
}

}  // namespace

std::string as_text(const Compared<InteractionRate>& table) {
  std::string text =
      fmt::format("{:<48} {:8} {:>22} {:>10} {:>10} {:>8} {:>6} {:>10} {:>8}\n", "case", "backend", "rate",
                  "GB/s", "copy GB/s", "of copy", "calls", "draws", "of draws");
  for (const InteractionRate& row : table.rows) text += rate_line(row);
  for (const LeftOut& skipped : table.left_out)
    text += fmt::format("left out: {}: {}\n", skipped.path, skipped.why);
  return text +
         "Three species, 8 neighbours; the numbers are mobility (swap), reproduction and predation.\n"
         "GB/s: if states were bytes, read and written once per generation; packed states may exceed 100 % "
         "of "
         "a copy.\nCalls: mean number of calls of Philox for a word of 32 blocks. Draws: interactions per "
         "second if this processor\nmade only these calls, measured by a loop of them.\n";
}

io::Json as_json(const Compared<InteractionRate>& table) {
  io::Json rows = io::Json::array(), left_out = rows;
  for (const InteractionRate& row : table.rows) rows.push_back(rate_json(row));
  for (const LeftOut& skipped : table.left_out)
    left_out.push_back({{"case", skipped.path}, {"why", skipped.why}});
  return {{"rows", rows}, {"left_out", left_out}};
}

std::string as_text(const std::vector<BatchRate>& rows) {
  std::string text = fmt::format("{:<48} {:>12} {:>22} {:>12}\n", "case", "sites", "rate", "of the last");
  for (const BatchRate& row : rows)
    text += fmt::format("{:<48} {:>12} {:>22} {:>10.1f} %\n", row.what, row.sites,
                        format_throughput(row.interactions_per_second, "interactions"),
                        100 * row.interactions_per_second / rows.back().interactions_per_second);
  return text;
}

io::Json as_json(const std::vector<BatchRate>& rows) {
  io::Json list = io::Json::array();
  for (const BatchRate& row : rows)
    list.push_back({{"case", row.what},
                    {"sites", row.sites},
                    {"updates_per_second", row.interactions_per_second},
                    {"unit", "interactions"}});
  return list;
}

std::string as_text(const CountingCost& cost) {
  std::string text =
      as_text(cost.ways) +
      fmt::format(
          "\nThe fraction of a run of our engine that counting every {} generations takes:\n{:<8} {:>20} "
          "{:>20} {:>10}\n",
          pereira_counts_every, "lattice", "us a generation", "us, counted", "counting");
  for (const CountedRun& run : cost.runs)
    text += fmt::format("{:<8} {:>20.5g} {:>20.5g} {:>8.1f} %\n", fmt::format("{}^2", run.side),
                        1e6 * run.uncounted_seconds, 1e6 * run.counted_seconds, 100 * run.counting());
  return text;
}

io::Json as_json(const CountingCost& cost) {
  io::Json json = as_json(cost.ways);
  io::Json runs = io::Json::array();
  for (const CountedRun& run : cost.runs)
    runs.push_back({{"side", run.side},
                    {"every", pereira_counts_every},
                    {"seconds_per_generation", run.uncounted_seconds},
                    {"seconds_per_generation_counted", run.counted_seconds},
                    {"counting", run.counting()}});
  json["runs"] = runs;
  return json;
}

std::string as_text(const Compared<CornerRate>& table) {
  std::string text =
      fmt::format("{:<60} {:8} {:>22} {:>22} {:>8}\n", "case", "backend", "rate", "plain engine", "times");
  for (const CornerRate& row : table.rows)
    text += fmt::format("{:<60} {:8} {:>22} {:>22} {:>8.3g}\n", row.what, row.backend,
                        format_throughput(row.interactions_per_second, "interactions"),
                        format_throughput(row.plain_per_second, "interactions"),
                        row.interactions_per_second / row.plain_per_second);
  for (const LeftOut& skipped : table.left_out)
    text += fmt::format("left out: {}: {}\n", skipped.path, skipped.why);
  return text;
}

io::Json as_json(const Compared<CornerRate>& table) {
  io::Json rows = io::Json::array(), left_out = rows;
  for (const CornerRate& row : table.rows)
    rows.push_back({{"case", row.what},
                    {"backend", row.backend},
                    {"updates_per_second", row.interactions_per_second},
                    {"plain_per_second", row.plain_per_second},
                    {"unit", "interactions"}});
  for (const LeftOut& skipped : table.left_out)
    left_out.push_back({{"case", skipped.path}, {"why", skipped.why}});
  return {{"rows", rows}, {"left_out", left_out}};
}

}  // namespace morula
