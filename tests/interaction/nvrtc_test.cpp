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
  const std::vector<Case> all = cases();
  for (std::size_t i = 0; i < all.size(); i += 5)  // kinds and boundaries of all sorts
    for (const bool plain : {true, false}) {
      Case one = all[i];
      one.spec.plain = plain;
      for (const gpu::Source& source : engine_sources(one.spec))
        EXPECT_FALSE(nvrtc.compile(source, 90u).empty()) << one.name;
    }
}

}  // namespace
}  // namespace morula::test
