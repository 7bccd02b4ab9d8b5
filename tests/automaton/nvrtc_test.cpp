// The CUDA side compiles without a GPU.
#include <gtest/gtest.h>

#include "gpu/nvrtc.h"
#include "tests/automaton/cases.h"

namespace morula::test {
namespace {

TEST(AutomatonNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const char* boundary : {"periodic", "fixed"})
    for (const Spec& spec : {spec_from(soup("[97, 61]", boundary, "moore", "B3/S23")),
                             spec_from(soup("[33, 47, 29]", boundary, "26", "B5/S4,5"))})
      for (const gpu::Source& source : family_of(spec).sources(spec))
        EXPECT_FALSE(nvrtc.compile(source, 90u).empty());
}

}  // namespace
}  // namespace morula::test
