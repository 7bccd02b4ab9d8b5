// The processors that `morula devices` finds: one test body, every one of them.
#pragma once

#include "tests/program/workplace.h"

namespace morula::test {

struct Processor {
  std::string name;
  Words options;  // that choose it
};

// The CPU on one thread and on two, then every device.
std::vector<Processor> every_processor();

std::string why_missing(const std::string& backend);  // empty when it is here

// Test bodies run once for each backend by name; one that is missing is skipped with the reason.
class OnBackend : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;
  Words options() const { return {"--backend", GetParam()}; }
  Workplace place_;
};

inline auto every_backend() { return testing::Values("cpu", "cuda", "opencl"); }
inline std::string name_of(const testing::TestParamInfo<std::string>& info) { return info.param; }

}  // namespace morula::test
