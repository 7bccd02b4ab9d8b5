// Who may include whom, read from the sources: the layers of the design hold, and each outside library's
// headers appear in one file.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path root = MORULA_SOURCE_DIR;

// What each folder may include besides itself and the standard library. Families never include each other.
const std::map<std::string, std::set<std::string>> allowed = {
    {"core", {}},
    {"gpu", {"core"}},
    {"io", {"core"}},
    {"models", {"core", "gpu", "io"}},
    {"runner", {"core", "gpu", "io", "models"}},
    {"analysis", {"core", "io", "models", "runner"}},
    {"bench", {"core", "gpu", "io", "models"}},
    {"apps", {"core", "gpu", "io", "models", "runner", "analysis", "bench"}},
};

struct Include {
  fs::path file;  // relative to the root
  std::string what;
};

// The name between the quotes or brackets of an #include line; empty for any other line.
std::string included_by(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line.compare(hash, 8, "#include") != 0) return "";
  const std::size_t open = line.find_first_of("<\"", hash);
  const std::size_t close = open == std::string::npos ? open : line.find_first_of(">\"", open + 1);
  return close == std::string::npos ? "" : line.substr(open + 1, close - open - 1);
}

std::vector<Include> includes_of(const std::string& folder) {
  std::vector<Include> found;
  if (!fs::exists(root / folder)) return found;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    if (entry.path().extension() != ".cpp" && entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);)
      if (const std::string what = included_by(line); !what.empty())
        found.push_back({fs::relative(entry.path(), root), what});
  }
  return found;
}

std::string part(const fs::path& path, int which) {
  auto it = path.begin();
  for (int i = 0; i < which && it != path.end(); ++i) ++it;
  return it == path.end() ? "" : it->string();
}

bool is_folder(const std::string& name) { return fs::is_directory(root / name); }

TEST(Tree, IncludesAreFound) { EXPECT_GT(includes_of("core").size(), 20u); }

TEST(Tree, FoldersIncludeOnlyWhatLiesBelowThem) {
  for (const auto& [folder, may] : allowed)
    for (const Include& include : includes_of(folder)) {
      const std::string to = part(include.what, 0);
      if (to == folder || !is_folder(to)) continue;
      EXPECT_TRUE(may.contains(to)) << include.file << " includes " << include.what;
    }
}

TEST(Tree, FamiliesDoNotIncludeEachOther) {
  for (const Include& include : includes_of("models")) {
    const std::string from = part(include.file, 1), to = part(include.what, 1);
    if (part(include.what, 0) != "models" || from == "catalogue.cpp") continue;
    if (!is_folder("models/" + to)) continue;
    EXPECT_EQ(from, to) << include.file << " includes " << include.what;
  }
}

// All families live in one namespace: two types of one name would be one type to the linker, or two.
TEST(Tree, FamiliesShareNoNamesInTheirHeaders) {
  std::map<std::string, std::string> family_of;
  const std::regex type("^(?:class|struct|enum class) ([A-Za-z]+)[^;]*$");
  for (const auto& entry : fs::recursive_directory_iterator(root / "models")) {
    const std::string family = part(fs::relative(entry.path(), root), 1);
    if (entry.path().extension() != ".h" || !is_folder("models/" + family)) continue;
    std::ifstream file(entry.path());
    std::smatch found;
    for (std::string line; std::getline(file, line);) {
      if (!std::regex_match(line, found, type)) continue;
      const auto [known, added] = family_of.emplace(found[1], family);
      EXPECT_EQ(known->second, family) << entry.path() << " names " << found[1] << " once more";
    }
  }
  EXPECT_GT(family_of.size(), 50u);
}

TEST(Tree, CoreIncludesTheStandardLibraryAlone) {
  for (const Include& include : includes_of("core")) {
    const bool own = include.what.starts_with("core/"),
               standard = include.what.find('/') == std::string::npos;
    const bool posix = include.what.starts_with("sys/");
    EXPECT_TRUE(own || standard || posix) << include.file << " includes " << include.what;
    EXPECT_FALSE(include.what.starts_with("fmt")) << include.file;
  }
}

TEST(Tree, EachOutsideLibraryIsKnownToOneFile) {
  const std::map<std::string, std::string> only_in = {
      {"hdf5.h", "io/"},     {"png.h", "io/png_file.cpp"}, {"yaml-cpp/", "io/document.cpp"},
      {"CL/", "gpu/opencl"}, {"cuda.h", "none"},           {"nvrtc.h", "none"},
      {"mpi.h", "none"},     {"zlib.h", "io/deflate.cpp"}};
  for (const auto& [library, place] : only_in) {
    std::set<std::string> users;
    for (const auto& [folder, may] : allowed)
      for (const Include& include : includes_of(folder))
        if (include.what.starts_with(library)) users.insert(include.file.string());
    EXPECT_LE(users.size(), 1u) << library << " is included by several files";
    for (const std::string& user : users)
      EXPECT_TRUE(user.starts_with(place)) << user << " includes " << library;
  }
}

TEST(Tree, EveryFolderSaysWhatBelongsThere) {
  const auto has_readme = [](const fs::path& folder) { return fs::exists(folder / "README.md"); };
  for (const auto& [folder, may] : allowed) {
    EXPECT_TRUE(!fs::exists(root / folder) || has_readme(root / folder)) << folder;
  }
  for (const auto& entry : fs::directory_iterator(root / "models")) {
    EXPECT_TRUE(!entry.is_directory() || has_readme(entry.path())) << entry.path();
  }
}

}  // namespace
