// A device with the compiled program of one system: launches kernels by name and makes buffers of lists.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/ceil_divide.h"
#include "core/dialect.h"
#include "gpu/device.h"

namespace morula::membrane {

using BufferPointer = std::unique_ptr<gpu::Buffer>;
using Arguments = std::vector<gpu::Argument>;

constexpr u64 most_along_axis = 65535;  // groups along any axis but the first
constexpr u64 rows_side_by_side = 32;   // rows of a matrix, if each work-item takes several

class DeviceLauncher {
 public:
  DeviceLauncher(std::shared_ptr<gpu::Device> device, u32 group)
      : device_(std::move(device)), group_(group) {}

  gpu::Device& device() { return *device_; }
  u64 groups_of(u64 items) const { return std::max<u64>(ceil_divide(items, u64{group_}), 1); }

  void build(const gpu::Source& source) {
    kernels_.clear();
    program_ = device_->build(source);
  }
  // Work-items along the first axis, groups along the second.
  void launch(const std::string& name, u64 items, const Arguments& arguments, u64 second_axis = 1) {
    launch_groups(name, groups_of(items), arguments, second_axis);
  }
  void launch_groups(const std::string& name, u64 groups, const Arguments& arguments, u64 second_axis = 1) {
    auto& kernel = kernels_[name];
    if (!kernel) kernel = program_->kernel(name);
    const gpu::Grid grid{{groups, std::max<u64>(second_axis, 1), 1}, {group_, 1, 1}};
    device_->launch(*kernel, grid, std::span<const gpu::Argument>(arguments));
  }

  template <class T>
  BufferPointer upload(const std::vector<T>& values) {
    BufferPointer buffer = device_->allocate(std::max<u64>(values.size(), 1) * sizeof(T));
    if (!values.empty()) device_->write(*buffer, 0, std::as_bytes(std::span(values)));
    return buffer;
  }
  template <class T>
  std::vector<T> download(const gpu::Buffer& buffer, u64 number) {
    std::vector<T> values(number);
    if (number > 0) device_->read(buffer, 0, std::as_writable_bytes(std::span(values)));
    return values;
  }
  BufferPointer zeros(u64 bytes) {
    BufferPointer buffer = device_->allocate(std::max<u64>(bytes, 8));
    device_->fill(*buffer, std::byte{0});
    return buffer;
  }

 private:
  std::shared_ptr<gpu::Device> device_;
  u32 group_;
  std::unique_ptr<gpu::Program> program_;
  std::map<std::string, std::unique_ptr<gpu::Kernel>> kernels_;
};

}  // namespace morula::membrane
