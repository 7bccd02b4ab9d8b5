#include "tests/program/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>

#include <array>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <thread>

namespace morula::test {
namespace {

[[noreturn]] void become(const Command& command, int out, int err) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // ends the child if the test dies
  dup2(out, STDOUT_FILENO);
  dup2(command.terminal.value_or(err), STDERR_FILENO);
  if (chdir(command.folder.c_str()) != 0) _exit(126);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);  // the parent of the tests may have changed it
  command.before_exec();
  std::vector<char*> words;
  for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  execv(words[0], words.data());
  _exit(127);
}

std::string output_in(int descriptor) {
  std::string text;
  std::array<char, 4096> part{};
  lseek(descriptor, 0, SEEK_SET);
  for (ssize_t count = 0; (count = read(descriptor, part.data(), part.size())) > 0;)
    text.append(part.data(), static_cast<std::size_t>(count));
  return text;
}

}  // namespace

Process::Process(const Command& command)
    : out_(memfd_create("stdout", MFD_CLOEXEC)), err_(memfd_create("stderr", MFD_CLOEXEC)) {
  child_ = fork();
  if (child_ == 0) become(command, out_, err_);
  if (child_ < 0 || out_ < 0 || err_ < 0) throw std::runtime_error("cannot start " + command.words.front());
}

Process::~Process() {
  if (running()) {
    send(SIGKILL);
    waitpid(child_, nullptr, 0);
  }
  close(out_);
  close(err_);
}

void Process::send(int signal) const {
  if (!status_) kill(child_, signal);  // once the child is reaped, another process may have its number
}

bool Process::running() {
  int status = 0;
  if (!status_ && waitpid(child_, &status, WNOHANG) == child_) status_ = status;
  return !status_;
}

bool handles_signal(pid_t process, int signal) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigCgt:"))
      return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
  return false;
}

Finished Process::wait(std::chrono::seconds at_most) {
  const auto end = std::chrono::steady_clock::now() + at_most;
  while (running()) {
    if (std::chrono::steady_clock::now() > end) throw std::runtime_error("the process does not end");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  Finished finished{-1, 0, output_in(out_), output_in(err_)};
  if (WIFEXITED(*status_)) finished.code = WEXITSTATUS(*status_);
  if (WIFSIGNALED(*status_)) finished.signal = WTERMSIG(*status_);
  return finished;
}

}  // namespace morula::test
