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

// A device's compiler rejected a program; the message contains the compiler's message and the source line.
class BuildError : public Error {
 public:
  using Error::Error;
};

class OutOfDeviceMemory : public Error {
 public:
  using Error::Error;
};

// The device no longer responds, or a kernel crashed on it.
class DeviceLost : public Error {
 public:
  using Error::Error;
};

// A backend or device that was asked for is not available.
class DeviceMissing : public Error {
 public:
  using Error::Error;
};

std::string on_one_line(std::string text);  // control characters become spaces

// The place of something in the user's input. Lines and columns count from 1; 0 means that there is none.
struct SourceLocation {
  std::string source;
  int line = 0;
  int column = 0;
};

std::string to_string(const SourceLocation& place);

// One thing that is wrong with the user's input and how to mend it, on one line.
struct Problem {
  SourceLocation place;
  std::string key;   // path of the key, as in lattice.size; may be empty
  std::string what;  // "is -3; must be at least 0"
};

// One line of limited length, whatever the user's input contains.
std::string to_string(const Problem& problem);

// The largest number of problems that are reported for one data file: a file of the wrong kind could have one
// on every line.
constexpr std::size_t most_problems = 20;

// The input is wrong: exit code 2. Carries all problems, in the order of the input.
class SpecError : public std::runtime_error {
 public:
  explicit SpecError(std::vector<Problem> problems);
  SpecError(SourceLocation place, std::string key, std::string what);

  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

}  // namespace morula
