// The tutorials agree with the program: the test writes their files and runs their commands, and the output
// must contain what they show.
#include <sstream>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const fs::path tutorials = fs::path(MORULA_SOURCE_DIR) / "docs" / "tutorials";

std::vector<std::string> names() {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(tutorials))
    if (entry.path().stem() != "README") found.push_back(entry.path().stem().string());
  return found;
}

// The words of a shell command, some of which are in single quotes.
Words words_of(const std::string& line) {
  Words words;
  bool quoted = false, begun = false;
  for (const char c : line) {
    if (c == '\'') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      begun = false;
      continue;
    }
    if (!begun) words.emplace_back();
    begun = true;
    if (c != '\'') words.back() += c;
  }
  return words;
}

class Tutorial : public testing::TestWithParam<std::string> {};

TEST_P(Tutorial, DoesWhatItSays) {
  const Workplace place;
  std::istringstream page(contents(tutorials / (GetParam() + ".md")));
  std::string block, file, said;
  int commands = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      if (block == "yaml") place.write(GetParam() + ".yaml", file);
      block = line.substr(3);
      file.clear();
    } else if (block == "yaml") {
      file += line + '\n';
    } else if (block == "console" && line.starts_with("$ morula ")) {
      Words words = words_of(line.substr(9));
      if (words.front() == "run") words = words + Words{"--backend", "cpu", "--threads", "1"};
      said = place.must(words).out;
      ++commands;
    } else if (block == "console") {
      EXPECT_NE(said.find(line), std::string::npos) << "not '" << line << "' but\n" << said;
    }
  }
  EXPECT_GE(commands, 3);
}

INSTANTIATE_TEST_SUITE_P(Every, Tutorial, testing::ValuesIn(names()),
                         [](const auto& of) { return of.param; });

}  // namespace
}  // namespace morula::test
