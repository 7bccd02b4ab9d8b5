#include "io/disk_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace morula::io {

DiskFile::DiskFile(const std::filesystem::path& path, int flags) : descriptor_(path, flags) {
  struct stat status {};
  if (::fstat(descriptor_.get(), &status) != 0) throw_errno(path, errno);
  if (S_ISDIR(status.st_mode)) throw_errno(path, EISDIR);
  size_ = static_cast<std::uint64_t>(status.st_size);
}

void DiskFile::write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept {
  size_ = std::max<std::uint64_t>(size_, offset + bytes.size());
  while (!bytes.empty() && failure_ == 0) {
    const ssize_t written =
        ::pwrite(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (written < 0 && errno != EINTR) failure_ = errno;
    if (written <= 0) continue;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

bool DiskFile::read(std::uint64_t offset, std::span<std::byte> bytes) noexcept {
  while (!bytes.empty()) {
    const ssize_t count = ::pread(descriptor_.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      if (failure_ == 0) failure_ = errno;
      return false;
    }
    bytes = bytes.subspan(static_cast<std::size_t>(count));
    offset += static_cast<std::uint64_t>(count);
  }
  std::ranges::fill(bytes, std::byte{0});
  return true;
}

void DiskFile::resize(std::uint64_t size) noexcept {
  if (size == size_) return;
  size_ = size;
  if (failure_ == 0 && ::ftruncate(descriptor_.get(), static_cast<off_t>(size)) != 0) failure_ = errno;
}

void DiskFile::close() noexcept {
  const int error = descriptor_.close();
  if (failure_ == 0) failure_ = error;
}

void DiskFile::abandon() noexcept {
  if (failure_ == 0) failure_ = ECANCELED;
}

}  // namespace morula::io
