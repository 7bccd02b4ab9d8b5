// A terminal for a program that a test runs, and the text that the program has shown on it.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

namespace morula::test {

class PseudoTerminal {
 public:
  PseudoTerminal() : near_end_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    if (near_end_ < 0 || grantpt(near_end_) != 0 || unlockpt(near_end_) != 0) return;
    far_end_ = open(ptsname(near_end_), O_RDWR | O_NOCTTY | O_CLOEXEC);
  }
  ~PseudoTerminal() {
    if (far_end_ >= 0) close(far_end_);
    if (near_end_ >= 0) close(near_end_);
  }
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  bool is_open() const { return far_end_ >= 0; }
  int far_end() const { return far_end_; }  // the end for the program

  // The text shown so far. It arrives in several parts, at most a moment apart.
  const std::string& shown(int milliseconds = 200) {
    pollfd waiting{near_end_, POLLIN, 0};
    while (poll(&waiting, 1, milliseconds) > 0) {
      std::array<char, 4096> part{};
      const ssize_t length = read(near_end_, part.data(), part.size());
      if (length <= 0) break;
      shown_.append(part.data(), static_cast<std::size_t>(length));
    }
    return shown_;
  }

 private:
  int near_end_, far_end_ = -1;
  std::string shown_;
};

}  // namespace morula::test
