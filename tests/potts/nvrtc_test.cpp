// The CUDA kernels compile without a GPU.
#include "gpu/nvrtc.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/potts/cases.h"

namespace morula::test {
namespace {

TEST(PottsNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  const std::vector<PottsCase> cases = potts_cases();
  const std::size_t distance = std::getenv("MORULA_FULL") ? 1 : 3;  // between the compiled cases
  for (std::size_t i = 0; i < cases.size(); i += distance)
    for (const gpu::Source& source : potts::engine_sources(cases[i].spec, true))
      EXPECT_FALSE(nvrtc.compile(source, 90u).empty()) << cases[i].name;
}

}  // namespace
}  // namespace morula::test
