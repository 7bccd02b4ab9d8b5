// Every path of the paper computes what its sequential loop computes, and what our own engines compute.
#include "bench/caux/caux_paths.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "gpu/nvrtc.h"
#include "tests/support/backends.h"

namespace morula::test {
namespace {

// Sides that are multiples of no block, of some, and one smaller than every block.
const std::vector<unsigned> sides = {3, 10, 13, 16, 20};
constexpr std::uint64_t steps = 5;

std::vector<std::uint32_t> result_of(CubePath& path, const HostCubes& cubes) {
  path.upload();
  path.step(2);
  path.download();  // in the middle: it must leave what is computed as it is
  path.step(steps - 2);
  path.download();
  return cubes.result;
}

std::vector<std::uint32_t> sequential_result(HostCubes& cubes) {
  return result_of(*caux_sequential(cubes), cubes);
}

TEST(CauxPaths, TheCubeIsAliveAndChanges) {
  HostCubes cubes(13);
  const auto after = sequential_result(cubes);
  EXPECT_NE(after, cubes.initial);
  EXPECT_GT(std::accumulate(after.begin(), after.end(), 0u), 0u);
}

TEST(CauxPaths, TheSequentialLoopEqualsOurEngines) {
  for (const NamedBackend& named : available_backends())
    for (const unsigned side : sides) {
      HostCubes cubes(side);
      const auto expected = sequential_result(cubes);
      const auto ours = our_path(cubes, named.backend);
      ours->upload();
      ours->step(steps);
      ours->download();
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), cubes.result_bytes.begin()))
          << named.name << ", side " << side;
    }
}

TEST(CauxPaths, EveryKernelEqualsTheSequentialLoop) {
  for (const NamedBackend& named : available_backends()) {
    if (!named.backend.device) continue;
    for (const CauxKernel& kernel : caux_kernels())
      for (const unsigned side : sides) {
        if (const std::string why = why_not(kernel, side, *named.backend.device); !why.empty()) {
          fmt::print("[ left out ] {} on {}: {}\n", kernel.name, named.name, why);
          continue;
        }
        HostCubes cubes(side);
        const auto expected = sequential_result(cubes);
        std::fill(cubes.result.begin(), cubes.result.end(), 7u);
        EXPECT_EQ(result_of(*caux_on_device(kernel, cubes, named.backend.device), cubes), expected)
            << kernel.name << " on " << named.name << ", side " << side;
      }
  }
}

// A second upload starts again, whatever was computed before.
TEST(CauxPaths, UploadStartsAgain) {
  HostCubes cubes(10);
  const auto expected = sequential_result(cubes);
  for (const NamedBackend& named : available_backends()) {
    if (!named.backend.device) continue;
    for (const CauxKernel& kernel : caux_kernels()) {
      if (!why_not(kernel, 10, *named.backend.device).empty()) continue;
      const auto path = caux_on_device(kernel, cubes, named.backend.device);
      result_of(*path, cubes);
      EXPECT_EQ(result_of(*path, cubes), expected) << kernel.name << " on " << named.name;
    }
  }
}

TEST(CauxPaths, WhatCannotBeSaysWhy) {
  for (const NamedBackend& named : available_backends()) {
    if (!named.backend.device) continue;
    CauxKernel too_wide = caux_kernels().front();
    too_wide.group = named.backend.device->info().max_group + 1;
    EXPECT_NE(why_not(too_wide, 10, *named.backend.device).find("work-items"), std::string::npos);
    EXPECT_EQ(why_not(caux_kernels().front(), 1626, *named.backend.device),
              "its cells are counted in 32 bits");
  }
}

TEST(CauxPaths, NvrtcCompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  for (const CauxKernel& kernel : caux_kernels())
    for (const unsigned side : {10u, 800u})
      EXPECT_FALSE(nvrtc.compile(caux_source(kernel, side), 90u).empty()) << kernel.name;
}

}  // namespace
}  // namespace morula::test
