// The CUDA kernels compile without a GPU.
#include "gpu/nvrtc.h"

#include <gtest/gtest.h>

#include "tests/potts/cases.h"

namespace morula::test {
namespace {

TEST(PottsNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const PottsCase& tested : potts_cases())
    for (const gpu::Source& source : potts::engine_sources(tested.spec, true))
      EXPECT_FALSE(nvrtc.compile(source, 90u).empty()) << tested.name;
}

}  // namespace
}  // namespace morula::test
