// Compiled programs on disk: a kernel made for a model is compiled once per device and driver.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace morula::gpu {

// All that a compiled program depends on.
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
  explicit CompileTurn(std::filesystem::path lock_file);  // waits for its turn; not if the path is empty
  ~CompileTurn();
  CompileTurn(const CompileTurn&) = delete;
  CompileTurn& operator=(const CompileTurn&) = delete;

 private:
  std::filesystem::path lock_file_;
  int file_ = -1;
  bool is_anothers_ = false;  // another process still had the turn when this one gave up waiting
};

// A cache never fails: what cannot be read is compiled again, what cannot be written is not kept.
class ProgramCache {
 public:
  static constexpr std::uint64_t usual_limit = std::uint64_t{512} << 20;

  ProgramCache();  // $MORULA_CACHE, else $XDG_CACHE_HOME/morula, else ~/.cache/morula, else none
  explicit ProgramCache(std::filesystem::path folder, std::uint64_t limit = usual_limit);

  bool has_named_folder() const { return is_named_; }  // $MORULA_CACHE, or given

  std::optional<std::vector<std::byte>> find(const ProgramKey& key) const;
  void store(const ProgramKey& key, std::span<const std::byte> program) const;

  // Call it before compiling a program that was not found, then look for the program again: the ranks of a
  // run need the same programs at the same time, and another one may have compiled it meanwhile.
  CompileTurn turn(const ProgramKey& key) const;

 private:
  std::filesystem::path path_of(const std::string& whole_key) const;
  void drop_oldest() const;

  std::filesystem::path folder_;  // empty: no cache
  std::uint64_t limit_;           // bytes; the entries used longest ago go first
  bool is_named_ = true;
};

}  // namespace morula::gpu
