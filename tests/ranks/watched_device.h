// A device that counts the copies made while it computes. It delays copies to the device as long as possible,
// so that code which does not wait for them misses them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "gpu/forwarding_device.h"

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

class WatchedDevice final : public gpu::ForwardingDevice {
 public:
  WatchedDevice(std::shared_ptr<gpu::Device> device, std::atomic<int>& copies)
      : gpu::ForwardingDevice(std::move(device)), copies_(copies) {}

  std::unique_ptr<gpu::CopyQueue> copy_queue() override {
    return std::make_unique<WatchedCopies>(gpu::ForwardingDevice::copy_queue(), copies_);
  }

 private:
  std::atomic<int>& copies_;
};

}  // namespace morula::test
