// A device that leaves everything to another one, for those that do one thing otherwise.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "gpu/device.h"

namespace morula::test {

class PassedOnDevice : public gpu::Device {
 public:
  explicit PassedOnDevice(std::shared_ptr<gpu::Device> device) : device_(std::move(device)) {}

  const gpu::DeviceInfo& info() const override { return device_->info(); }
  std::uint64_t free_memory() override { return device_->free_memory(); }
  std::unique_ptr<gpu::Buffer> allocate(std::uint64_t bytes) override { return device_->allocate(bytes); }
  std::unique_ptr<gpu::HostMemory> allocate_host(std::uint64_t bytes) override {
    return device_->allocate_host(bytes);
  }
  std::unique_ptr<gpu::CopyQueue> copy_queue() override { return device_->copy_queue(); }
  void write(gpu::Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    device_->write(to, offset, from);
  }
  void read(const gpu::Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    device_->read(from, offset, to);
  }
  void fill(gpu::Buffer& buffer, std::byte value) override { device_->fill(buffer, value); }
  void copy(const gpu::Buffer& from, gpu::Buffer& to) override { device_->copy(from, to); }
  std::unique_ptr<gpu::Program> build(const gpu::Source& source) override { return device_->build(source); }
  using gpu::Device::launch;
  void launch(const gpu::Kernel& kernel, const gpu::Grid& grid,
              std::span<const gpu::Argument> arguments) override {
    device_->launch(kernel, grid, arguments);
  }
  using gpu::Device::launch_early;
  void launch_early(const gpu::Kernel& kernel, const gpu::Grid& grid,
                    std::span<const gpu::Argument> arguments) override {
    device_->launch_early(kernel, grid, arguments);
  }
  void finish() override { device_->finish(); }
  double time(const std::function<void()>& work) override { return device_->time(work); }

 private:
  std::shared_ptr<gpu::Device> device_;
};

}  // namespace morula::test
