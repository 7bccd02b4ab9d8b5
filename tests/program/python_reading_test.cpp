// The code in docs/python-reading.md runs, if the packages that it uses are installed.
#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "io/csv_table.h"
#include "io/hdf5_file.h"
#include "tests/program/workplace.h"

namespace morula::test {
namespace {

// Debian's own Python: other interpreters on the path may lack Debian's packages.
const std::string python = std::filesystem::exists("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

// The code block of the page that contains these words.
std::string block_with(const std::string& words) {
  const std::string page = contents(std::filesystem::path(MORULA_SOURCE_DIR) / "docs" / "python-reading.md"),
                    fence = "```";
  const std::size_t begin = page.rfind(fence + "python\n", page.find(words)) + 10;
  return page.substr(begin, page.find(fence, begin) - begin);
}

// A replacement for h5py with the functions that the page uses, for one state, so that the page can be tested
// without the package.
std::string stand_in_for_h5py(const std::filesystem::path& state) {
  const io::Hdf5Reader file(state);
  const std::vector<Field> fields = file.fields();
  const Field field = *std::ranges::find(fields, "state", &Field::name);
  std::vector<std::uint8_t> values(field.values());
  file.read(field, {0, field.values()}, std::as_writable_bytes(std::span(values)));
  std::string text =
      "class Matches(list):\n    def sum(self): return list(self).count(True)\n"
      "class Sites(list):\n    def __eq__(self, number): return Matches(site == number for site in self)\n"
      "class Dataset:\n    def __getitem__(self, everything): return Sites([";
  for (const std::uint8_t value : values) text += std::to_string(value) + ',';
  text +=
      "])\nclass File:\n    def __init__(self, path): pass\n    def __enter__(self): return self\n"
      "    def __exit__(self, *error): pass\n    def __getitem__(self, name): return Dataset()\n"
      "    attrs = {'model': 'automaton', 'seed': 1, 'time': 12, 'time_unit': 'steps', 'model_file': '', "
      "'names': '";
  return text + file.text("names") + "'}\n";
}

// States of the same phase have the same name: the page adds them up, as the series does.
TEST(PythonReading, CountsThePhasesOfTissue) {
  if (std::system((python + " --version >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "Python is not installed";
  const Workplace place;
  place.write("tissue.yaml",
              "model: automaton\nsteps: 12\nlattice: {size: [40, 30], boundary: fixed}\nautomaton: {tissue: "
              "{activated: 3, refractory: 5, threshold: 1, stimuli: [{box: {from: [0, 0], to: [3, 9]}}]}}\n"
              "output: {series: {every: 12}, state: {every: 12}}\n");
  place.must({"run", "tissue.yaml", "--out", "tissue", "--quiet", "--backend", "cpu"});
  place.write("h5py.py", stand_in_for_h5py(place / "tissue/state/000000012.h5"));
  place.write("page.py", block_with("import h5py"));
  const std::string folder = (place / "").string();
  ASSERT_EQ(std::system(("cd '" + folder + "' && " + python + " page.py > said").c_str()), 0);
  const io::CsvTable series = io::read_csv_table(place / "tissue/series.csv");
  const auto last = [&](const char* column) {
    return std::to_string(static_cast<int>(series.numbers(column).back()));
  };
  EXPECT_NE(contents(place / "said")
                .find("{'resting': " + last("resting") + ", 'activated': " + last("activated") +
                      ", 'refractory': " + last("refractory") + "}"),
            std::string::npos)
      << contents(place / "said");
}

TEST(PythonReading, RunsAsItIsWritten) {
  if (std::system((python + " -c 'import h5py, matplotlib, pandas' >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "python3-h5py, python3-matplotlib or python3-pandas is not installed";
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
