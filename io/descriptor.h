// A POSIX file descriptor that closes itself, and the conversion of errno to FileError.
#pragma once

#include <filesystem>

namespace morula::io {

[[noreturn]] void throw_errno(const std::filesystem::path& path,
                              int error);  // FileError: "PATH: Permission denied"

class Descriptor {
 public:
  Descriptor(const std::filesystem::path& path, int flags);  // as open(2); throws FileError
  ~Descriptor();
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  int get() const { return number_; }
  int close() noexcept;  // returns errno or 0: some file systems report only at the end that the disk is full

 private:
  int number_ = -1;
};

}  // namespace morula::io
