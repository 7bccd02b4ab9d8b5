// Checks that both drivers make before they hand something to a device, where a wrong number would crash the
// program or corrupt memory.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "gpu/device.h"

namespace morula::gpu {

std::string describe(const DeviceInfo& device);  // "NVIDIA H200 (cuda 0)"

// DeviceInfo::identity; empty for a UUID of zeros, which identifies nothing.
std::string identity_by_uuid(std::span<const std::byte> uuid);

// Throws Error unless the `bytes` bytes from `offset` on lie within a buffer of `size` bytes.
void check_range(const DeviceInfo& device, std::uint64_t size, std::uint64_t offset, std::uint64_t bytes);

// Throws Error for a group that the device cannot hold or a grid with too many groups.
void check_grid(const DeviceInfo& device, const Grid& grid);

bool is_empty(const Grid& grid);

}  // namespace morula::gpu
