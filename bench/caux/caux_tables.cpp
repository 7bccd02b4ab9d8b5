#include "bench/caux/caux_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include "bench/text.h"
#include "core/bytes.h"

namespace morula {
namespace {

std::string cube_name(unsigned side) { return fmt::format("{}^3", side); }

std::string short_rate(double bytes, double seconds) {
  return fmt::format("{:.3g} GB/s", bytes / seconds / 1e9);
}

}  // namespace

std::string as_text(const Compared<CubeTime>& table) {
  std::string text =
      "Caux 2011: cubes of B5/S4,5, toric. Time per step, transfers apart; speed-up against one core.\n";
  text += fmt::format("{:<7} {:<16} {:>6} {:>12} {:>12} {:>10}\n", "cube", "path", "steps", "a step",
                      "cells/s", "speed-up");
  for (const CubeTime& row : table.rows) {
    const double cells = static_cast<double>(row.side) * row.side * row.side;
    text +=
        fmt::format("{:<7} {:<16} {:>6} {:>12} {:>12.3g} {:>9.3g}x\n", cube_name(row.side), row.path,
                    row.steps, short_time(row.seconds_per_step), cells / row.seconds_per_step, row.speed_up);
  }
  return text + as_text(table.left_out, 3);
}

// A line per path and cube, a column per number of steps. Rows are sorted in this order.
std::string as_text(const Compared<StepsTime>& table) {
  std::vector<std::uint64_t> counts;
  for (const StepsTime& row : table.rows) counts.push_back(row.steps);
  std::sort(counts.begin(), counts.end());
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  std::string text = "Caux 2011: time per step against the number of steps, transfers counted in.\n";
  text += fmt::format("{:<7} {:<16}", "cube", "path");
  for (const std::uint64_t count : counts) text += fmt::format(" {:>12}", count);
  for (auto row = table.rows.begin(); row != table.rows.end(); ++row) {
    const bool begins = row == table.rows.begin() || row->steps <= std::prev(row)->steps;
    if (begins) text += fmt::format("\n{:<7} {:<16}", cube_name(row->side), row->path);
    text += fmt::format(" {:>12}", short_time(row->seconds_per_step));
  }
  return text + "\nA run that is expected to take more than 2 s is not made.\n" + as_text(table.left_out, 3);
}

std::string as_text(const Compared<TransferTime>& table) {
  if (table.rows.empty()) return "Caux 2011: no transfers: the CPU computes where the cubes are.\n";
  std::string text = "Caux 2011: transfers apart from computation.\n";
  text += fmt::format("{:<7} {:<16} {:>10} {:>12} {:>12} {:>12} {:>12} {:>12}\n", "cube", "path",
                      "cube's size", "allocate 2", "to device", "", "back", "");
  for (const TransferTime& row : table.rows) {
    const auto bytes = static_cast<double>(row.bytes);
    text += fmt::format("{:<7} {:<16} {:>11} {:>12} {:>12} {:>12} {:>12} {:>12}\n", cube_name(row.side),
                        row.path, human_bytes(row.bytes), row.allocate ? short_time(*row.allocate) : "-",
                        short_time(row.to_device), short_rate(bytes, row.to_device),
                        short_time(row.from_device), short_rate(bytes, row.from_device));
  }
  return text + as_text(table.left_out, 3);
}

io::Json as_json(const Compared<CubeTime>& table) {
  io::Json rows = io::Json::array();
  for (const CubeTime& row : table.rows)
    rows.push_back({{"side", row.side},
                    {"path", row.path},
                    {"steps", row.steps},
                    {"seconds_per_step", row.seconds_per_step},
                    {"speed_up", row.speed_up}});
  return {{"rows", rows}, {"left_out", as_json(table.left_out)}};
}

io::Json as_json(const Compared<StepsTime>& table) {
  io::Json rows = io::Json::array();
  for (const StepsTime& row : table.rows)
    rows.push_back({{"side", row.side},
                    {"path", row.path},
                    {"steps", row.steps},
                    {"seconds_per_step", row.seconds_per_step}});
  return {{"rows", rows}, {"left_out", as_json(table.left_out)}};
}

io::Json as_json(const Compared<TransferTime>& table) {
  io::Json rows = io::Json::array();
  for (const TransferTime& row : table.rows)
    rows.push_back({{"side", row.side},
                    {"path", row.path},
                    {"bytes", row.bytes},
                    {"allocate_seconds", row.allocate},
                    {"to_device_seconds", row.to_device},
                    {"from_device_seconds", row.from_device}});
  return {{"rows", rows}, {"left_out", as_json(table.left_out)}};
}

}  // namespace morula
