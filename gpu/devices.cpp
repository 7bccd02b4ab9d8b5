#include <fmt/format.h>

#include <atomic>

#include "core/error.h"
#include "core/shared_library.h"
#include "gpu/device.h"
#include "gpu/drivers.h"

namespace morula::gpu {

std::string to_string(Api api) { return api == Api::Cuda ? "cuda" : "opencl"; }

Grid grid_for(std::uint64_t items, std::uint32_t group) {
  Grid grid;
  grid.groups[0] = items / group + (items % group != 0);
  grid.group[0] = group;
  return grid;
}

namespace {

class OrdinaryMemory final : public HostMemory {
 public:
  explicit OrdinaryMemory(std::uint64_t bytes) : bytes_(bytes) {}
  std::span<std::byte> bytes() override { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

std::atomic<bool> device_was_opened = false;

}  // namespace

bool was_device_opened() { return device_was_opened; }

std::unique_ptr<HostMemory> Device::allocate_host(std::uint64_t bytes) {
  return std::make_unique<OrdinaryMemory>(bytes);
}

Found find_devices(Api api) {
  try {
    return {api == Api::Cuda ? cuda_devices() : opencl_devices(), ""};
  } catch (const Error& reason) {  // a driver that fails counts as missing
    return {{}, reason.what()};
  }
}

std::shared_ptr<Device> open_device(Api api, unsigned index) {
  device_was_opened = true;
  try {
    return api == Api::Cuda ? open_cuda(index) : open_opencl(index);
  } catch (const LibraryMissing& reason) {
    throw DeviceMissing(reason.what());
  }
}

}  // namespace morula::gpu
