#include "tests/program/workplace.h"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "io/json.h"

namespace morula::test {

namespace fs = std::filesystem;

Words operator+(Words words, const Words& added) {
  words.insert(words.end(), added.begin(), added.end());
  return words;
}

fs::path Workplace::write(const std::string& name, const std::string& text) const {
  std::ofstream(folder_ / name, std::ios::binary) << text;
  return folder_ / name;
}

Command Workplace::command(const Words& arguments) const {
  return {.words = Words{MORULA_PROGRAM} + arguments, .folder = folder_};
}

Finished Workplace::must(const Words& arguments) const {
  Finished finished = morula(arguments);
  EXPECT_EQ(finished.code, 0) << testing::PrintToString(arguments) << '\n' << finished.err;
  return finished;
}

Finished Workplace::must_in_shell(const std::string& command) const {
  const std::string script = fmt::format("morula() {{ '{}' \"$@\"; }}\n{}", MORULA_PROGRAM, command);
  Finished finished = Process({.words = {"/bin/sh", "-c", script}, .folder = folder_}).wait();
  EXPECT_EQ(finished.code, 0) << command << '\n' << finished.err;
  return finished;
}

std::string contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

std::ptrdiff_t lines_in(const fs::path& file) { return std::ranges::count(contents(file), '\n'); }

std::map<std::string, std::string> files_of(const fs::path& run) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(run)) {
    const std::string name = fs::relative(entry.path(), run).string();
    if (name == ".lock" || name == "manifest.json") continue;
    files[name] = entry.is_regular_file() ? contents(entry.path()) : "a folder";
  }
  return files;
}

testing::AssertionResult same_files(const fs::path& a, const fs::path& b) {
  auto in_a = files_of(a), in_b = files_of(b);
  auto in_either = in_a;
  in_either.merge(std::map(in_b));
  std::string different;
  for (const auto& [name, text] : in_either) {
    const bool is_in_a = in_a.contains(name), is_in_b = in_b.contains(name);
    if (!is_in_a || !is_in_b) different += "\n  " + name + " is only in " + (is_in_a ? a : b).string();
    if (is_in_a && is_in_b && in_a[name] != in_b[name]) different += "\n  " + name + " differs";
  }
  if (different.empty() && !in_a.empty()) return testing::AssertionSuccess();
  return testing::AssertionFailure() << a << " and " << b << different;
}

io::Json manifest_of(const fs::path& run) { return io::Json::parse(contents(run / "manifest.json")); }

std::string hash_of(const fs::path& run) { return manifest_of(run).at("state_hash").get<std::string>(); }

std::uint64_t step_of(const fs::path& run) {
  return fs::exists(run / "manifest.json") ? manifest_of(run).at("steps").get<std::uint64_t>() : 0;
}

}  // namespace morula::test
