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

std::string quoted_if_needed(const std::string& name);  // of a column whose name holds a comma or a quote
std::string cell_of(const Number& number);              // as below; empty where there is none

// Rows are added in blocks, as many at a time as there are; the file appears, whole and synced, when it is
// committed. Numbers are the shortest text that reads back exactly, as in the series.
class TableFile {
 public:
  TableFile(const std::filesystem::path& place, const std::vector<std::string>& columns);  // throws FileError

  void add(std::span<const Number> rows);  // whole rows, one behind the other
  void commit();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  void write(std::string_view text);

  PendingFile pending_;
  std::unique_ptr<std::FILE, Close> file_;
  std::size_t columns_;
  std::vector<char>
      text_;  // of the rows being written: a block may be larger than memory has room for its text
};

}  // namespace morula::io
