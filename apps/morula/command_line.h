// The commands of a command line, their options, and the values that options accept. Only command_line.cpp
// includes CLI11, which takes seconds to compile in every file that includes it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "apps/morula/command_words.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace morula {

// Thrown if options are valid by themselves but cannot be combined. It is reported like any other error of
// the command line.
class UsageError : public std::runtime_error {
 public:
  UsageError(std::string option_name, const std::string& what)
      : std::runtime_error(what), option(std::move(option_name)) {}
  std::string option;
};

// An option and the rules for its value. Calls can be chained.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  const Option& required() const;
  const Option& shows_default() const;  // in the help
  const Option& one_of(std::vector<std::string> names) const;
  // Numbers are read as in model files: CLI11 itself reads -1 as 2^64 - 1, and does not read 1e6.
  const Option& whole(std::uint64_t least, std::uint64_t most) const;
  const Option& real(double least, double most) const;
  const Option& not_empty() const;
  // The function returns what is wrong with a value, or an empty text if it is valid. It may store the value.
  const Option& taken_by(const std::function<std::string(const std::string&)>& take) const;
  const Option& one_each() const;     // may be repeated, with one value each time
  const Option& all_of_them() const;  // may be repeated, with several values each time
  const Option& separated_by(char delimiter) const;

 private:
  CLI::Option* option_;
};

class Command {
 public:
  explicit Command(CLI::App* app) : app_(app) {}
  Command add_command(const std::string& name, const std::string& help) const;
  void needs_a_command() const;
  // A name without dashes declares a positional argument. command_line.cpp lists the possible types of
  // values.
  template <typename T>
  Option add_option(const std::string& name, T& value, const std::string& help) const;
  void add_flag(const std::string& name, bool& value, const std::string& help) const;
  void examples(const std::vector<std::string>& lines) const;  // at the end of the help
  void on_call(const std::function<void()>& work) const;

 private:
  CLI::App* app_;
};

class CommandLine {
 public:
  CommandLine(const std::string& name, const std::string& description);
  ~CommandLine();
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;

  Command root() const { return Command(app_.get()); }
  void set_version(const std::string& version);
  CommandWords words() const;  // of all commands

  struct Outcome {
    bool right = true;            // the words were valid and the command was called, or help was asked for
    std::string answer, problem;  // for standard output and standard error
  };
  Outcome call(int argc, char** argv) const;

 private:
  std::unique_ptr<CLI::App> app_;
};

}  // namespace morula
