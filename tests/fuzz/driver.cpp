// Runs a fuzz target over mutated seeds: DRIVER COUNT FOLDER…. Each input depends only on its number, so that
// running again reproduces a failure. The input under test is kept in a file until it has passed.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<std::string> read_seeds(int argc, char** argv) {
  std::vector<fs::path> paths;
  for (int i = 2; i < argc; ++i)
    for (const auto& entry : fs::directory_iterator(argv[i]))
      if (entry.is_regular_file()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds = {""};
  for (const fs::path& path : paths) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    seeds.push_back(text.str());
  }
  return seeds;
}

// A file with the input under test, which remains if the process dies.
class KeptInput {
 public:
  explicit KeptInput(std::string path) : path_(std::move(path)) {
    const int file = open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644);
    if (file < 0 || ftruncate(file, size) != 0) std::abort();
    bytes_ = static_cast<char*>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
  }
  ~KeptInput() { fs::remove(path_); }
  KeptInput(const KeptInput&) = delete;
  KeptInput& operator=(const KeptInput&) = delete;

  void keep(const std::string& input) {
    const std::size_t length = std::min<std::size_t>(input.size(), size - 1);
    std::memcpy(bytes_, input.data(), length);
    bytes_[length] = '\0';
  }

 private:
  static constexpr off_t size = 1 << 20;
  std::string path_;
  char* bytes_ = nullptr;
};

class Mutator {
 public:
  Mutator(const std::vector<std::string>& seeds, std::uint64_t number) : seeds_(seeds), random_(number) {}

  std::string input() {
    std::string text = any_seed();
    for (std::size_t i = 1 + below(6); i > 0; --i) mutate(text);
    return text;
  }

 private:
  std::size_t below(std::size_t count) { return count == 0 ? 0 : random_() % count; }
  const std::string& any_seed() { return seeds_[below(seeds_.size())]; }

  void mutate(std::string& text) {
    static const std::vector<std::string> tokens = {"{",
                                                    "}",
                                                    "[",
                                                    "]",
                                                    ":",
                                                    ",",
                                                    "\n",
                                                    "  ",
                                                    "-",
                                                    "&a ",
                                                    "*a",
                                                    "!",
                                                    "#",
                                                    "\"",
                                                    "'",
                                                    "|",
                                                    ">",
                                                    "? ",
                                                    "0",
                                                    "-1",
                                                    "1e99",
                                                    "nan",
                                                    "18446744073709551616",
                                                    "9999999999",
                                                    "$",
                                                    "b",
                                                    "o",
                                                    "x = ",
                                                    "---\n",
                                                    "\xff",
                                                    "\t"};
    const std::size_t at = below(text.size() + 1);
    switch (below(6)) {
      case 0:
        text.insert(at, tokens[below(tokens.size())]);
        break;
      case 1:
        text.erase(at, 1 + below(8));
        break;
      case 2:
        if (at < text.size()) text[at] = static_cast<char>(below(256));
        break;
      case 3:
        text.insert(at, text.substr(below(text.size() + 1), below(40)));
        break;
      case 4:
        text = text.substr(0, at) + any_seed().substr(0, 2000);
        break;
      default:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(8)));
        break;
    }
  }

  const std::vector<std::string>& seeds_;
  std::mt19937_64 random_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) {
    fmt::print(stderr, "usage: DRIVER COUNT FOLDER…\n");
    return 2;
  }
  const std::uint64_t repetitions = std::getenv("MORULA_FULL") ? 20 : 1;
  const std::uint64_t count = std::strtoull(argv[1], nullptr, 10) * repetitions;
  const std::vector<std::string> seeds = read_seeds(argc, argv);
  const std::string target = argv[0];
  KeptInput kept(target.substr(target.rfind('/') + 1) + ".input");
  for (std::uint64_t number = 0; number < count; ++number) {
    const std::string input = number < seeds.size() ? seeds[number] : Mutator(seeds, number).input();
    kept.keep(input);
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  }
  fmt::print("{} inputs\n", count);
}
