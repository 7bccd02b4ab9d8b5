// How PoCL compiles kernels: optimising a kernel often takes longer than running it in a test.
#pragma once

#include <cstdlib>
#include <string>

namespace morula::test {

// As long as this object lives, PoCL compiles with these additional flags, in this process and in those that
// it starts.
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

// In ./test --full, kernels are compiled with optimisation.
inline std::string quick_kernels() { return std::getenv("MORULA_FULL") ? "" : "-cl-opt-disable"; }

}  // namespace morula::test
