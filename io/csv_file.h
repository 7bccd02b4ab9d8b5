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
  // Makes a new file with this header. If the file exists, keeps it with only the rows whose step `keep`
  // accepts. An incomplete last row is dropped. A different header throws FileError.
  CsvFile(std::filesystem::path path, const std::vector<std::string>& columns,
          const std::function<bool(std::uint64_t step)>& keep);
  ~CsvFile();
  CsvFile(const CsvFile&) = delete;
  CsvFile& operator=(const CsvFile&) = delete;

  void append(const std::string& row);  // without the newline
  void sync();                          // when it returns, everything appended is on disk; throws FileError

 private:
  std::filesystem::path path_;
  std::FILE* file_ = nullptr;
};

}  // namespace morula::io
