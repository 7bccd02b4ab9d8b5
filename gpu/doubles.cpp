#include "gpu/doubles.h"

#include <span>

namespace morula::gpu {
namespace {

constexpr Text question{"has_doubles.h", R"(
KERNEL has_doubles(GLOBAL u32* answer) { answer[0] = HAS_F64; }
)"};

}  // namespace

bool has_doubles(Device& device) {
  const auto kernel = device.build({"doubles", {question}, {}})->kernel("has_doubles");
  const auto buffer = device.allocate(sizeof(std::uint32_t));
  device.launch(*kernel, grid_for(1, 1), {buffer.get()});
  std::uint32_t answer = 0;
  device.read(*buffer, 0, std::as_writable_bytes(std::span(&answer, 1)));
  return answer == 1;
}

}  // namespace morula::gpu
