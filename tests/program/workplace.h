// The folder in which a test runs the built program, and access to the files that the program writes there.
#pragma once

#include "io/json.h"
#include "tests/io/temporary_folder.h"
#include "tests/program/process.h"

namespace morula::test {

using Words = std::vector<std::string>;
Words operator+(Words words, const Words& added);

class Workplace {
 public:
  Workplace() = default;
  // The folder is not removed at the end.
  explicit Workplace(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }
  std::filesystem::path write(const std::string& name, const std::string& text) const;

  Command command(const Words& arguments) const;  // a command of the program
  Finished morula(const Words& arguments) const { return Process(command(arguments)).wait(); }
  Finished must(const Words& arguments) const;  // the test fails if the command does
  // Runs a command that the program printed, as a user would paste it into a shell.
  Finished must_in_shell(const std::string& command) const;

 private:
  io::TemporaryFolder own_;
  std::filesystem::path folder_ = own_.path();
};

std::string contents(const std::filesystem::path& file);

// The number of finished lines in a file that a program appends to; 0 if there is no such file.
std::ptrdiff_t lines_in(const std::filesystem::path& file);

// The contents of a run directory, without the lock and the manifest, which contains times and devices.
std::map<std::string, std::string> files_of(const std::filesystem::path& run);
testing::AssertionResult same_files(const std::filesystem::path& a, const std::filesystem::path& b);

io::Json manifest_of(const std::filesystem::path& run);
std::string hash_of(const std::filesystem::path& run);
std::uint64_t step_of(const std::filesystem::path& run);  // of the last checkpoint; 0 if there is none yet

}  // namespace morula::test
