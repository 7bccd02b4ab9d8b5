#include "bench/automaton/automaton_tables.h"

#include <fmt/format.h>

#include "core/throughput.h"

namespace morula {

io::Json as_json(const std::vector<Measured>& rows) {
  io::Json list = io::Json::array();
  for (const Measured& row : rows) list.push_back(as_json(row));
  return list;
}

std::string as_text(const std::vector<Measured>& rows) {
  std::string text = fmt::format("{:<40} {:8} {:>18} {:>12} {:>12} {:>8}\n", "case", "backend", "rate",
                                 "GB/s", "copy GB/s", "of copy");
  for (const Measured& row : rows)
    text += fmt::format("{:<40} {:8} {:>18} {:>12.1f} {:>12.1f} {:>6.1f} %\n", row.what, row.backend,
                        format_throughput(row.updates_per_second, row.unit), row.bytes_per_second / 1e9,
                        row.ceiling / 1e9, 100 * row.bytes_per_second / row.ceiling);
  return text +
         "GB/s: as if states were bytes, read and written once per step. Copy: this machine's memory, "
         "copying "
         "as many bytes:\n100 % is the most that bytes can reach with one step per pass over memory; packed "
         "cells may pass it.\n";
}

io::Json as_json(const FormulaRates& rates) {
  io::Json list = io::Json::array();
  for (const FormulaRates::Case& measured : rates.cases) {
    io::Json row = {{"case", measured.what},
                    {"cells_per_second", measured.rate},
                    {"plain_cells_per_second", measured.plain_rate},
                    {"draws", measured.draws}};
    if (measured.build_seconds) {
      row["build_seconds"] = *measured.build_seconds;
      row["build_again_seconds"] = *measured.build_again_seconds;
    }
    list.push_back(row);
  }
  return {{"words_drawn_per_second", rates.words_per_second}, {"cases", list}};
}

std::string as_text(const FormulaRates& rates) {
  std::string text =
      fmt::format("{:<28} {:>16} {:>16} {:>16}\n", "formulas", "cells/s", "evaluated", "draws alone");
  for (const FormulaRates::Case& measured : rates.cases)
    text += fmt::format(
        "{:<28} {:>16.3g} {:>16.3g} {:>16}\n", measured.what, measured.rate, measured.plain_rate,
        measured.draws == 0 ? "none" : fmt::format("{:.3g}", rates.words_per_second / measured.draws));
  text += "Evaluated: with engine: plain. Draws alone: cells for which this processor can draw the words.\n";
  for (const FormulaRates::Case& measured : rates.cases)
    if (measured.build_seconds)
      text += fmt::format("{}: its formulas were compiled or loaded in {:.3f} s, and again in {:.3f} s\n",
                          measured.what, *measured.build_seconds, *measured.build_again_seconds);
  return text;
}

io::Json as_json(const PictureTimes& times) {
  io::Json list = io::Json::array();
  for (const PictureTimes::Case& measured : times.cases) {
    io::Json row = {{"samples", measured.samples},
                    {"first_seconds", measured.first_seconds},
                    {"seconds", measured.seconds}};
    if (measured.rays_seconds) row["rays_seconds"] = *measured.rays_seconds;
    list.push_back(row);
  }
  return {{"side", times.side}, {"cases", list}};
}

std::string as_text(const PictureTimes& times) {
  std::string text = fmt::format("a picture of {0}^3 in 1200 x 900 pixels\n", times.side);
  for (const PictureTimes::Case& measured : times.cases)
    text += fmt::format(
        "samples: {}{:>12.1f} ms, the first one {:.1f} ms{}\n", measured.samples, 1e3 * measured.seconds,
        1e3 * measured.first_seconds,
        measured.rays_seconds ? fmt::format("; rays alone {:.1f} ms", 1e3 * *measured.rays_seconds) : "");
  return text;
}

io::Json as_json(const std::optional<SmallLattice>& small) {
  if (!small) return {};
  return {{"seconds_per_step", small->seconds_per_step},
          {"seconds_per_launch", small->seconds_per_launch},
          {"computing", small->computing()}};
}

std::string as_text(const std::optional<SmallLattice>& small) {
  if (!small) return "128^3: measured on devices only\n";
  return fmt::format(
      "B5/S4,5, 128^3, 1000 steps: {:.2f} us a step, {} steps a launch; an empty launch takes "
      "{:.2f} us:\n"
      "the device computes {:.0f} % of the time\n",
      1e6 * small->seconds_per_step, small->steps_per_launch, 1e6 * small->seconds_per_launch,
      100 * small->computing());
}

io::Json as_json(const RestoreRate& rate) {
  return {{"side", rate.side},
          {"threads", rate.threads},
          {"restore_bytes_per_second", rate.restore},
          {"inflate_bytes_per_second", rate.inflate},
          {"zlib_bytes_per_second", rate.inflate_with_zlib},
          {"inflate_by_all_bytes_per_second", rate.inflate_by_all},
          {"packed_share", rate.packed_share},
          {"copy_bytes_per_second", rate.copy},
          {"copy_from_pinned_bytes_per_second", rate.copy_from_pinned}};
}

std::string as_text(const RestoreRate& rate) {
  std::string text = fmt::format(
      "B5/S4,5, {}^3, restored from its file by {} threads: {:.2f} GB/s of states, packed to {:.0f} % of "
      "their size.\nOne thread inflates {:.2f} GB/s, with zlib {:.2f} GB/s; all threads inflate {:.2f} "
      "GB/s.\n",
      rate.side, rate.threads, rate.restore / 1e9, 100 * rate.packed_share, rate.inflate / 1e9,
      rate.inflate_with_zlib / 1e9, rate.inflate_by_all / 1e9);
  if (rate.copy)
    text += fmt::format("Copies to the device: {:.2f} GB/s, from pinned memory {:.2f} GB/s.\n",
                        *rate.copy / 1e9, *rate.copy_from_pinned / 1e9);
  return text;
}

}  // namespace morula
