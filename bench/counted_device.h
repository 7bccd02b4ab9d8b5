// A device that counts its launches, so that engines need not count them.
#pragma once

#include "gpu/forwarding_device.h"

namespace morula {

class CountedDevice final : public gpu::ForwardingDevice {
 public:
  using gpu::ForwardingDevice::ForwardingDevice;

  std::uint64_t launches() const { return launches_; }

  using gpu::Device::launch;
  void launch(const gpu::Kernel& kernel, const gpu::Grid& grid,
              std::span<const gpu::Argument> arguments) override {
    ++launches_;
    gpu::ForwardingDevice::launch(kernel, grid, arguments);
  }

 private:
  std::uint64_t launches_ = 0;
};

}  // namespace morula
