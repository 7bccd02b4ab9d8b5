// The errors the library throws. It never prints and never exits: apps/ speaks to the terminal.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace morula {

// The run failed: exit code 1.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Reading or writing a file failed.
class FileError : public Error {
 public:
  FileError(const std::string& path, const std::string& what) : Error(path + ": " + what) {}
};

// The saved state is not valid for this model.
class StateError : public Error {
 public:
  using Error::Error;
};

// A device's compiler refused a program; the message holds its words and the source line.
class BuildError : public Error {
 public:
  using Error::Error;
};

class OutOfDeviceMemory : public Error {
 public:
  using Error::Error;
};

// The device no longer answers, or a kernel broke on it.
class DeviceLost : public Error {
 public:
  using Error::Error;
};

// A backend or device that was asked for is not here.
class DeviceMissing : public Error {
 public:
  using Error::Error;
};

std::string on_one_line(std::string text);  // control characters become spaces

// Where in the user's input something stands. Lines and columns count from 1; 0 means that there is none.
struct SourceLocation {
  std::string source;
  int line = 0;
  int column = 0;
};

std::string to_string(const SourceLocation& place);

// One thing that is wrong with the user's input, with a remedy: one line.
struct Problem {
  SourceLocation place;
  std::string key;   // path of the key, as in lattice.size; may be empty
  std::string what;  // "is -3; must be at least 0"
};

// One line of bounded length, whatever the user's input holds.
std::string to_string(const Problem& problem);

// The most problems that are reported for one data file: a file of the wrong kind would have one for each of
// its lines.
constexpr std::size_t most_problems = 20;

// The input is wrong: exit code 2. Carries every problem found, in the order of the input.
class SpecError : public std::runtime_error {
 public:
  explicit SpecError(std::vector<Problem> problems);
  SpecError(SourceLocation place, std::string key, std::string what);

  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

}  // namespace morula
