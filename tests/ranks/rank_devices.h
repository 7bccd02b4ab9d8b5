// Devices for ranks that are threads of this process.
#pragma once

#include <algorithm>
#include <mutex>
#include <vector>

#include "gpu/forwarding_device.h"

namespace morula::test {

// Only GPUs if there are any, otherwise OpenCL devices that are processors. No run mixes the two.
inline std::vector<gpu::DeviceInfo> devices_for_ranks(gpu::Api api) {
  std::vector<gpu::DeviceInfo> devices = gpu::find_devices(api).devices;
  const auto is_cpu = [](const gpu::DeviceInfo& device) { return device.is_cpu; };
  if (!std::ranges::all_of(devices, is_cpu)) std::erase_if(devices, is_cpu);
  return devices;
}

// Ranks launch one kernel at a time. PoCL keeps one user count for all launches of a kernel with the same
// group size, even if it has compiled the kernel both for small grids and for large ones. If several threads
// launch it in both ways at once, an assertion inside PoCL may fail (pocl_release_dlhandle_cache, seen in 3.1
// and 5).
class DeviceInTurns final : public gpu::ForwardingDevice {
 public:
  using gpu::ForwardingDevice::ForwardingDevice;

  using gpu::Device::launch;
  void launch(const gpu::Kernel& kernel, const gpu::Grid& grid,
              std::span<const gpu::Argument> arguments) override {
    const std::lock_guard turn(turns());
    gpu::ForwardingDevice::launch(kernel, grid, arguments);
    finish();
  }

 private:
  static std::mutex& turns() {
    static std::mutex mutex;
    return mutex;
  }
};

inline std::shared_ptr<gpu::Device> open_for_rank(const gpu::DeviceInfo& device) {
  auto opened = gpu::open_device(device.api, device.index);
  if (!device.is_cpu) return opened;
  return std::make_shared<DeviceInTurns>(std::move(opened));
}

}  // namespace morula::test
