#include "bench/muniyandi/muniyandi_tables.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "bench/text.h"

namespace morula::muniyandi {
namespace {

constexpr int width_of_time = 23, width_of_axis = 60;

std::string as_text(SubMatrix block) { return fmt::format("({}, {})", block.x, block.y); }

std::string in_brackets(const std::optional<std::string>& paper) { return paper ? " [" + *paper + "]" : ""; }

template <typename Value, typename Text>
std::optional<std::string> said(const std::optional<Value>& value, const Text& text) {
  return value ? std::optional(text(*value)) : std::nullopt;
}

std::string percent(double share) { return fmt::format("{:.0f}%", 100 * share); }

std::string number(double value) { return value == unbounded ? "unbounded" : fmt::format("{:.3g}", value); }

// Symbols on a logarithmic axis of 10^first to 10^last seconds; '*' where two symbols coincide.
std::string axis_line(const std::vector<std::pair<char, double>>& marks, int first, int last) {
  std::string line(width_of_axis + 1, '.');
  for (const auto& [symbol, seconds] : marks) {
    const double along = (std::log10(seconds) - first) / (last - first);
    char& place = line[static_cast<std::size_t>(std::lround(along * width_of_axis))];
    place = place == '.' ? symbol : '*';
  }
  return line;
}

using Marks = std::vector<std::pair<char, double>>;

Marks marks_of(const TableRow& row, std::optional<double> StepTime::*which) {
  Marks marks;
  for (const StepTime& time : row.times)
    if (time.symbol != ' ' && time.*which)
      marks.emplace_back(time.symbol, *(time.*which) * *row.paper_iterations);
  return marks;
}

// How many times faster than Algorithm 1 ours is.
std::optional<double> advantage(const TableRow& row) {
  const auto first = std::ranges::find(row.times, "Algorithm 1, shared", &StepTime::path);
  if (first == row.times.end() || !first->measured || !row.times.back().measured) return std::nullopt;
  return *first->measured / *row.times.back().measured;
}

io::Json json_of(const std::optional<double>& value) { return value ? io::Json(*value) : io::Json(); }

io::Json json_of(double value) { return value == unbounded ? io::Json() : io::Json(value); }

io::Json json_of(const EquationReport& equations) {
  const Multiprocessor& room = equations.multiprocessor.room;
  io::Json json = {{"device", equations.device},
                   {"assumed", equations.multiprocessor.assumed},
                   {"min_threads_per_block", least_threads_of_block(room)},
                   {"objects_per_thread", equations.objects_per_thread}};
  if (!equations.object) return json;
  json["objects_by_shared_memory"] = json_of(objects_by_shared(room, *equations.object));
  json["objects_by_registers"] = json_of(objects_by_registers(room, *equations.object));
  json["objects_by_local_memory"] = json_of(objects_by_local(room, *equations.object));
  return json;
}

io::Json json_of(const TableRow& row) {
  io::Json times = io::Json::array();
  for (const StepTime& time : row.times)
    times.push_back({{"path", time.path},
                     {"seconds_per_step", json_of(time.measured)},
                     {"paper_seconds_per_step", json_of(time.paper)}});
  return {{"membranes", row.membranes}, {"objects", row.objects}, {"threads", row.threads},
          {"occupancy", row.occupancy}, {"n_tx", row.block.x},    {"n_ty", row.block.y},
          {"times", std::move(times)}};
}

}  // namespace

std::string header_text(const ReactionTable& table, const TableRow& first) {
  std::string text = fmt::format("\n{}\n{:>9} {:>7} {:>7} {:>11} {:>18}", table.title, "membranes", "objects",
                                 "threads", "occupancy", "(N_Tx, N_Ty)");
  for (const StepTime& time : first.times) text += fmt::format(" {:>{}}", time.path, width_of_time);
  return text + (advantage(first) ? "  ours : Alg. 1\n" : "\n");
}

std::string row_text(const TableRow& row) {
  std::string text = fmt::format("{:>9} {:>7} {:>7} {:>11} {:>18}", row.membranes, row.objects, row.threads,
                                 percent(row.occupancy) + in_brackets(said(row.paper_occupancy, percent)),
                                 as_text(row.block) + in_brackets(said(row.paper_block, as_text)));
  for (const StepTime& time : row.times)
    text += fmt::format(
        " {:>{}}", said(time.measured, short_time).value_or("-") + in_brackets(said(time.paper, short_time)),
        width_of_time);
  if (const auto times = advantage(row)) text += fmt::format(" {:>14}", fmt::format("x {:.3g}", *times));
  return text + "\n";
}

std::string figure_8_text(const ReactionTable& table) {
  Marks marks;
  for (const TableRow& row : table.rows)
    for (const auto which : {&StepTime::measured, &StepTime::paper})
      for (const auto& mark : marks_of(row, which)) marks.push_back(mark);
  if (marks.empty()) return "";
  const auto [least, most] = std::ranges::minmax(marks, {}, &std::pair<char, double>::second);
  const int first = static_cast<int>(std::floor(std::log10(least.second)));
  const int last = std::max(static_cast<int>(std::ceil(std::log10(most.second))), first + 1);
  std::string text = "\nFig. 8: seconds of the paper's iterations, here and in the paper:";
  for (const StepTime& time : table.rows.front().times)
    if (time.symbol != ' ') text += fmt::format(" {} {};", time.symbol, time.path);
  text += fmt::format(" * more than one\n{:>7}       {:<{}}1e{} s\n", "objects", fmt::format("1e{} s", first),
                      width_of_axis, last);
  for (const TableRow& row : table.rows) {
    text += fmt::format("{:>7} here  {}\n", row.objects,
                        axis_line(marks_of(row, &StepTime::measured), first, last));
    text += fmt::format("{:>7} paper {}\n", "", axis_line(marks_of(row, &StepTime::paper), first, last));
  }
  return text;
}

std::string footer_text(const ReactionTables& tables) {
  const EquationReport& equations = tables.equations;
  const Multiprocessor& room = equations.multiprocessor.room;
  std::string text = fmt::format(
      "\nIn square brackets: the paper, on a GTX 680.\nEquations on {}: (1) a multiprocessor is full with "
      "blocks of {} threads",
      equations.device, number(least_threads_of_block(room)));
  if (equations.object)
    text += fmt::format(
        "; a thread has room for {} objects by shared memory (6), {} by registers (7), {} by "
        "local memory (8)",
        number(objects_by_shared(room, *equations.object)),
        number(objects_by_registers(room, *equations.object)),
        number(objects_by_local(room, *equations.object)));
  text += fmt::format(".\nMeasured with {} objects per thread (--objects-per-thread), as the paper does.\n",
                      number(equations.objects_per_thread));
  if (!equations.multiprocessor.assumed.empty())
    text += fmt::format("Not reported by this driver, so those of the GTX 680 are used: {}.\n",
                        fmt::join(equations.multiprocessor.assumed, ", "));
  text += fmt::format(
      "The paper's arithmetic does not follow from its equations: with its own values (6) is {} and (7) is "
      "{}, "
      "where it\nstates 2.4 KB and 32. By its equations a thread would hold one object, not the three of a "
      "rule.\n",
      number(objects_by_shared(gtx_680, paper_object)), number(objects_by_registers(gtx_680, paper_object)));
  for (const LeftOutRows& rows : tables.left_out)
    text += fmt::format("Left out of {}: rows of {} {} ({}).\n", rows.table, fmt::join(rows.numbers, ", "),
                        rows.of, rows.why);
  return text;
}

io::Json as_json(const ReactionTables& tables) {
  io::Json list = io::Json::array();
  for (const ReactionTable& table : tables.tables) {
    io::Json rows = io::Json::array();
    for (const TableRow& row : table.rows) rows.push_back(json_of(row));
    list.push_back({{"title", table.title}, {"rows", std::move(rows)}});
  }
  io::Json left_out = io::Json::array();
  for (const LeftOutRows& rows : tables.left_out)
    left_out.push_back({{"table", rows.table}, {rows.of, rows.numbers}, {"why", rows.why}});
  return {{"tables", std::move(list)},
          {"equations", json_of(tables.equations)},
          {"left_out", std::move(left_out)}};
}

}  // namespace morula::muniyandi
