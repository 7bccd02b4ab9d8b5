#include "models/membrane/observe/trace_file.h"

#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>

#include "core/error.h"
#include "io/descriptor.h"
#include "io/durable_file.h"

namespace morula::membrane {
namespace {

std::optional<u64> step_in(const std::string& line, const std::string& beginning) {
  if (!line.starts_with(beginning)) return std::nullopt;
  u64 step = 0;
  const char* const digits = line.data() + beginning.size();
  if (std::from_chars(digits, line.data() + line.size(), step).ec != std::errc{}) return std::nullopt;
  return step;
}

// Number of bytes of the file to keep. A configuration is complete if the next one begins, or if the file
// ends with a complete line: everything that a checkpoint covers was synced, so that only configurations that
// are not kept can be cut short.
u64 kept_bytes(const std::filesystem::path& path, const std::string& beginning,
               const std::function<bool(u64 step)>& keep) {
  std::ifstream file(path, std::ios::binary);
  if (!file) io::throw_errno(path, errno);
  u64 bytes = 0;
  for (std::string line; std::getline(file, line) && !file.eof(); bytes += line.size() + 1) {
    const auto step = step_in(line, beginning);
    if (step ? !keep(*step) : bytes == 0) return bytes;
  }
  return bytes;
}

}  // namespace

TraceFile::TraceFile(std::filesystem::path path, const std::string& beginning, bool must_exist,
                     const std::function<bool(u64 step)>& keep)
    : path_(std::move(path)) {
  const bool exists = std::filesystem::exists(path_);
  if (must_exist && !exists)
    throw FileError(path_.string(), "is missing and cannot be made again; put it back, or start a new run");
  if (exists) std::filesystem::resize_file(path_, kept_bytes(path_, beginning, keep));
  file_.reset(std::fopen(path_.c_str(), "abe"));
  if (!file_) io::throw_errno(path_, errno);
}

void TraceFile::append(const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) io::throw_errno(path_, errno);
}

void TraceFile::sync() {
  if (std::fflush(file_.get()) != 0) io::throw_errno(path_, errno);
  io::sync_file(path_);
}

}  // namespace morula::membrane
