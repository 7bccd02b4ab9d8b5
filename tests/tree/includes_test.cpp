// Checks the includes of all sources: the layers of the design are respected, and the headers of each
// external library are included by a single file.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const fs::path root = MORULA_SOURCE_DIR;

// The folders that each folder may include, besides itself and the standard library. Families never include
// each other.
const std::map<std::string, std::set<std::string>> allowed = {
    {"core", {}},
    {"gpu", {"core"}},
    {"io", {"core"}},
    {"plot", {"core", "io"}},
    {"models", {"core", "gpu", "io", "plot"}},
    {"runner", {"core", "gpu", "io", "models", "plot"}},
    {"report", {"core", "gpu", "io", "models", "plot", "runner"}},
    {"analysis", {"core", "io", "models", "plot", "runner"}},
    {"sweep", {"core", "gpu", "io", "models", "plot", "runner"}},
    {"cluster", {"core"}},
    {"bench", {"core", "gpu", "io", "models", "runner"}},
    {"include", {}},  // included as "morula/…", by libmorula and the folders that use it
    {"libmorula", {"core", "gpu", "io", "plot", "models", "runner", "report", "analysis", "sweep"}},
    {"python", {}},
    {"serve", {"core", "gpu", "io", "plot", "models", "runner", "report"}},
    {"apps",
     {"core", "gpu", "io", "plot", "models", "runner", "report", "analysis", "sweep", "cluster", "bench",
      "serve"}},
};

std::set<std::string> words_of(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// The headers of C++20.
const std::set<std::string> standard = words_of(
    "algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv "
    "chrono cinttypes climits clocale cmath codecvt compare complex concepts condition_variable "
    "coroutine csetjmp csignal cstdarg cstddef cstdint cstdio cstdlib cstring ctime cuchar "
    "cwchar cwctype deque exception execution filesystem format forward_list fstream functional "
    "future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list "
    "locale map memory memory_resource mutex new numbers numeric optional ostream queue random "
    "ranges ratio regex scoped_allocator semaphore set shared_mutex source_location span sstream "
    "stack stdexcept stop_token streambuf string string_view strstream syncstream system_error "
    "thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility valarray "
    "variant vector version");

// The headers of the operating system and the processor, with the files that may include them.
const std::map<std::string, std::set<std::string>> of_the_system = {
    {"arm_neon.h", {"core/many_draws.h", "models/interaction/bytes/byte_vectors.h"}},
    {"dlfcn.h", {"core/shared_library.cpp"}},
    {"fcntl.h",
     {"apps/morula/program.cpp", "gpu/program_cache.cpp", "io/csv_file.cpp", "io/descriptor.cpp",
      "io/durable_file.cpp", "io/hdf5_reader.cpp", "io/hdf5_writer.cpp", "io/journal.cpp",
      "runner/run_folder.cpp"}},
    {"fnmatch.h", {"io/volume.cpp"}},
    {"immintrin.h", {"core/many_draws.h"}},
    {"arpa/inet.h", {"serve/own_address.cpp"}},
    {"ifaddrs.h", {"serve/own_address.cpp"}},
    {"net/if.h", {"serve/own_address.cpp"}},
    {"netinet/in.h", {"serve/own_address.cpp"}},
    {"pthread.h", {"python/bindings/held_model.cpp"}},
    {"spawn.h", {"apps/morula/browser.cpp", "runner/movie.cpp"}},
    {"sys/wait.h", {"runner/movie.cpp"}},
    {"sched.h", {"core/rank_threads.cpp", "core/threads.cpp"}},
    {"signal.h", {"runner/run_folder.cpp"}},
    {"stdlib.h",
     {"gpu/program_cache.cpp", "libmorula/report_page.cpp", "runner/input_copies.cpp", "runner/movie.cpp"}},
    {"sys/file.h", {"gpu/program_cache.cpp", "runner/run_folder.cpp"}},
    {"sys/resource.h", {"core/bytes.cpp"}},
    {"sys/stat.h", {"io/disk_file.cpp"}},
    {"unistd.h",
     {"apps/morula/browser.cpp", "apps/morula/fit_command.cpp", "apps/morula/hamming_command.cpp",
      "apps/morula/ranks.cpp", "apps/morula/run_over_ranks.cpp", "runner/movie.cpp",
      "apps/morula/sweep_command.cpp", "core/bytes.cpp", "gpu/program_cache.cpp", "io/csv_file.cpp",
      "io/descriptor.cpp", "io/disk_file.cpp", "io/durable_file.cpp", "io/journal.cpp", "io/named_files.cpp",
      "runner/run_folder.cpp"}},
};

// Each external library is included by one file, so that all other files are compiled without it.
const std::map<std::string, std::string> of_libraries = {{"boost/", "serve/server.cpp"},
                                                         {"CL/", "gpu/opencl_session.h"},
                                                         {"CLI/", "apps/morula/command_line.cpp"},
                                                         {"hdf5.h", "io/hdf5_driver.h"},
                                                         {"H5FDdevelop.h", "io/hdf5_driver.h"},
                                                         {"mpi.h", "cluster/mpi_communicator.cpp"},
                                                         {"nlohmann/", "io/json.cpp"},
                                                         {"png.h", "io/png_file.cpp"},
                                                         {"yaml-cpp/", "io/document.cpp"},
                                                         {"zlib.h", "io/deflate.cpp"}};

// Code outside models/ that belongs to one family, and may therefore name it.
const std::vector<std::string> of_a_family = {"analysis/fit/", "apps/morula/fit_command.cpp",
                                              "apps/morula/membrane_command.cpp", "bench/"};

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
  auto component = path.begin();
  for (int i = 0; i < which && component != path.end(); ++i) ++component;
  return component == path.end() ? "" : component->string();
}

