#include "io/csv_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "core/error.h"
#include "io/descriptor.h"
#include "io/durable_file.h"
#include "io/table_file.h"

namespace morula::io {
namespace {

std::string joined(const std::vector<std::string>& columns) {
  std::string line;
  for (const std::string& column : columns) line += (line.empty() ? "" : ",") + quoted_if_needed(column);
  return line;
}

std::optional<std::uint64_t> step_of(std::string_view row) {
  const std::string_view digits = row.substr(0, row.find(','));
  std::uint64_t step = 0;
  const auto [stopped, error] = std::from_chars(digits.data(), digits.data() + digits.size(), step);
  if (error != std::errc{} || stopped != digits.data() + digits.size()) return std::nullopt;
  return step;
}

// Reads the lines of a file that end with a newline, one at a time: a series may be larger than memory.
class Lines {
 public:
  explicit Lines(const std::filesystem::path& path) : path_(path.string()), file_(path, std::ios::binary) {
    if (!file_) throw_errno(path, errno);
  }

  bool next(std::string& line) {
    const bool whole = std::getline(file_, line) && !file_.eof();
    if (file_.bad()) throw FileError(path_, "cannot be read");
    if (whole) ++number_;
    return whole;
  }
  std::uint64_t number() const { return number_; }  // number of the line last read, counted from 1

 private:
  std::string path_;
  std::ifstream file_;
  std::uint64_t number_ = 0;
};

struct Kept {
  // Bytes of the header and of the kept rows after it, up to the first row that is not kept.
  std::uint64_t bytes = 0;
  bool rows_beyond = false;  // whether rows to keep follow that row
};

using Keep = std::function<bool(std::uint64_t step)>;

// After a power cut, rows that were not yet synced may be garbage. They are dropped, unless rows to keep
// follow them.
Kept what_is_kept(const std::filesystem::path& path, const std::string& header, const Keep& keep) {
  Lines lines(path);
  std::string line;
  if (!lines.next(line) || line != header)
    throw FileError(path.string(), "has the header '" + line.substr(0, 200) + "'; expected '" + header + "'");
  Kept kept{line.size() + 1, false};
  bool dropped = false;
  std::uint64_t garbage = 0;  // number of its line
  while (lines.next(line)) {
    const auto step = step_of(line);
    if (!step && garbage == 0) garbage = lines.number();
    const bool wanted = step && keep(*step);
    if (wanted && garbage != 0)
      throw FileError(path.string() + ':' + std::to_string(garbage), "does not begin with a step");
    if (wanted && !dropped) kept.bytes += line.size() + 1;
    kept.rows_beyond |= wanted && dropped;
    dropped |= !wanted;
  }
  return kept;
}

void copy_kept(const std::filesystem::path& path, const Keep& keep) {
  PendingFile pending(path);
  std::ofstream file(pending.path(), std::ios::binary | std::ios::trunc);
  if (!file) throw_errno(pending.path(), errno);
  Lines lines(path);
  for (std::string line; lines.next(line);) {
    const auto step = step_of(line);
    if (lines.number() == 1 || (step && keep(*step))) file << line << '\n';
  }
  errno = 0;
  file.close();
  if (!file) throw_errno(pending.path(), errno != 0 ? errno : EIO);
  pending.commit();
}

void cut_back(const std::filesystem::path& path, const std::string& header, const Keep& keep) {
  const Kept kept = what_is_kept(path, header, keep);
  if (kept.rows_beyond) return copy_kept(path, keep);
  const Descriptor file(path, O_WRONLY);
  if (::ftruncate(file.get(), static_cast<off_t>(kept.bytes)) != 0) throw_errno(path, errno);
  if (::fsync(file.get()) != 0) throw_errno(path, errno);
}

}  // namespace

CsvFile::CsvFile(std::filesystem::path path, const std::vector<std::string>& columns, const Keep& keep)
    : path_(std::move(path)) {
  const std::string header = joined(columns);
  std::error_code unknown;  // ignored: if exists() fails, so does write_file(), which throws the reason
  if (std::filesystem::exists(path_, unknown))
    cut_back(path_, header, keep);
  else
    write_file(path_, header + '\n');
  file_ = std::fopen(path_.c_str(), "abe");
  if (file_ == nullptr) throw_errno(path_, errno);
}

CsvFile::~CsvFile() { std::fclose(file_); }

void CsvFile::append(const std::string& row) {
  const bool written =
      std::fwrite(row.data(), 1, row.size(), file_) == row.size() && std::fputc('\n', file_) != EOF;
  if (!written) throw_errno(path_, errno);
}

void CsvFile::sync() {
  if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) throw_errno(path_, errno);
}

}  // namespace morula::io
