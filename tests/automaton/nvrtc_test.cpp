// The CUDA kernels compile without a GPU.
#include <gtest/gtest.h>

#include "gpu/nvrtc.h"
#include "tests/automaton/cases.h"
#include "tests/automaton/tissue_models.h"

namespace morula::test {
namespace {

TEST(AutomatonNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const Spec& spec : {spec_from(soup("[97, 61]", "periodic", "moore", "B3/S23")),
                           spec_from(soup("[97, 61]", "fixed", "moore", "B3/S23")),
                           spec_from(soup("[33, 47, 29]", "periodic", "26", "B5/S4,5")),
                           spec_from(soup("[33, 47, 29]", "{x: fixed, y: periodic}", "26", "B5/S4,5"))})
    for (const gpu::Source& source : family_of(spec).sources(spec))
      EXPECT_FALSE(nvrtc.compile(source, 90u).empty());
}

// Scars, relatively refractory cells, weights, ranges and many states, on both engines if the rule has two.
TEST(AutomatonNvrtc, CompilesTissueAndManyStatesForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  std::vector<std::string> files = {soup("[97, 61]", "fixed", "moore", "B2/S/C256"),
                                    soup("[97, 61]", "periodic", "moore", "B3/S2-i34q"),
                                    soup("[33, 47, 29]", "fixed", "26", "WireWorld")};
  for (const char* engine : {"bitplane", "plain"})
    for (const TissueCase& tissue : {even_tissues()[2], wide_tissues()[2]})
      files.push_back(tissue_file(tissue, "fixed", engine, true));
  for (const std::string& file : files) {
    const Spec spec = spec_from(file);
    for (const gpu::Source& source : family_of(spec).sources(spec))
      EXPECT_FALSE(nvrtc.compile(source, 90u).empty()) << file;
  }
}

}  // namespace
}  // namespace morula::test
