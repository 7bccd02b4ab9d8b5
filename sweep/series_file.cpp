#include "sweep/series_file.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "io/durable_file.h"
#include "io/hdf5_file.h"
#include "sweep/sweep_run.h"
#include "sweep/tasks.h"

namespace morula::sweep {
namespace {

constexpr double missing_cell = std::numeric_limits<double>::quiet_NaN();

struct SeriesColumn {
  std::string name;
  std::vector<double> values{};
};

class JoinedSeries {
 public:
  // Adds the rows of one run, whose first columns are `step` and perhaps `time`.
  void add(const std::vector<std::string>& names, const std::string& csv) {
    std::vector<std::size_t> places;
    for (const std::string& name : names) places.push_back(place_of(name));
    const std::size_t first = rows_;
    for (std::size_t begin = csv.find('\n') + 1; begin < csv.size();) {
      const std::size_t end = std::min(csv.find('\n', begin), csv.size());
      add_row(places, std::string_view(csv).substr(begin, end - begin));
      begin = end + 1;
    }
    run_first_.push_back(first);
    run_rows_.push_back(rows_ - first);
  }

  void write(const std::filesystem::path& place, const std::vector<std::uint64_t>& points,
             const std::vector<std::uint64_t>& replicas) {
    io::PendingFile pending(place);
    {
      io::Hdf5Writer file(pending.path());
      file.attribute("layout",
                     std::string("columns hold the rows of all runs, one run behind the other; run r "
                                 "begins at run_first[r] and has run_rows[r] rows"));
      put(file, "run_first", run_first_);
      put(file, "run_rows", run_rows_);
      put(file, "run_point", points);
      put(file, "run_replica", replicas);
      for (SeriesColumn& column : columns_) {
        column.values.resize(rows_, missing_cell);
        put(file, column.name, column.values);
      }
      file.close();
    }
    pending.commit();
  }

 private:
  std::size_t place_of(std::string name) {
    std::ranges::replace(name, '/', '_');  // a slash would make a group
    const auto found = std::ranges::find(columns_, name, &SeriesColumn::name);
    if (found != columns_.end()) return static_cast<std::size_t>(found - columns_.begin());
    columns_.push_back({name});
    return columns_.size() - 1;
  }

  void add_row(const std::vector<std::size_t>& places, std::string_view row) {
    for (const std::size_t place : places) {
      const std::string_view cell = row.substr(0, row.find(','));
      double value = missing_cell;
      if (!cell.empty()) std::from_chars(cell.data(), cell.data() + cell.size(), value);
      columns_[place].values.resize(rows_, missing_cell);
      columns_[place].values.push_back(value);
      row.remove_prefix(std::min(row.size(), cell.size() + 1));
    }
    ++rows_;
  }

  template <typename T>
  static void put(io::Hdf5Writer& file, const std::string& name, const std::vector<T>& values) {
    const Field field{
        name, std::is_same_v<T, double> ? ValueType::F64 : ValueType::U64, {values.size(), 1, 1}, 1};
    file.add(field);
    for (const Slab& slab : slabs_of(field))
      file.write(field, slab, std::as_bytes(std::span(values).subspan(slab.first, slab.count)));
  }

  std::vector<SeriesColumn> columns_;
  std::vector<std::uint64_t> run_first_, run_rows_;
  std::size_t rows_ = 0;
};

std::vector<std::string> names_of(const RunRecord& record, const std::string& csv) {
  std::vector<std::string> names = {"step"};
  if (csv.starts_with("step,time,")) names.emplace_back("time");
  for (const MeasuredColumn& column : record.columns) names.push_back(column.name);
  return names;
}

}  // namespace

void write_series_file(const std::filesystem::path& folder, const Plan& plan, const Records& records) {
  JoinedSeries joined;
  std::vector<std::uint64_t> points, replicas;
  for (const PlannedRun& run : runs_of(plan)) {
    const Hash id = plan.points[run.point].id;
    const auto record = records.find({id.value, run.replica});
    if (record == records.end()) continue;
    const std::string csv = io::read_file(run_folder(folder, id, run.replica) / "series.csv");
    joined.add(names_of(record->second, csv), csv);
    points.push_back(run.point + 1);
    replicas.push_back(run.replica);
  }
  joined.write(folder / "series.h5", points, replicas);
}

}  // namespace morula::sweep
