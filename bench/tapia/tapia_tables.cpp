#include "bench/tapia/tapia_tables.h"

#include <fmt/format.h>

#include "bench/text.h"

namespace morula {
namespace {

std::string with_error(double seconds, std::optional<double> error) {
  return error ? fmt::format("{:.4g} +- {:.2g}", seconds, *error) : fmt::format("{:.4g}", seconds);
}

std::string time_text(const std::optional<TapiaTime>& time, bool with_runs) {
  if (!time) return "-";
  return with_error(time->seconds, with_runs ? std::optional(time->standard_error) : std::nullopt);
}

std::string copies_text(const std::optional<TapiaTime>& time) {
  return time ? fmt::format("{:.3g}", time->copies) : "-";
}

std::string ratio_text(double seconds, const std::optional<TapiaTime>& other) {
  return other ? fmt::format("{:.3g}x", seconds / other->seconds) : "-";
}

std::string scaled_text(const std::string& name, const char* path, const std::optional<TapiaTime>& time,
                        std::uint64_t iterations) {
  if (!time || time->iterations >= iterations) return "";
  return fmt::format("scaled: {}, {}: {} of {} iterations were measured\n", name, path, time->iterations,
                     iterations);
}

std::string left_out_text(const std::vector<std::string>& left_out) {
  std::string text;
  for (const std::string& reason : left_out) text += "left out: " + reason + "\n";
  return text;
}

std::string line_text(const TapiaLine& line, bool with_runs) {
  const std::string ratio = line.theirs ? ratio_text(line.theirs->seconds, line.ours) : std::string("-");
  return fmt::format(
      "{:<15} {:>9.4g} {:>6} {:>10} {:>16} {:>12} {:>9} {:>18} {:>18} {:>10} {:>8} {:>8}\n", line.model,
      line.sites, line.cells ? fmt::format("{:.2g}", *line.cells) : "", line.iterations,
      with_error(line.paper_seconds, line.paper_error), line.cells_here > 0 ? size_name(line.size) : "-",
      line.cells_here > 0 ? fmt::format("{:.4g}", static_cast<double>(line.cells_here) / 1e6) : "-",
      time_text(line.theirs, with_runs), time_text(line.ours, with_runs), ratio, copies_text(line.theirs),
      copies_text(line.ours));
}

io::Json time_json(const std::optional<TapiaTime>& time, bool with_runs) {
  if (!time) return {};
  io::Json json = {{"seconds", time->seconds}};
  if (with_runs) json["standard_error"] = time->standard_error;
  json["iterations_measured"] = time->iterations;
  json["copies_per_attempt"] = time->copies;
  return json;
}

io::Json size_json(const Extent& size) { return io::Json::array({size.x, size.y, size.z}); }

}  // namespace

std::string as_text(const TapiaTable& table) {
  std::string text = fmt::format(
      "Tapia 2009, Table I: seconds, the mean over {} and its standard error. J, T, and targets and "
      "strengths "
      "of volumes\nare drawn from 1 to 31 for each run. The paper used a GTX 280 and clusters.\n"
      "{:<15} {:>9} {:>6} {:>10} {:>16} {:>12} {:>9} {:>18} {:>18} {:>10} {:>8} {:>8}\n",
      table.runs == 1 ? "1 run" : fmt::format("{} runs", table.runs), "model", "sites", "cells", "iterations",
      "the paper's, s", "here", "cells", "theirs here, s", "ours, s", "speed-up", "copies", "copies");
  for (const TapiaLine& line : table.lines) text += line_text(line, table.runs > 1);
  text +=
      "Cells are in millions. The speed-up is the time of theirs here divided by ours. Copies: number of "
      "copies per attempt,\ntheirs and ours. An iteration attempts one of 8 classes of sites, so that 8 "
      "iterations are one Monte Carlo step of ours.\nTheir algorithm changes a cell at most once an "
      "iteration and drops other copies, which slows the dynamics. Ours is the\nparallel order with the "
      "regions that it chooses for each run's parameters. See bench/README.md.\n";
  for (const TapiaLine& line : table.lines) {
    const std::string name = fmt::format("{}, {}", size_name(line.size), line.iterations);
    text += scaled_text(name, "theirs", line.theirs, line.iterations);
    text += scaled_text(name, "ours", line.ours, line.iterations);
  }
  return text + left_out_text(table.left_out);
}

std::string as_text(const TapiaScaling& scaling) {
  constexpr std::uint64_t iterations = 2000;
  std::string text = fmt::format(
      "Tapia 2009, Fig. 7: seconds of {} iterations by the size of the lattice; J, the target and strength "
      "of volumes, and T are 16.\n{:<12} {:>12} {:>14} {:>12} {:>12} {:>18} {:>10}\n",
      iterations, "lattice", "sites", "the paper's", "theirs here", "ours", "paper's/theirs", "theirs/ours");
  for (const TapiaPoint& point : scaling.points) {
    const double paper = tapia_seconds_a_site * static_cast<double>(point.size.sites());
    text += fmt::format("{:<12} {:>12} {:>14.4g} {:>12} {:>12} {:>18} {:>10}\n", size_name(point.size),
                        point.size.sites(), paper, time_text(point.theirs, false),
                        time_text(point.ours, false), ratio_text(paper, point.theirs),
                        point.theirs ? ratio_text(point.theirs->seconds, point.ours) : "-");
  }
  text += fmt::format("Lines through the origin, seconds a site: the paper's {:.4g}", tapia_seconds_a_site);
  if (const auto slope = scaling.slope(&TapiaPoint::theirs))
    text += fmt::format("; theirs here {:.4g}", *slope);
  if (const auto slope = scaling.slope(&TapiaPoint::ours)) text += fmt::format("; ours {:.4g}", *slope);
  text += ".\n";
  for (const TapiaPoint& point : scaling.points) {
    text += scaled_text(size_name(point.size), "theirs", point.theirs, iterations);
    text += scaled_text(size_name(point.size), "ours", point.ours, iterations);
  }
  return text + left_out_text(scaling.left_out);
}

io::Json as_json(const TapiaTable& table) {
  io::Json rows = io::Json::array();
  for (const TapiaLine& line : table.lines) {
    io::Json row = {{"model", line.model},
                    {"sites", line.sites},
                    {"million_cells", line.cells},
                    {"iterations", line.iterations},
                    {"paper_seconds", line.paper_seconds},
                    {"paper_standard_error", line.paper_error}};
    if (line.cells_here > 0) {
      row["size"] = size_json(line.size);
      row["cells"] = line.cells_here;
      row["theirs"] = time_json(line.theirs, true);
      row["ours"] = time_json(line.ours, true);
    }
    rows.push_back(std::move(row));
  }
  return {{"runs", table.runs}, {"rows", rows}, {"left_out", table.left_out}};
}

io::Json as_json(const TapiaScaling& scaling) {
  io::Json rows = io::Json::array();
  for (const TapiaPoint& point : scaling.points)
    rows.push_back({{"size", size_json(point.size)},
                    {"sites", point.size.sites()},
                    {"paper_seconds", tapia_seconds_a_site * static_cast<double>(point.size.sites())},
                    {"theirs", time_json(point.theirs, false)},
                    {"ours", time_json(point.ours, false)}});
  return {{"rows", rows},
          {"seconds_per_site",
           {{"paper", tapia_seconds_a_site},
            {"theirs", scaling.slope(&TapiaPoint::theirs)},
            {"ours", scaling.slope(&TapiaPoint::ours)}}},
          {"left_out", scaling.left_out}};
}

}  // namespace morula
