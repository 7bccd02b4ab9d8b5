// The CUDA side compiles without a GPU.
#include "gpu/nvrtc.h"

#include <gtest/gtest.h>

#include "models/interaction/interaction_engine.h"
#include "tests/interaction/cases.h"

namespace morula::test {
namespace {

TEST(InteractionNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  std::vector<Case> all = cases();
  for (Case& one : all)
    for (const bool plain : {true, false}) {
      one.spec.plain = plain;
      for (const gpu::Source& source : engine_sources(one.spec))
        EXPECT_FALSE(nvrtc.compile(source, 90u).empty()) << one.name;
    }
}

}  // namespace
}  // namespace morula::test
