// Reads a CSV of numbers: a header line, then rows with the same number of cells. It also accepts quoted
// cells, CRLF and a byte order mark, as spreadsheets write them.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/error.h"

namespace morula::io {

class CsvTable {
 public:
  // Throws a SpecError that names every row whose number of cells differs from that of the header.
  CsvTable(std::string text, std::string source);

  const std::string& source() const { return source_; }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t rows() const { return rows_.size(); }
  int line_of(std::size_t row) const { return rows_[row].line; }
  bool has(std::string_view name) const;

  bool has_gaps(std::string_view name) const;  // whether this column has empty cells
  // The numbers of a column. Throws a SpecError that names every cell that is not a finite number.
  std::vector<double> numbers(std::string_view name) const;
  std::vector<double> numbers_and_gaps(std::string_view name) const;  // empty cells become NaN

 private:
  struct Row {
    std::size_t begin = 0, size = 0;  // in the text
    int line = 0;
  };

  std::string_view text_of(const Row& row) const {
    return std::string_view(text_).substr(row.begin, row.size);
  }
  std::vector<double> read_column(std::string_view name, bool may_be_empty) const;
  void read_header(const Row& row);
  void check_rows() const;

  std::string text_, source_;
  std::vector<std::string> names_;
  std::vector<Row> rows_;
};

std::string csv_cell(std::string_view text);  // quoted if needed, so that it reads back as this text

CsvTable read_csv_table(const std::filesystem::path& path);  // throws SpecError if the file cannot be read

}  // namespace morula::io