bool is_folder(const std::string& name) { return fs::is_directory(root / name); }

// Is this a folder in models/ that builds its own library? The other folders are shared by families.
bool is_family(const std::string& name) { return fs::exists(root / "models" / name / "CMakeLists.txt"); }

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
    if (!is_family(to)) continue;
    EXPECT_EQ(from, to) << include.file << " includes " << include.what;
  }
}

// Families share the namespace morula, so that the linker would treat two types of the same name as one.
TEST(Tree, FamiliesShareNoNamesInTheirHeaders) {
  std::map<std::string, std::string> family_of;
  const std::regex type("^(?:class|struct|enum class) ([A-Za-z]+)[^;]*$");
  for (const auto& entry : fs::recursive_directory_iterator(root / "models")) {
    const std::string family = part(fs::relative(entry.path(), root), 1);
    if (entry.path().extension() != ".h" || !is_family(family)) continue;
    std::ifstream file(entry.path());
    std::smatch found;
    for (std::string line; std::getline(file, line);) {
      if (line.starts_with("namespace morula::")) break;  // a namespace of the family's own
      if (!std::regex_match(line, found, type)) continue;
      const auto [known, added] = family_of.emplace(found[1], family);
      EXPECT_EQ(known->second, family) << entry.path() << " names " << found[1] << " once more";
    }
  }
  EXPECT_GT(family_of.size(), 50u);
}

// May this folder include public headers? Those that use libmorula may, and libmorula itself.
bool may_see_public_headers(const std::string& folder) {
  return folder == "include" || folder == "libmorula" || folder == "python" || folder == "apps";
}

bool is_public(const Include& include) {
  return may_see_public_headers(part(include.file, 0)) &&
         fs::is_regular_file(root / "include" / include.what);
}

bool is_one_of_ours(const std::string& what) {
  return allowed.contains(part(what, 0)) && fs::is_regular_file(root / what);
}

bool is_of_a_library(const Include& include) {
  if (include.what.starts_with("fmt/")) return part(include.file, 0) != "core";
  if (include.what.starts_with("pybind11/")) return part(include.file, 0) == "python";
  for (const auto& [library, place] : of_libraries)
    if (include.what.starts_with(library)) return include.file == place;
  return false;
}

bool is_of_the_system(const Include& include) {
  const auto found = of_the_system.find(include.what);
  return found != of_the_system.end() && found->second.contains(include.file.string());
}

// Is it a kernel text that the build makes, such as "texts/morula_gpu.h"?
bool is_made(const std::string& what) { return part(what, 0) == "texts"; }

TEST(Tree, EveryIncludeIsOursOrStandardOrNamedHere) {
  for (const auto& [folder, may] : allowed)
    for (const Include& include : includes_of(folder))
      EXPECT_TRUE(is_one_of_ours(include.what) || is_public(include) || standard.contains(include.what) ||
                  is_made(include.what) || is_of_a_library(include) || is_of_the_system(include))
          << include.file << " includes " << include.what;
}

TEST(Tree, WhatIsNamedHereIsIncluded) {
  std::set<std::string> included;  // "file header"
  for (const auto& [folder, may] : allowed)
    for (const Include& include : includes_of(folder))
      included.insert(include.file.string() + ' ' + include.what);
  for (const auto& [header, files] : of_the_system)
    for (const std::string& file : files)
      EXPECT_TRUE(included.contains(file + ' ' + header)) << file << " does not include " << header;
}

TEST(Tree, SharedCodeKnowsNoFamily) {
  for (const auto& [folder, may] : allowed)
    for (const Include& include : includes_of(folder)) {
      if (part(include.what, 0) != "models" || !is_family(part(include.what, 1))) continue;
      const std::string file = include.file.string();
      const bool in_family = part(include.file, 0) == "models" && is_family(part(include.file, 1));
      const bool named = std::any_of(of_a_family.begin(), of_a_family.end(),
                                     [&](const std::string& place) { return file.starts_with(place); });
      EXPECT_TRUE(in_family || named || file == "models/catalogue.cpp")
          << file << " includes " << include.what;
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
