#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "io/descriptor.h"

namespace morula::io {

// The file on disk behind an HDF5 file, read and written at offsets. The first failure is remembered; after
// it, all writes are reported to HDF5 as successful. Otherwise HDF5 would keep the data that it could not
// write, fail again at every close and loop at exit. Callers of HDF5 must check failure() after every call.
class DiskFile {
 public:
  DiskFile(const std::filesystem::path& path, int flags);  // as open(2); throws FileError

  void write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;
  // Bytes beyond the end read as 0. Several threads may read at the same time.
  bool read(std::uint64_t offset, std::span<std::byte> bytes) noexcept;
  void resize(std::uint64_t size) noexcept;
  void close() noexcept;
  void abandon() noexcept;  // writes nothing from now on

  std::uint64_t size() const noexcept { return size_; }
  int failure() const noexcept { return failure_; }  // errno of the first failure, or 0

 private:
  Descriptor descriptor_;
  std::uint64_t size_ = 0;
  std::atomic<int> failure_ = 0;
};

}  // namespace morula::io
