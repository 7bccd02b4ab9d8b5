// How PoCL compiles kernels: optimising one often takes longer than a test takes to run it.
#pragma once

#include <cstdlib>
#include <string>

namespace morula::test {

// While it lives, PoCL compiles with these flags more, in this process and in those that it starts.
class PoclFlags {
 public:
  explicit PoclFlags(const std::string& flags) {
    if (const char* const given = std::getenv(name)) before_ = given;
    setenv(name, flags.c_str(), 1);
  }
  PoclFlags(const PoclFlags&) = delete;
  PoclFlags& operator=(const PoclFlags&) = delete;
  ~PoclFlags() { setenv(name, before_.c_str(), 1); }

 private:
  static constexpr const char* name = "POCL_EXTRA_BUILD_FLAGS";
  std::string before_;
};

// Nothing is left unoptimised in ./test --full.
inline std::string quick_kernels() { return std::getenv("MORULA_FULL") ? "" : "-cl-opt-disable"; }

}  // namespace morula::test
