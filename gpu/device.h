// The interface to a device. It has two implementations, CUDA and OpenCL; an engine is written once, against
// this.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "gpu/copy_queue.h"
#include "gpu/source.h"

namespace morula::gpu {

enum class Api { Cuda, OpenCl };

std::string to_string(Api api);  // "cuda", "opencl"

// What one compute unit (a streaming multiprocessor) can hold, as far as the driver reports it: CUDA reports
// all of it, OpenCL only the shared memory.
struct UnitInfo {
  std::optional<unsigned> threads;      // resident work-items
  std::optional<unsigned> groups;       // resident groups
  std::optional<unsigned> registers;    // of 32 bits
  std::optional<unsigned> warp;         // work-items that run in lockstep
  std::optional<std::uint64_t> shared;  // bytes of shared memory
};

struct DeviceInfo {
  Api api = Api::OpenCl;
  unsigned index = 0;  // the number that --device takes, counted per API
  std::string name;
  std::string driver;            // version, and for OpenCL the platform
  std::string identity;          // the same for all processes of a machine; empty if no driver reports it
  bool is_cpu = false;           // an OpenCL device that is the host's own processor
  std::uint64_t memory = 0;      // bytes
  std::uint64_t max_buffer = 0;  // largest single buffer, bytes
  unsigned compute_units = 0;
  unsigned max_group = 0;  // largest number of work-items in a group
  UnitInfo unit;
  // The number of groups of `max_group` work-items that launch_together can run at the same time; 0 if it
  // cannot.
  unsigned groups_together = 0;
};

class Buffer {
 public:
  virtual ~Buffer() = default;
  virtual std::uint64_t size() const = 0;  // bytes
};

// Host memory that a device can access directly (pinned memory). Copies from or to other memory go through a
// buffer of the driver.
class HostMemory {
 public:
  virtual ~HostMemory() = default;
  virtual std::span<std::byte> bytes() = 0;
};

// The resources of a compute unit that a compiled kernel uses. OpenCL reports only the shared memory.
struct KernelUsage {
  std::optional<unsigned> registers;   // of one work-item
  std::optional<std::uint64_t> local;  // bytes of one work-item that did not fit into registers
  std::uint64_t shared = 0;            // bytes of one group
};

class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual KernelUsage usage() const = 0;
};

class Program {
 public:
  virtual ~Program() = default;
  virtual std::unique_ptr<Kernel> kernel(const std::string& name) = 0;
  virtual bool from_cache() const = 0;
};

struct Grid {
  std::array<std::uint64_t, 3> groups = {1, 1, 1};
  std::array<std::uint32_t, 3> group = {1, 1, 1};  // work-items in a group
};

Grid grid_for(std::uint64_t items, std::uint32_t group = 256);  // one dimension, rounded up

using Argument = std::variant<Buffer*, std::uint32_t, std::int32_t, std::uint64_t>;

// Commands are carried out in the order in which they are given, except those of a copy queue. Launches and
// fills return at once. Every failure is a typed error: BuildError, OutOfDeviceMemory, DeviceLost.
class Device {
 public:
  virtual ~Device() = default;

  virtual const DeviceInfo& info() const = 0;
  // Bytes that can still be allocated, as far as the driver reports it.
  virtual std::uint64_t free_memory() = 0;

  virtual std::unique_ptr<Buffer> allocate(std::uint64_t bytes) = 0;
  // Ordinary memory, unless the driver offers pinned memory.
  virtual std::unique_ptr<HostMemory> allocate_host(std::uint64_t bytes);
  virtual void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) = 0;
  virtual void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) = 0;
  virtual void fill(Buffer& buffer, std::byte value) = 0;
  virtual void copy(const Buffer& from, Buffer& to) = 0;
  // A queue that copies while the device computes, if the driver can do that; otherwise it copies in order.
  // The device must outlive it.
  virtual std::unique_ptr<CopyQueue> copy_queue();

  virtual std::unique_ptr<Program> build(const Source& source) = 0;
  virtual void launch(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) = 0;
  void launch(const Kernel& kernel, const Grid& grid, std::initializer_list<Argument> arguments) {
    launch(kernel, grid, std::span<const Argument>(arguments.begin(), arguments.size()));
  }
  // Like launch, for groups that wait for each other (await_all_groups, await_value in dialect/), all of
  // which run at the same time. There must be at most info().groups_together of them.
  virtual void launch_together(const Kernel& kernel, const Grid& grid, std::span<const Argument> arguments) {
    launch(kernel, grid, arguments);
  }
  void launch_together(const Kernel& kernel, const Grid& grid, std::initializer_list<Argument> arguments) {
    launch_together(kernel, grid, std::span<const Argument>(arguments.begin(), arguments.size()));
  }
  virtual void finish() = 0;

  // The seconds that the device itself took for the commands that `work` gives it.
  virtual double time(const std::function<void()>& work) = 0;
};

// The result of a search for devices: `missing` says why there is none, and is empty otherwise.
struct Found {
  std::vector<DeviceInfo> devices;
  std::string missing;
};

Found find_devices(Api api);
std::shared_ptr<Device> open_device(Api api, unsigned index);  // throws DeviceMissing
bool was_device_opened();  // by this process, or by one that it was forked from

}  // namespace morula::gpu
