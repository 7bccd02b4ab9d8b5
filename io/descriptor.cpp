#include "io/descriptor.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "core/error.h"

namespace morula::io {

void throw_errno(const std::filesystem::path& path, int error) {
  throw FileError(path.string(), std::generic_category().message(error));
}

Descriptor::Descriptor(const std::filesystem::path& path, int flags) {
  constexpr mode_t readable_by_all = 0666;  // the umask is subtracted
  do number_ = ::open(path.c_str(), flags | O_CLOEXEC, readable_by_all);
  while (number_ < 0 && errno == EINTR);
  if (number_ < 0) throw_errno(path, errno);
}

Descriptor::~Descriptor() { close(); }

int Descriptor::close() noexcept {
  const int number = std::exchange(number_, -1);
  if (number < 0 || ::close(number) == 0 || errno == EINTR) return 0;
  return errno;
}

}  // namespace morula::io
