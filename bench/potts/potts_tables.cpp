#include "bench/potts/potts_tables.h"

#include <fmt/format.h>

#include "core/counted.h"
#include "core/throughput.h"

namespace morula {
namespace {

std::string threads_text(unsigned threads) { return threads == 0 ? "" : ", " + counted(threads, "thread"); }

std::string row_text(const PottsRate& row) {
  const Measured& measured = row.measured;
  std::string text = fmt::format("{:<52} {:8} {:>20} {:>9.4g} {:>9.4g} {:>6.1f} % {:>10.3g} {:>6.1f} %",
                                 measured.what + threads_text(row.threads), measured.backend,
                                 format_throughput(measured.updates_per_second, measured.unit),
                                 measured.bytes_per_second / 1e9, measured.ceiling / 1e9,
                                 100 * measured.bytes_per_second / measured.ceiling, row.draws_per_second,
                                 100 * measured.updates_per_second / row.draws_per_second);
  text += row.sub_steps ? fmt::format(" {:>9} {:>9.3f}", *row.sub_steps,
                                      1e6 * row.seconds_per_step / static_cast<double>(*row.sub_steps))
                        : fmt::format(" {:>9} {:>9}", "-", "-");
  return text + (row.launches ? fmt::format(" {:>9.2f}\n", *row.launches) : fmt::format(" {:>9}\n", "-"));
}

io::Json row_json(const PottsRate& row) {
  io::Json json = as_json(row.measured);
  json["threads"] = row.threads;
  json["draws_alone_per_second"] = row.draws_per_second;
  json["seconds_per_step"] = row.seconds_per_step;
  json["sub_steps_per_step"] = row.sub_steps;
  json["launches_per_step"] = row.launches;
  return json;
}

}  // namespace

std::string as_text(const PottsRates& table) {
  std::string text = fmt::format("{:<52} {:8} {:>20} {:>9} {:>9} {:>8} {:>10} {:>8} {:>9} {:>9} {:>9}\n",
                                 "case", "backend", "rate", "GB/s", "copy GB/s", "of copy", "draws/s",
                                 "of draws", "sub-steps", "us each", "launches");
  for (const PottsRate& row : table.rows) text += row_text(row);
  text +=
      "One type of cells, J 8, volume's strength 1, its target that of the first cells; 8 neighbours in 2D, "
      "26 in 3D, 124 in\nrange 2. GB/s: as if an attempt read and wrote its site alone, 4 bytes. Copy: this "
      "machine's memory, copying the\nlattice. Draws: of Philox4x32-10 alone; an attempt takes one. "
      "Sub-steps "
      "and launches are of a Monte Carlo step.\n";
  if (table.seconds_per_launch)
    text += fmt::format("A launch that does nothing takes {:.2f} us.\n", 1e6 * *table.seconds_per_launch);
  for (const std::string& reason : table.left_out) text += "left out: " + reason + "\n";
  return text;
}

std::string as_text(const std::vector<PottsThreads>& rows) {
  if (rows.empty()) return "Threads: the CPU's; a device is measured whole.\n";
  std::string text =
      fmt::format("{:<36} {:>8} {:>22} {:>10}\n", "case, parallel order", "threads", "rate", "of linear");
  for (const PottsThreads& row : rows)
    text += fmt::format("{:<36} {:>8} {:>22} {:>10.3f}\n", row.what, row.threads,
                        format_throughput(row.attempts_per_second, "attempts"), row.of_linear);
  return text;
}

io::Json as_json(const PottsRates& table) {
  io::Json rows = io::Json::array();
  for (const PottsRate& row : table.rows) rows.push_back(row_json(row));
  return {{"rows", rows}, {"seconds_per_launch", table.seconds_per_launch}, {"left_out", table.left_out}};
}

io::Json as_json(const std::vector<PottsThreads>& rows) {
  io::Json list = io::Json::array();
  for (const PottsThreads& row : rows)
    list.push_back({{"case", row.what},
                    {"threads", row.threads},
                    {"updates_per_second", row.attempts_per_second},
                    {"unit", "attempts"},
                    {"of_linear", row.of_linear}});
  return list;
}

}  // namespace morula
