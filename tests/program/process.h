// A program run by a test: its words, its surroundings, what it said and how it ended.
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
  std::filesystem::path folder;               // that it works in
  std::function<void()> before_exec = [] {};  // in the child: limits, signals
  std::optional<int> terminal = {};           // takes its stderr
};

struct Finished {
  int code = -1;   // exit code, when it ended by itself
  int signal = 0;  // that ended it
  std::string out, err;
};

bool handles_signal(pid_t process, int signal);

class Process {
 public:
  explicit Process(const Command& command);
  ~Process();  // kills what is still running
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return child_; }
  void send(int signal) const;
  bool running();
  // A handler of its own stands: before that, the signal would just end it.
  bool handles(int signal) const { return handles_signal(child_, signal); }
  // Throws when it takes longer: a test that hangs says where.
  Finished wait(std::chrono::seconds at_most = std::chrono::seconds(300));

 private:
  pid_t child_ = -1;
  int out_ = -1, err_ = -1;  // files in memory: a pipe that nobody reads would stop the child
  std::optional<int> status_;
};

}  // namespace morula::test
