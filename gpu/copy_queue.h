// A second queue of a device, for copies that are made while it computes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace morula::gpu {

class Buffer;
class Device;

// Copies are made in the order in which they are given, and the calls that give them return at once, at least
// where the host's memory is a HostMemory. That memory must not change or be freed before finish().
// Between
// await_device() and hold_device(), copies and the commands of the device run at the same time: the caller
// must make sure that they touch different parts of a buffer.
class CopyQueue {
 public:
  virtual ~CopyQueue() = default;

  // Copies given from now on begin when all that the device has been given so far is done.
  virtual void await_device() = 0;
  virtual void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) = 0;
  virtual void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) = 0;
  // What the device is given from now on begins when all copies given so far are done.
  virtual void hold_device() = 0;
  virtual void finish() = 0;  // returns when all copies are done
};

// A queue whose copies are carried out in order with all other commands of the device. The device must
// outlive it.
std::unique_ptr<CopyQueue> copies_in_order(Device& device);

}  // namespace morula::gpu
