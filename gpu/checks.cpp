#include "gpu/checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "core/error.h"

namespace morula::gpu {

std::string describe(const DeviceInfo& device) {
  return fmt::format("{} ({} {})", device.name, to_string(device.api), device.index);
}

std::string identity_by_uuid(std::span<const std::byte> uuid) {
  if (std::ranges::all_of(uuid, [](std::byte byte) { return byte == std::byte{0}; })) return "";
  std::string identity = "uuid ";
  for (const std::byte byte : uuid) identity += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  return identity;
}

void check_range(const DeviceInfo& device, std::uint64_t size, std::uint64_t offset, std::uint64_t bytes) {
  if (offset <= size && bytes <= size - offset) return;
  throw Error(fmt::format("{}: {} bytes from {} do not lie in a buffer of {} bytes", describe(device), bytes,
                          offset, size));
}

void check_grid(const DeviceInfo& device, const Grid& grid) {
  const auto& [width, height, depth] = grid.group;
  const bool each_fits = std::max({width, height, depth}) <= device.max_group;
  const std::uint64_t items = each_fits ? std::uint64_t{width} * height * depth : 0;
  if (items == 0 || items > device.max_group)
    throw Error(fmt::format("{}: a group of {} x {} x {} work-items; a group holds 1 to {}", describe(device),
                            width, height, depth, device.max_group));
  // Engines count work-items in 64 bits, but devices count groups in 32.
  for (const auto groups : grid.groups)
    if (groups > std::numeric_limits<std::uint32_t>::max())
      throw Error(
          fmt::format("{}: a grid of {} groups along one axis is too large", describe(device), groups));
}

bool is_empty(const Grid& grid) { return grid.groups[0] == 0 || grid.groups[1] == 0 || grid.groups[2] == 0; }

}  // namespace morula::gpu
