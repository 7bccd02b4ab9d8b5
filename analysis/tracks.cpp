#include "analysis/tracks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

#include "analysis/persistence.h"
#include "analysis/run_tables.h"
#include "analysis/type_names.h"
#include "core/error.h"
#include "io/csv_table.h"
#include "io/durable_file.h"

namespace morula {
namespace {

namespace fs = std::filesystem;

struct TrackRow {
  double time = 0, replica = 0, cell = 0;
  unsigned type = 0;
  TrackPoint place{};
};

bool is_count(double number) { return number >= 0 && number == std::floor(number); }

// Throws SpecError unless the rows are as the program writes them: ordered by time, replica and cell, with
// one row for a cell at a time.
void check_order(const io::CsvTable& table, const std::vector<TrackRow>& rows) {
  const auto key = [](const TrackRow& row) { return std::array{row.time, row.replica, row.cell}; };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const SourceLocation where{table.source(), table.line_of(i), 1};
    if (!is_count(rows[i].time) || !is_count(rows[i].replica) || !is_count(rows[i].cell))
      throw SpecError(where, "", "has a time, a replica or a cell that is not a whole number from 0 on");
    if (i > 0 && key(rows[i]) <= key(rows[i - 1]))
      throw SpecError(
          where, "",
          fmt::format("cell {} at time {} follows cell {} at time {}; rows must be in the order of "
                      "time, replica and cell, without repetitions: use the file as the run wrote it",
                      rows[i].cell, rows[i].time, rows[i - 1].cell, rows[i - 1].time));
  }
}

std::vector<TrackRow> read_rows(const fs::path& file, double from) {
  const io::CsvTable table(io::read_file(file), file.string());
  for (const char* name : {"time", "cell", "type", "x", "y"})
    if (!table.has(name))
      throw SpecError({file.string()}, "",
                      fmt::format("has no column '{}': it is not a table of tracks", name));
  const auto times = table.numbers("time"), cells = table.numbers("cell"), types = table.numbers("type"),
             x = table.numbers("x"), y = table.numbers("y"), none = std::vector<double>(table.rows()),
             z = table.has("z") ? table.numbers("z") : none,
             replicas = table.has("replica") ? table.numbers("replica") : none;
  constexpr double most_types = 255;
  std::vector<TrackRow> rows;
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (!is_count(types[i]) || types[i] > most_types)
      throw SpecError({table.source(), table.line_of(i), 1}, "type",
                      fmt::format("is {}; must be the number of a type", types[i]));
    rows.push_back({times[i], replicas[i], cells[i], static_cast<unsigned>(types[i]), {x[i], y[i], z[i]}});
  }
  check_order(table, rows);
  std::erase_if(rows, [&](const TrackRow& row) { return row.time < from; });
  return rows;
}

// The tracks of all members, by type.
struct ReadTracks {
  double spacing = 0;
  std::size_t members = 0;
  std::map<unsigned, std::vector<MemberTracks>> of_types;
  std::map<unsigned, std::uint64_t> cells;
  std::map<unsigned, std::string> names;
};

void add_track(ReadTracks& read, std::size_t member, unsigned type, TrackOfCell& track) {
  auto& members = read.of_types[type];
  if (members.size() <= member) members.resize(member + 1);
  members[member].add(std::move(track));
  track.clear();
}

// Adds rows to the tracks. A track ends if the cell is missing at a sample or has changed its type. A cell
// counts for its last recorded type, as in `analyze lineage`.
void add_rows(ReadTracks& read, std::size_t member, std::vector<TrackRow>& rows) {
  std::ranges::stable_sort(rows, {}, &TrackRow::cell);
  TrackOfCell track;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool is_first = i == 0 || rows[i].cell != rows[i - 1].cell;
    if (i + 1 == rows.size() || rows[i + 1].cell != rows[i].cell) ++read.cells[rows[i].type];
    const bool goes_on = !is_first && rows[i].type == rows[i - 1].type &&
                         std::abs(rows[i].time - rows[i - 1].time - read.spacing) < 1e-9 * read.spacing;
    if (!goes_on && i > 0) add_track(read, member, rows[i - 1].type, track);
    track.push_back(rows[i].place);
  }
  if (!rows.empty()) add_track(read, member, rows.back().type, track);
}

