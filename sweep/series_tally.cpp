#include "sweep/series_tally.h"

#include <cmath>

#include "io/table_file.h"

namespace morula::sweep {
namespace {

std::optional<double> as_double(const Number& number) {
  if (const auto* whole = std::get_if<std::uint64_t>(&number)) return static_cast<double>(*whole);
  if (const auto* with_sign = std::get_if<std::int64_t>(&number)) return static_cast<double>(*with_sign);
  if (const auto* real = std::get_if<double>(&number)) return *real;
  return std::nullopt;
}

}  // namespace

void SeriesTally::Moments::take(double value) {
  ++count;
  sum += value;
  const double before = value - running_mean;
  running_mean += before / static_cast<double>(count);
  squares += before * (value - running_mean);
}

SeriesTally::SeriesTally(std::vector<std::string> columns, const Choice& choice)
    : names_(std::move(columns)), choice_(choice), last_(names_.size(), Absent{}), moments_(names_.size()) {
  if (!choice_.keeps_text) return;
  text_ = choice_.steps_per_time ? "step,time" : "step";
  for (const std::string& name : names_) text_ += ',' + io::quoted_if_needed(name);
  text_ += '\n';
}

void SeriesTally::take(std::uint64_t step, const Number* row) {
  last_.assign(row, row + names_.size());
  if (choice_.measure && choice_.measure->covers(step))
    for (std::size_t i = 0; i < names_.size(); ++i)
      if (const auto value = as_double(row[i])) moments_[i].take(*value);
  if (!choice_.keeps_text) return;
  text_ += std::to_string(step);
  if (choice_.steps_per_time) text_ += ',' + io::cell_of(static_cast<double>(step) / *choice_.steps_per_time);
  for (std::size_t i = 0; i < names_.size(); ++i) text_ += ',' + io::cell_of(row[i]);
  text_ += '\n';
}

std::vector<MeasuredColumn> SeriesTally::columns() const {
  std::vector<MeasuredColumn> columns;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    MeasuredColumn column{names_[i], io::cell_of(last_[i])};
    const Moments& moments = moments_[i];
    if (moments.count > 0) column.mean = io::cell_of(moments.sum / static_cast<double>(moments.count));
    if (moments.count > 1)
      column.sd = io::cell_of(std::sqrt(moments.squares / static_cast<double>(moments.count - 1)));
    columns.push_back(std::move(column));
  }
  return columns;
}

void TallyObserver::begin(Model& model, std::uint64_t) {
  model_ = &model;
  std::vector<std::string> columns = model.columns();
  first_column_ = runs_ > 1 && !columns.empty() && columns.front() == "replica" ? 1 : 0;
  columns.erase(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(first_column_));
  tallies_.assign(runs_, SeriesTally(columns, choice_));
}

void TallyObserver::observe(Model& model) { take_rows(model.time(), morula::observe(model)); }

// A replica that has ended no longer changes. Its next row is its last one, with the step at which it ended,
// as in a run of this replica alone; later rows are ignored.
void TallyObserver::take_rows(std::uint64_t time, const std::vector<Row>& rows) {
  const auto ends = runs_ > 1 ? model_->replica_ends() : std::vector<std::optional<std::uint64_t>>();
  for (std::size_t run = 0; run < rows.size() && run < tallies_.size(); ++run) {
    if (ended_[run]) continue;
    const bool has_ended = run < ends.size() && ends[run] && *ends[run] <= time;
    tallies_[run].take(has_ended ? *ends[run] : time, rows[run].data() + first_column_);
    ended_[run] = has_ended;
  }
}

}  // namespace morula::sweep
