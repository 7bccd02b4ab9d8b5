// A second queue of a device, for copies that are made while the device computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace morula::gpu {

class Buffer;
class Device;

// Copies are made in the order of the calls. The calls return at once, at least if the host's memory is a
// HostMemory; that memory must not change or be freed before finish().
//
// Between await_device() and hold_device(), copies run at the same time as the commands of the device. The
// caller must make sure that they touch different parts of a buffer.
class CopyQueue {
 public:
  virtual ~CopyQueue() = default;

  // Copies enqueued from now on begin when all commands given to the device so far are done.
  virtual void await_device() = 0;
  virtual void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) = 0;
  virtual void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) = 0;
  // Commands given to the device from now on begin when all copies enqueued so far are done.
  virtual void hold_device() = 0;
  virtual void finish() = 0;  // returns when all copies are done
};

// A queue whose copies are carried out in order with all other commands of the device. The device must
// outlive the queue.
std::unique_ptr<CopyQueue> copies_in_order(Device& device);

}  // namespace morula::gpu
