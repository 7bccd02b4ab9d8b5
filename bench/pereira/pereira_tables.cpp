#include "bench/pereira/pereira_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace morula {
namespace {

std::string square_name(unsigned side) { return fmt::format("{}^2", side); }

// The different values of one member of the rows, in the order of the rows.
template <typename Row, typename Value>
std::vector<Value> all_of(const std::vector<Row>& rows, Value Row::*member) {
  std::vector<Value> values;
  for (const Row& row : rows)
    if (std::find(values.begin(), values.end(), row.*member) == values.end()) values.push_back(row.*member);
  return values;
}

template <typename Row>
std::optional<double> seconds(const std::vector<Row>& rows, unsigned side, const std::string& path) {
  for (const Row& row : rows)
    if (row.side == side && row.path == path) return row.seconds;
  return std::nullopt;
}

// A line per lattice, a column per path, and a column per speed-up: the time of the first path divided by
// that of the second.
struct SpeedUp {
  std::string slow, fast;

  std::string name() const { return slow + "/" + fast; }
  template <typename Row>
  std::optional<double> at(const std::vector<Row>& rows, unsigned side) const {
    const auto took = seconds(rows, side, slow), takes = seconds(rows, side, fast);
    return took && takes ? std::optional(*took / *takes) : std::nullopt;
  }
};

const std::vector<SpeedUp>& speed_ups() {
  static const std::vector<SpeedUp> published = {
      {experiment_two, experiment_three}, {experiment_one, experiment_three}, {experiment_three, our_engine}};
  return published;
}

template <typename Row>
std::string grid(const std::vector<Row>& rows, const std::vector<SpeedUp>& ratios) {
  const auto paths = all_of(rows, &Row::path);
  std::string text = fmt::format("{:<8}", "lattice");
  for (const std::string& path : paths) text += fmt::format(" {:>14}", path);
  for (const SpeedUp& ratio : ratios) text += fmt::format(" {:>8}", ratio.name());
  for (const unsigned side : all_of(rows, &Row::side)) {
    text += fmt::format("\n{:<8}", square_name(side));
    for (const std::string& path : paths) {
      const auto took = seconds(rows, side, path);
      text += fmt::format(" {:>14}", took ? fmt::format("{:.4g} s", *took) : "-");
    }
    for (const SpeedUp& ratio : ratios) {
      const auto times = ratio.at(rows, side);
      text += fmt::format(" {:>8}", times ? fmt::format("{:.3g}x", *times) : "-");
    }
  }
  return text + "\n";
}

template <typename Row>
std::string scaled_text(const std::vector<Row>& rows, std::uint64_t Row::*measured, std::uint64_t total) {
  std::string text;
  for (const Row& row : rows)
    if (row.*measured < total)
      text += fmt::format("scaled: {}, {}: {} of {} were measured\n", square_name(row.side), row.path,
                          row.*measured, total);
  return text;
}

}  // namespace

std::string as_text(const Compared<ExperimentTime>& table) {
  return fmt::format("Pereira 2017: {} cycles of three species, counted every {}.\n", pereira_cycles,
                     pereira_counts_every) +
         grid(table.rows, speed_ups()) +
         "I: one core. II: draws are made there and sent for every cycle. III: the kernel draws. II and III "
         "race, as in the\npaper, and lose individuals; 'III, atomics' does not. II is counted by atomics, "
         "III by sort and count.\nOurs: the parallel order, counted as a run is.\n"
         "The paper's figures for 512^2 (Xeon E5620, Quadro 600): I 256 s, II 156 s, III 5.8 s; II/III 26x, "
         "I/III 44x.\n" +
         scaled_text(table.rows, &ExperimentTime::cycles, pereira_cycles) + as_text(table.left_out, 2);
}

std::string as_text(const Compared<CountingTime>& table) {
  const std::uint64_t counts = pereira_cycles / pereira_counts_every;
  return fmt::format("Pereira 2017: counting alone, {} times, as often as {} cycles are counted.\n", counts,
                     pereira_cycles) +
         grid(table.rows, {}) + scaled_text(table.rows, &CountingTime::counts, counts) +
         as_text(table.left_out, 2);
}

io::Json as_json(const Compared<ExperimentTime>& table) {
  io::Json rows = io::Json::array(), ratios = io::Json::array();
  for (const ExperimentTime& row : table.rows)
    rows.push_back({{"side", row.side},
                    {"path", row.path},
                    {"cycles", pereira_cycles},
                    {"cycles_measured", row.cycles},
                    {"seconds", row.seconds}});
  for (const unsigned side : all_of(table.rows, &ExperimentTime::side))
    for (const SpeedUp& ratio : speed_ups())
      if (const auto times = ratio.at(table.rows, side))
        ratios.push_back({{"side", side}, {"of", ratio.name()}, {"speed_up", *times}});
  return {{"rows", rows}, {"speed_ups", ratios}, {"left_out", as_json(table.left_out)}};
}

io::Json as_json(const Compared<CountingTime>& table) {
  io::Json rows = io::Json::array();
  for (const CountingTime& row : table.rows)
    rows.push_back({{"side", row.side},
                    {"path", row.path},
                    {"counts", pereira_cycles / pereira_counts_every},
                    {"counts_measured", row.counts},
                    {"seconds", row.seconds}});
  return {{"rows", rows}, {"left_out", as_json(table.left_out)}};
}

}  // namespace morula
