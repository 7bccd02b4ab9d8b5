#include "serve/curve_rows.h"

#include <algorithm>
#include <sstream>

#include "io/section.h"
#include "io/table_file.h"

namespace morula::serve {
namespace {

constexpr std::size_t most_lines = 4000;

std::string text_of(std::uint64_t time, std::optional<double> steps_per_time, const Row& row) {
  std::string text = std::to_string(time);
  if (steps_per_time) text += ',' + io::cell_of(static_cast<double>(time) / *steps_per_time);
  for (const Number& number : row) text += ',' + io::cell_of(number);
  return text;
}

}  // namespace

std::vector<std::string> columns_of_rows(const Model& model, const Spec& spec) {
  std::vector<std::string> columns = {"step"};
  if (spec.steps_per_time) columns.emplace_back("time");
  for (const std::string& column : model.columns()) columns.push_back(column);
  return columns;
}

void CurveRows::begin(const std::vector<std::string>& columns, const std::string& csv, std::uint64_t step) {
  const std::scoped_lock lock(mutex_);
  header_.clear();
  for (const std::string& column : columns) header_ += (header_.empty() ? "" : ",") + io::csv_cell(column);
  lines_.clear();
  every_ = 1;
  std::istringstream rows(csv.substr(0, csv.rfind('\n') + 1));
  std::string line;
  std::getline(rows, line);
  if (line == header_)
    while (std::getline(rows, line))
      if (const auto at = io::parse_whole(line.substr(0, line.find(','))); at && *at <= step)
        lines_.push_back({*at, line});
  thin();
  ++version_;
}

void CurveRows::add(std::uint64_t time, std::optional<double> steps_per_time, const std::vector<Row>& rows,
                    const std::vector<Row>& rows_beside) {
  const std::scoped_lock lock(mutex_);
  if (!lines_.empty() && time <= lines_.back().step) return;
  if (++steps_seen_ % every_ != 0) return;
  for (std::size_t i = 0; i < rows.size(); ++i)
    lines_.push_back(
        {time, text_of(time, steps_per_time, rows[i]),
         i < rows_beside.size() ? text_of(time, steps_per_time, rows_beside[i]) : std::string()});
  ++version_;
  thin();
}

void CurveRows::begin_beside() {
  const std::scoped_lock lock(mutex_);
  for (Line& line : lines_) line.beside = line.step == lines_.back().step ? line.text : "";
  ++version_;
}

void CurveRows::end_beside() {
  const std::scoped_lock lock(mutex_);
  for (Line& line : lines_) line.beside.clear();
  ++version_;
}

// Keeps every second observed step; for a batch, with the rows of all its replicas.
void CurveRows::thin() {
  while (lines_.size() > most_lines) {
    std::vector<Line> kept;
    bool keeps = true;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      if (i > 0 && lines_[i].step != lines_[i - 1].step) keeps = !keeps;
      if (keeps) kept.push_back(lines_[i]);
    }
    if (kept.size() == lines_.size()) return;
    lines_ = std::move(kept);
    every_ *= 2;
  }
}

std::string CurveRows::text() const {
  const std::scoped_lock lock(mutex_);
  std::string text = header_ + '\n';
  for (const Line& line : lines_) text += line.text + '\n';
  return text;
}

std::string CurveRows::text_beside() const {
  const std::scoped_lock lock(mutex_);
  std::string text = header_ + '\n';
  for (const Line& line : lines_)
    if (!line.beside.empty()) text += line.beside + '\n';
  return text;
}

std::uint64_t CurveRows::version() const {
  const std::scoped_lock lock(mutex_);
  return version_;
}

}  // namespace morula::serve
