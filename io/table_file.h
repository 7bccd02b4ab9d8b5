// A table of numbers in a file of its own: comma-separated, with the names of the columns in the first line.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/number.h"
#include "io/durable_file.h"

namespace morula::io {

// For the name of a column, which may contain a comma or a quote.
std::string quoted_if_needed(const std::string& name);
std::string cell_of(const Number& number);  // the number as below; empty if it is absent

// Rows are added in blocks of any size. The file appears, complete and synced, when it is committed. Numbers
// are written as the shortest text that reads back exactly, as in the series.
class TableFile {
 public:
  TableFile(const std::filesystem::path& place, const std::vector<std::string>& columns);  // throws FileError

  void add(std::span<const Number> rows);  // complete rows, one after the other
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(std::string_view text);

  PendingFile pending_;
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t columns_;
  std::vector<char> text_;  // rows that are being written; the text of a whole block may not fit into memory
};

}  // namespace morula::io
