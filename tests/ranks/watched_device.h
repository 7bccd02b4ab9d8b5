// A device that counts the copies that are made while it computes. It makes those to the device as late as it
// may, so that whoever does not wait for them misses them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/device.h"

namespace morula::test {

class WatchedCopies final : public gpu::CopyQueue {
 public:
  WatchedCopies(std::unique_ptr<gpu::CopyQueue> copies, std::atomic<int>& count)
      : copies_(std::move(copies)), count_(count) {}

  void await_device() override { copies_->await_device(); }
  void read(const gpu::Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    ++count_;
    copies_->read(from, offset, to);
  }
  void write(gpu::Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    ++count_;
    late_.push_back([this, &to, offset, from] { copies_->write(to, offset, from); });
  }
  void hold_device() override {
    make_late_copies();
    copies_->hold_device();
  }
  void finish() override {
    make_late_copies();
    copies_->finish();
  }

 private:
  void make_late_copies() {
    for (const auto& copy : late_) copy();
    late_.clear();
  }

  std::unique_ptr<gpu::CopyQueue> copies_;
  std::atomic<int>& count_;
  std::vector<std::function<void()>> late_;
};

class WatchedDevice final : public gpu::Device {
 public:
  WatchedDevice(std::shared_ptr<gpu::Device> device, std::atomic<int>& copies)
      : device_(std::move(device)), copies_(copies) {}

  std::unique_ptr<gpu::CopyQueue> copy_queue() override {
    return std::make_unique<WatchedCopies>(device_->copy_queue(), copies_);
  }

  const gpu::DeviceInfo& info() const override { return device_->info(); }
  std::uint64_t free_memory() override { return device_->free_memory(); }
  std::unique_ptr<gpu::Buffer> allocate(std::uint64_t bytes) override { return device_->allocate(bytes); }
  std::unique_ptr<gpu::HostMemory> allocate_host(std::uint64_t bytes) override {
    return device_->allocate_host(bytes);
  }
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
  std::atomic<int>& copies_;
};

}  // namespace morula::test
