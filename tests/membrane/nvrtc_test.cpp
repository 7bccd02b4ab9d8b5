// The CUDA kernels compile, even without a GPU.
#include "gpu/nvrtc.h"

#include <gtest/gtest.h>

#include "models/membrane/device/island_engine.h"
#include "models/membrane/device/membrane_tables_of.h"
#include "tests/membrane/systems.h"

namespace morula::membrane::test {
namespace {

TEST(MembraneNvrtc, CompilesEveryKernelForHopper) {
  if (const auto found = gpu::find_nvrtc(); found.version.empty()) GTEST_SKIP() << found.missing;
  const gpu::Nvrtc nvrtc;
  const MembraneTables tables(Plan(read(sat_plingua(known_formula)).system));
  const IslandShape shape{3, 2, {1, 2, 3, 0, 1, 0}, {2, 4, 6, 0, 0, 1}};
  for (const bool once : {false, true})
    for (const bool random : {false, true}) {
      const u32 bytes = once ? 1 : random ? 2 : 8;
      EXPECT_FALSE(nvrtc.compile(tables.source({once, random, 1}, bytes), 90u).empty());
      EXPECT_FALSE(nvrtc.compile(island_source(shape, {once, random, 1}, bytes), 90u).empty());
    }
}

}  // namespace
}  // namespace morula::membrane::test
