// A program that a test runs: its arguments, its environment, its output, and how it ended.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace morula::test {

struct Command {
  std::vector<std::string> words;             // the program and its arguments
  std::filesystem::path folder;               // its working directory
  std::function<void()> before_exec = [] {};  // runs in the child, to set limits and signals
  std::optional<int> terminal = {};           // receives its stderr
};

struct Finished {
  int code = -1;   // exit code, if it ended by itself
  int signal = 0;  // the signal that ended it, if any
  std::string out, err;
};

bool handles_signal(pid_t process, int signal);

class Process {
 public:
  explicit Process(const Command& command);
  ~Process();  // kills the program if it is still running
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return child_; }
  void send(int signal) const;
  bool running();
  // Has the program installed a handler for the signal? Before that, the signal would just end it.
  bool handles(int signal) const { return handles_signal(child_, signal); }
  // Throws if the program takes longer, so that a test that hangs tells where.
  Finished wait(std::chrono::seconds at_most = std::chrono::seconds(300));

 private:
  pid_t child_ = -1;
  int out_ = -1, err_ = -1;  // files in memory, since a full pipe would stop the child
  std::optional<int> status_;
};

}  // namespace morula::test
