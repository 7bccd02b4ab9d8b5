// The CUDA kernels compile, even without a GPU.
#include "gpu/nvrtc.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "models/interaction/interaction_engine.h"
#include "tests/interaction/cases.h"

namespace morula::test {
namespace {

TEST(InteractionNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  const std::vector<Case> list = cases();
  // Every twelfth case: flat and solid, with kin, refined, of many species, and both boundaries.
  for (std::size_t i = 0; i < list.size(); i += std::getenv("MORULA_FULL") ? 1 : 12)
    for (const bool plain : {true, false}) {
      Case test_case = list[i];
      test_case.spec.plain = plain;
      for (const gpu::Source& source : engine_sources(test_case.spec))
        EXPECT_FALSE(nvrtc.compile(source, 90u).empty()) << test_case.name;
    }
}

}  // namespace
}  // namespace morula::test
