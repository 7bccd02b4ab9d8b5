#include "io/csv_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <utility>

#include "core/counted.h"
#include "io/document.h"

namespace morula::io {
namespace {

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

struct Cell {
  std::string_view text;  // without spaces around it and without quotes
  int column = 1;         // column in its line where it begins
  bool quoted = false;
};

// The end of the cell that begins at `from`: the next comma that is not between quotes.
std::size_t end_of_cell(std::string_view line, std::size_t from) {
  bool quoted = false;
  for (std::size_t i = from; i < line.size(); ++i) {
    if (line[i] == '"') quoted = !quoted;
    if (line[i] == ',' && !quoted) return i;
  }
  return line.size();
}

Cell cell_between(std::string_view line, std::size_t from, std::size_t end) {
  std::string_view text = trimmed(line.substr(from, end - from));
  const bool quoted = text.size() >= 2 && text.front() == '"' && text.back() == '"';
  if (quoted) text = trimmed(text.substr(1, text.size() - 2));
  return {text, static_cast<int>(from) + 1, quoted};
}

// One cell of a line, found without splitting the whole line: a column of a long file is read row by row.
Cell cell_of(std::string_view line, std::size_t which) {
  std::size_t from = 0, end = end_of_cell(line, 0);
  for (; which > 0; --which) {
    from = end + 1;
    end = end_of_cell(line, from);
  }
  return cell_between(line, from, end);
}

std::size_t count_cells(std::string_view line) {
  std::size_t count = 1;
  for (std::size_t end = end_of_cell(line, 0); end < line.size(); end = end_of_cell(line, end + 1)) ++count;
  return count;
}

// Between quotes, a quote is written twice.
std::string name_in(std::string_view cell, bool quoted) {
  std::string name(cell);
  for (std::size_t i = 0; quoted && (i = name.find("\"\"", i)) != std::string::npos; ++i) name.erase(i, 1);
  return name;
}

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  double value = 0;
  const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stopped != text.data() + text.size() || !std::isfinite(value)) return {};
  return value;
}

void add(std::vector<Problem>& problems, SourceLocation place, std::string key, std::string what) {
  problems.push_back({std::move(place), std::move(key), std::move(what)});
  if (problems.size() == most_problems) throw SpecError(std::move(problems));
}

}  // namespace

CsvTable::CsvTable(std::string text, std::string source)
    : text_(std::move(text)), source_(std::move(source)) {
  std::size_t begin = text_.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  for (int line = 1; begin < text_.size(); ++line) {
    const std::size_t newline = std::min(text_.find('\n', begin), text_.size());
    std::size_t size = newline - begin;
    if (size > 0 && text_[newline - 1] == '\r') --size;
    const Row row{begin, size, line};
    begin = newline + 1;
    if (trimmed(text_of(row)).empty()) continue;
    names_.empty() ? read_header(row) : rows_.push_back(row);
  }
  if (names_.empty()) throw SpecError({source_}, "", "is empty; must have a header line and rows of numbers");
  check_rows();
}

void CsvTable::read_header(const Row& row) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < count_cells(text_of(row)); ++i) {
    const Cell cell = cell_of(text_of(row), i);
    names_.push_back(name_in(cell.text, cell.quoted));
    if (!seen.insert(names_.back()).second)
      throw SpecError({source_, row.line, cell.column}, names_.back(),
                      "is the name of two columns; give each column its own name");
  }
  const std::size_t separator = names_.front().find_first_of(";\t");
  if (names_.size() == 1 && separator != std::string::npos)
    throw SpecError({source_, row.line, static_cast<int>(separator) + 1}, "",
                    "cells must be separated by commas");
}

void CsvTable::check_rows() const {
  std::vector<Problem> problems;
  for (const Row& row : rows_) {
    const std::size_t found = count_cells(text_of(row));
    if (found != names_.size())
      add(problems, {source_, row.line}, "",
          fmt::format("has {}; the header has {}", counted(found, "cell"), names_.size()));
  }
  if (!problems.empty()) throw SpecError(std::move(problems));
}

bool CsvTable::has(std::string_view name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

bool CsvTable::has_gaps(std::string_view name) const {
  const auto which = static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  return std::ranges::any_of(rows_,
                             [&](const Row& row) { return cell_of(text_of(row), which).text.empty(); });
}

std::vector<double> CsvTable::numbers(std::string_view name) const { return read_column(name, false); }
std::vector<double> CsvTable::numbers_and_gaps(std::string_view name) const {
  return read_column(name, true);
}

std::vector<double> CsvTable::read_column(std::string_view name, bool may_be_empty) const {
  const auto which = static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  std::vector<double> values;
  values.reserve(rows_.size());
  std::vector<Problem> problems;
  for (const Row& row : rows_) {
    const Cell cell = cell_of(text_of(row), which);
    if (may_be_empty && cell.text.empty()) {
      values.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const std::optional<double> value = number_in(cell.text);
    if (!value)
      add(problems, {source_, row.line, cell.column}, names_[which],
          fmt::format("is '{}'; must be a finite number, as in -1.5e3", cell.text.substr(0, 40)));
    values.push_back(value.value_or(0));
  }
  if (!problems.empty()) throw SpecError(std::move(problems));
  return values;
}

std::string csv_cell(std::string_view text) {
  if (!text.empty() && text.find_first_of(",\"\r") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

CsvTable read_csv_table(const std::filesystem::path& path) { return {read_input(path), path.string()}; }

}  // namespace morula::io
