#include "io/durable_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "io/descriptor.h"

namespace morula::io {
namespace {

void write_all(const std::filesystem::path& path, int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw_errno(path, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

PendingFile::PendingFile(std::filesystem::path place) : place_(std::move(place)), part_(place_) {
  part_ += ".part";
}

PendingFile::~PendingFile() {
  std::error_code ignored;
  if (!committed_) std::filesystem::remove(part_, ignored);
}

void PendingFile::commit() {
  sync_file(part_);
  std::error_code error;
  std::filesystem::rename(part_, place_, error);
  if (error) throw_errno(place_, error.value());
  committed_ = true;
  sync_folder(place_.parent_path());
}

void write_file(const std::filesystem::path& place, std::string_view text) {
  PendingFile pending(place);
  Descriptor file(pending.path(), O_WRONLY | O_CREAT | O_TRUNC);
  write_all(pending.path(), file.get(), text);
  if (const int error = file.close()) throw_errno(pending.path(), error);
  pending.commit();
}

void write_unsynced(const std::filesystem::path& place, std::string_view text) {
  std::filesystem::path part = place;
  part += ".part";
  Descriptor file(part, O_WRONLY | O_CREAT | O_TRUNC);
  write_all(part, file.get(), text);
  if (const int error = file.close()) throw_errno(part, error);
  std::error_code error;
  std::filesystem::rename(part, place, error);
  if (error) throw_errno(place, error.value());
}

void sync_all(const std::filesystem::path& folder) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    entry.is_directory() ? sync_folder(entry.path()) : sync_file(entry.path());
  sync_folder(folder);
}

std::string read_file(const std::filesystem::path& path) {
  const Descriptor file(path, O_RDONLY);
  std::string text;
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
    if (count == 0) return text;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw_errno(path, errno);
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

void sync_file(const std::filesystem::path& path) {
  Descriptor file(path, O_RDONLY);
  if (::fsync(file.get()) != 0) throw_errno(path, errno);
  if (const int error = file.close()) throw_errno(path, error);
}

void sync_folder(const std::filesystem::path& folder) {
  const std::filesystem::path parent = folder.empty() ? "." : folder;
  const Descriptor opened(parent, O_RDONLY | O_DIRECTORY);
  // On some network file systems fsync() fails for a folder because there is nothing to sync; the rename is
  // then as safe as that file system makes it.
  if (::fsync(opened.get()) != 0 && errno != EINVAL && errno != ENOTSUP) throw_errno(parent, errno);
}

}  // namespace morula::io
