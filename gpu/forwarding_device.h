// A device that forwards every call to another one: a base for devices that do one thing differently, such as
// counting launches.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "gpu/device.h"

namespace morula::gpu {

class ForwardingDevice : public Device {
 public:
  explicit ForwardingDevice(std::shared_ptr<Device> device) : device_(std::move(device)) {}

  const DeviceInfo& info() const override { return device_->info(); }
  std::uint64_t free_memory() override { return device_->free_memory(); }
  std::unique_ptr<Buffer> allocate(std::uint64_t bytes) override { return device_->allocate(bytes); }
  std::unique_ptr<HostMemory> allocate_host(std::uint64_t bytes) override {
    return device_->allocate_host(bytes);
  }
  std::unique_ptr<CopyQueue> copy_queue() override { return device_->copy_queue(); }
  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    device_->write(to, offset, from);
  }
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    device_->read(from, offset, to);
  }
  void fill(Buffer& buffer, std::byte value) override { device_->fill(buffer, value); }
  void copy(const Buffer& from, Buffer& to) override { device_->copy(from, to); }
  std::unique_ptr<Program> build(const Source& source) override { return device_->build(source); }
  using Device::launch;
  void launch(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    device_->launch(kernel, grid, arguments);
  }
  using Device::launch_together;
  void launch_together(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) override {
    device_->launch_together(kernel, grid, arguments);
  }
  void finish() override { device_->finish(); }
  double time(const std::function<void()>& work) override { return device_->time(work); }

 private:
  std::shared_ptr<Device> device_;
};

}  // namespace morula::gpu