void read_file_of_tracks(ReadTracks& read, const fs::path& file, double from) {
  const std::vector<TrackRow> rows = read_rows(file, from);
  std::set<double> times;
  std::map<double, std::vector<TrackRow>> of_replicas;
  for (const TrackRow& row : rows) {
    times.insert(row.time);
    of_replicas[row.replica].push_back(row);
  }
  if (times.size() < 3)
    throw SpecError({file.string()}, "",
                    fmt::format("has {} times from {} on; at least 3 are needed", times.size(), from));
  const double spacing = *std::next(times.begin()) - *times.begin();
  if (read.spacing != 0 && spacing != read.spacing)
    throw SpecError({file.string()}, "",
                    fmt::format("has rows {} steps apart, and the runs before it {}; analyse them separately",
                                spacing, read.spacing));
  read.spacing = spacing;
  const std::vector<std::string> names = type_names_beside(file);
  for (const TrackRow& row : rows)
    read.names[row.type] = row.type < names.size() ? names[row.type] : fmt::format("type {}", row.type);
  for (auto& [replica, of_replica] : of_replicas) add_rows(read, read.members++, of_replica);
}

template <typename Measure>
TrackEstimate jackknifed(std::vector<MemberTracks>& members, Measure measure) {
  TrackEstimate estimate{measure(PooledTracks(members)), std::nullopt};
  const double count = static_cast<double>(members.size());
  if (!estimate.value || members.size() < 2) return estimate;
  std::vector<double> without;
  for (std::size_t i = 0; i < members.size(); ++i)
    if (const auto value = measure(PooledTracks(members, i))) without.push_back(*value);
  if (without.size() < members.size()) return estimate;
  double mean = 0, squares = 0;
  for (const double value : without) mean += value / count;
  for (const double value : without) squares += (value - mean) * (value - mean);
  estimate.error = 2 * std::sqrt(squares * (count - 1) / count);
  return estimate;
}

std::vector<std::uint64_t> lags_until(std::uint64_t last) {
  std::vector<std::uint64_t> lags;
  for (std::uint64_t lag = 1; lag <= last; lag = std::max(lag + 1, lag * 6 / 5)) lags.push_back(lag);
  return lags;
}

MotionOfType motion_of(std::vector<MemberTracks>& members, double spacing) {
  MotionOfType motion;
  std::erase_if(members, [](const MemberTracks& member) { return member.tracks().empty(); });
  for (const MemberTracks& member : members) motion.displacements += member.lengths().count;
  motion.speed = jackknifed(members, [&](const PooledTracks& tracks) {
    const auto length = tracks.length();
    return length ? std::optional(*length / spacing) : std::nullopt;
  });
  motion.half_life =
      jackknifed(members, [&](const PooledTracks& tracks) { return half_life(tracks, spacing); });
  motion.persistence =
      jackknifed(members, [&](const PooledTracks& tracks) { return decay_time(tracks, spacing); });
  const std::uint64_t half = PooledTracks(members).longest() / 2;
  for (const std::uint64_t lag : lags_until(half)) {
    const double time = static_cast<double>(lag) * spacing;
    const auto square = jackknifed(members, [&](const PooledTracks&tracks) { return tracks.square(lag); }),
               product =
                   jackknifed(members, [&](const PooledTracks&tracks) { return tracks.product(lag - 1); });
    if (square.value) motion.squared.push_back({time, *square.value, square.error.value_or(0)});
    if (product.value) motion.products.push_back({time, *product.value, product.error.value_or(0)});
  }
  return motion;
}

}  // namespace

TracksReport analyze_tracks(const TracksChoice& choice) {
  if (!std::isfinite(choice.from))
    throw SpecError({}, "--from", fmt::format("is {}; must be a step, such as 500", choice.from));
  refuse_repeated_runs(choice.runs, "tracks.csv");
  ReadTracks read;
  for (const fs::path& run : choice.runs)
    read_file_of_tracks(read,
                        table_of_run(run, "tracks.csv", "run the model with output: {tracks: {every: 5}}"),
                        choice.from);
  TracksReport report;
  report.spacing = read.spacing;
  report.from = choice.from;
  report.members = read.members;
  for (auto& [type, members] : read.of_types) {
    MotionOfType motion = motion_of(members, read.spacing);
    motion.type = type;
    motion.name = read.names[type];
    motion.cells = read.cells[type];
    report.types.push_back(std::move(motion));
  }
  return report;
}

}  // namespace morula
