// The processors that `morula devices` finds. One test body runs on all of them.
#pragma once

#include "tests/program/workplace.h"

namespace morula::test {

struct Processor {
  std::string name;
  Words options;  // arguments that choose the processor
};

// The CPU with one thread and with two, then every device.
std::vector<Processor> every_processor();

std::string why_missing(const std::string& backend);  // empty if the backend is available

// Runs test bodies once for each backend by name. A missing backend is skipped with the reason.
class OnBackend : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override;
  Words options() const { return {"--backend", GetParam()}; }
  Workplace place_;
};

inline auto every_backend() { return testing::Values("cpu", "cuda", "opencl"); }
inline std::string name_of(const testing::TestParamInfo<std::string>& info) { return info.param; }

}  // namespace morula::test
