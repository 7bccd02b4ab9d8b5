// Files that are wrong, each with the words it must get: corpus/model/NAME.yaml and NAME.txt beside it,
// corpus/rle likewise. In the messages the file is called by its name alone.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "io/durable_file.h"
#include "models/automaton/rle.h"
#include "models/catalogue.h"

namespace morula::test {
namespace {

namespace fs = std::filesystem;

const fs::path corpus = fs::path(MORULA_SOURCE_DIR) / "tests" / "corpus";

std::string complaint(const std::function<void()>& read) {
  try {
    read();
    return "nothing is wrong\n";
  } catch (const SpecError& error) {
    return error.what() + std::string("\n");
  }
}

void check_all(const fs::path& folder, const std::string& extension,
               const std::function<void(const fs::path&)>& read) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != extension) continue;
    ++files;
    fs::path expected = entry.path();
    expected.replace_extension(".txt");
    EXPECT_EQ(complaint([&] { read(entry.path()); }), io::read_file(expected)) << entry.path();
  }
  EXPECT_GT(files, 10) << folder;
}

TEST(Corpus, EveryBadModelFileGetsItsMessage) {
  check_all(corpus / "model", ".yaml", [](const fs::path& path) {
    read_spec(io::parse_document(io::read_file(path), path.filename().string()), "examples");
  });
}

TEST(Corpus, EveryBadPatternGetsItsMessage) {
  check_all(corpus / "rle", ".rle",
            [](const fs::path& path) { parse_rle(io::read_file(path), path.filename().string()); });
}

}  // namespace
}  // namespace morula::test
