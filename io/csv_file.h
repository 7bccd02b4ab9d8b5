// series.csv: a header line, then rows whose first column is the step.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace morula::io {

class CsvFile {
 public:
  // A new file with this header; or, when it exists, the same file with only the rows whose step `keep`
  // accepts. A last row that was cut short is dropped. A header other than this one throws FileError.
  CsvFile(std::filesystem::path path, const std::vector<std::string>& columns,
          const std::function<bool(std::uint64_t step)>& keep);
  ~CsvFile();
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  void append(const std::string& row);  // without its newline
  void sync();                          // everything appended is on disk when it returns, or FileError

 private:
  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
};

}  // namespace morula::io
