// The code of docs/python-reading.md runs, where the packages that it names are there.
#include <cstdlib>
#include <sstream>

#include "tests/program/workplace.h"

namespace morula::test {
namespace {

// Debian's own Python: others on the path may be without Debian's packages.
const std::string python = std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

TEST(PythonReading, RunsAsItIsWritten) {
  if (std::system((python + " -c 'import h5py, matplotlib, pandas' >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "python3-h5py, python3-matplotlib or python3-pandas is not here";
  const Workplace place;
  std::istringstream page(contents(std::filesystem::path(MORULA_SOURCE_DIR) / "docs" / "python-reading.md"));
  std::string block, code;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("```")) {
      block = line.substr(3);
    } else if (block == "python") {
      code += line + '\n';
    } else if (block == "console" && line.starts_with("$ morula ")) {
      std::istringstream words(line.substr(9));
      Words command;
      for (std::string word; words >> word;) command.push_back(word);
      if (command.front() == "run") command = command + Words{"--quiet", "--backend", "cpu"};
      place.must(command);
    }
  }
  ASSERT_GT(code.size(), 500u);
  place.write("page.py", code);
  ASSERT_EQ(
      std::system(
          ("cd '" + (place / "").string() + "' && MPLBACKEND=Agg " + python + " page.py > said").c_str()),
      0);
  EXPECT_NE(contents(place / "said").find("automaton 1 500 steps\n"), std::string::npos)
      << contents(place / "said");
  for (const char* figure : {"species.pdf", "worlds.pdf", "state.png"})
    EXPECT_TRUE(std::filesystem::exists(place / figure)) << figure;
}

}  // namespace
}  // namespace morula::test
