// Compiled programs on disk: a kernel for a model is compiled once per device and driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace morula::gpu {

// Everything that a compiled program depends on.
struct ProgramKey {
  std::string api;
  std::string device;
  std::string driver;
  std::string compiler;
  std::string options;
  std::string text;  // the assembled source
};

// The right to compile a program, which only one process of this machine has at a time.
class CompileTurn {
 public:
  explicit CompileTurn(std::filesystem::path lock_file);  // waits for its turn, unless the path is empty
  ~CompileTurn();
  CompileTurn(const CompileTurn&) = delete;
  CompileTurn& operator=(const CompileTurn&) = delete;

 private:
  std::filesystem::path lock_file_;
  int file_ = -1;
  bool is_anothers_ = false;  // this process gave up waiting while another one still had the turn
};

// A cache never fails: a program that cannot be read is compiled again, and one that cannot be written is not
// stored.
class ProgramCache {
 public:
  static constexpr std::uint64_t usual_limit = std::uint64_t{512} << 20;

  ProgramCache();  // $MORULA_CACHE, else $XDG_CACHE_HOME/morula, else ~/.cache/morula, else none
  explicit ProgramCache(std::filesystem::path folder, std::uint64_t limit = usual_limit);

  bool has_named_folder() const { return is_named_; }  // from $MORULA_CACHE or the constructor

  std::optional<std::vector<std::byte>> find(const ProgramKey& key) const;
  void store(const ProgramKey& key, std::span<const std::byte> program) const;

  // Call this before compiling a program that was not found, then look for the program again: the ranks of a
  // run need the same programs at the same time, and another rank may have compiled it in the meantime.
  CompileTurn turn(const ProgramKey& key) const;

 private:
  std::filesystem::path path_of(const std::string& whole_key) const;
  void drop_oldest() const;

  std::filesystem::path folder_;  // empty: no cache
  std::uint64_t limit_;           // bytes; beyond it, the least recently used entries are removed
  bool is_named_ = true;
};

}  // namespace morula::gpu
