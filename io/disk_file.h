#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

#include "io/descriptor.h"

namespace morula::io {

// The file under an HDF5 file, read and written at offsets. The first failure is kept, and from then on
// writes are taken for done: HDF5 holds on to what it could not write, fails again at every close and loops
// at exit, so it is let finish in peace, and whoever drives it asks for failure() after every call.
class DiskFile {
 public:
  DiskFile(const std::filesystem::path& path, int flags);  // as open(2); throws FileError

  void write(std::uint64_t offset, std::span<const std::byte> bytes) noexcept;
  // What lies beyond the end reads as 0. Several threads may read at a time.
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
