// Runs that share a device compile a program once, whether or not there is a cache on disk.
#include "gpu/shared_programs.h"

#include "devices.h"

namespace morula::gpu {
namespace {

class SharedPrograms : public OnEveryDevice {};

constexpr Text counting{"counting.h", "KERNEL count(GLOBAL u32* out) { out[0] = out[0] + STEP; }\n"};

Source source_of_step(std::uint64_t step) { return Source{"count", {counting}, {}}.define("STEP", step); }

std::uint32_t counted(Device& device, Program& program) {
  const auto out = device.allocate(4);
  device.fill(*out, std::byte{0});
  const auto kernel = program.kernel("count");
  for (int i = 0; i < 3; ++i) device.launch(*kernel, grid_for(1, 1), {out.get()});
  return download<std::uint32_t>(device, *out)[0];
}

TEST_F(SharedPrograms, AreCompiledOnce) {
  for (const auto& found : every_device()) {
    std::unique_ptr<Program> kept;
    {
      const auto device = sharing_programs(found);
      EXPECT_EQ(device->info().name, found->info().name);
      const auto first = device->build(source_of_step(5));
      EXPECT_FALSE(first->from_cache());
      kept = device->build(source_of_step(5));
      EXPECT_TRUE(kept->from_cache());
      const auto second = device->build(source_of_step(6));
      EXPECT_EQ(counted(*device, *first), 15u);
      EXPECT_EQ(counted(*device, *second), 18u);
    }
    EXPECT_EQ(counted(*found, *kept), 15u) << "programs may outlive the device that shares them";
  }
}

}  // namespace
}  // namespace morula::gpu
