// The CUDA kernels compile, even without a GPU.
#include "gpu/nvrtc.h"

#include <gtest/gtest.h>

#include "models/proliferation/proliferation_engine.h"
#include "tests/proliferation/cases.h"

namespace morula::test {
namespace {

TEST(ProliferationNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const ProliferationCase& test_case : proliferation_cases())
    EXPECT_FALSE(nvrtc.compile(proliferation_source(BranchingProcess(test_case.spec)), 90u).empty())
        << test_case.name;
}

}  // namespace
}  // namespace morula::test
