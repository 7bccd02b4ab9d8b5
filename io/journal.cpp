#include "io/journal.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>

#include "core/hash.h"
#include "io/durable_file.h"

namespace morula::io {
namespace {

constexpr std::size_t digits = 16;  // of the hash
constexpr auto between_syncs = std::chrono::milliseconds(300);

std::string sealed(std::string_view line) {
  std::string text = to_string(hash_of(line));
  text += ' ';
  text += line;
  return text + '\n';
}

// The line without its hash; nothing if the hash does not match.
std::optional<std::string> unsealed(std::string_view text) {
  if (text.size() < digits + 1 || text[digits] != ' ') return std::nullopt;
  const std::string_view line = text.substr(digits + 1);
  if (text.substr(0, digits) != to_string(hash_of(line))) return std::nullopt;
  return std::string(line);
}

struct Contents {
  std::vector<std::string> lines;
  bool broken = false;  // whether lines were dropped
};

Contents contents_of(const std::filesystem::path& path) {
  Contents contents;
  if (!std::filesystem::exists(path)) return contents;
  const std::string text = read_file(path);
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    auto line = unsealed(std::string_view(text).substr(begin, end - begin));
    if (line) contents.lines.push_back(std::move(*line));
    contents.broken |= !line;
  }
  contents.broken |= begin < text.size();
  return contents;
}

// Opens a journal without its broken lines: a line appended after an incomplete line would be lost with it.
std::vector<std::string> mended(const std::filesystem::path& path) {
  Contents contents = contents_of(path);
  if (!contents.broken) return std::move(contents.lines);
  std::string text;
  for (const std::string& line : contents.lines) text += sealed(line);
  write_file(path, text);
  return std::move(contents.lines);
}

}  // namespace

std::vector<std::string> read_journal(const std::filesystem::path& path) { return contents_of(path).lines; }

Journal::Journal(std::filesystem::path path)
    : path_(std::move(path)), lines_(mended(path_)), file_(path_, O_WRONLY | O_CREAT | O_APPEND) {
  sync_folder(path_.parent_path());
  syncing_ = std::thread([this] { keep_syncing(); });
}

Journal::~Journal() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
  }
  wake_.notify_all();
  syncing_.join();
}

void Journal::append(std::string_view line) {
  const std::string text = sealed(line);
  std::string_view unwritten = text;
  const std::scoped_lock lock(mutex_);
  if (sync_error_ != 0) throw_errno(path_, sync_error_);
  while (!unwritten.empty()) {
    const ssize_t written = ::write(file_.get(), unwritten.data(), unwritten.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_errno(path_, errno);
    unwritten.remove_prefix(static_cast<std::size_t>(written));
  }
  unsynced_ = true;
}

void Journal::sync() {
  const std::scoped_lock lock(mutex_);
  if (sync_error_ != 0) throw_errno(path_, sync_error_);
  if (::fsync(file_.get()) != 0) throw_errno(path_, errno);
  unsynced_ = false;
}

void Journal::keep_syncing() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, between_syncs, [this] { return closing_; })) {
    if (!unsynced_) continue;
    unsynced_ = false;
    lock.unlock();
    const int error = ::fsync(file_.get()) == 0 ? 0 : errno;
    lock.lock();
    if (error != 0) sync_error_ = error;
  }
}

}  // namespace morula::io
