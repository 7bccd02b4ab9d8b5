#include "gpu/copy_queue.h"

#include "gpu/device.h"

namespace morula::gpu {
namespace {

class CopiesInOrder final : public CopyQueue {
 public:
  explicit CopiesInOrder(Device& device) : device_(device) {}

  void await_device() override {}
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override {
    device_.read(from, offset, to);
  }
  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override {
    device_.write(to, offset, from);
  }
  void hold_device() override {}
  void finish() override {}  // read() and write() return only when the copy is done

 private:
  Device& device_;
};

}  // namespace

std::unique_ptr<CopyQueue> copies_in_order(Device& device) { return std::make_unique<CopiesInOrder>(device); }

std::unique_ptr<CopyQueue> Device::copy_queue() { return copies_in_order(*this); }

}  // namespace morula::gpu
