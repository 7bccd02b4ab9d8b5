// What the paper's steps share on a device: their kernels, and the tables that these read.
#pragma once

#include <memory>

#include "bench/nisoli/nisoli_paths.h"
#include "bench/nisoli/nisoli_rule.h"
#include "gpu/device.h"

namespace morula {

class NisoliDevice {
 public:
  NisoliDevice(NisoliStep step, const NisoliTask& task, std::shared_ptr<gpu::Device> device);

  gpu::Device& device() { return *device_; }
  const NisoliTask& task() const { return task_; }
  u32 group() const { return group_; }
  std::unique_ptr<gpu::Kernel> kernel(const char* name) { return program_->kernel(name); }
  gpu::Buffer* tables() { return tables_.get(); }

  template <class T>
  std::unique_ptr<gpu::Buffer> uploaded(const std::vector<T>& values) {
    auto buffer = device_->allocate(values.size() * sizeof(T));
    device_->write(*buffer, 0, std::as_bytes(std::span(values)));
    return buffer;
  }

  // Makes a buffer for at least this many values; keeps the present one if it is large enough.
  template <class T>
  void make_room(std::unique_ptr<gpu::Buffer>& buffer, u64 number) {
    if (buffer && buffer->size() >= number * sizeof(T)) return;
    buffer.reset();
    buffer = device_->allocate(number * sizeof(T));
  }

  template <class T>
  void read(const gpu::Buffer& from, u64 number, std::vector<T>& to) {
    to.resize(number);
    device_->read(from, 0, std::as_writable_bytes(std::span(to)));
  }

  void launch(const gpu::Kernel& kernel, u64 items, std::initializer_list<gpu::Argument> arguments) {
    device_->launch(kernel, gpu::grid_for(items, group_), arguments);
  }
  // Writes the initial cells from number `first` on into a buffer that is large enough.
  void begin(std::unique_ptr<gpu::Buffer>& cells, u64 first, u64 number);

 private:
  const NisoliTask& task_;
  std::shared_ptr<gpu::Device> device_;
  u32 group_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> begin_;
  std::unique_ptr<gpu::Buffer> tables_, below_, first_cells_, fluorescences_;
};

std::unique_ptr<NisoliPath> nisoli_levels(NisoliStep step, const NisoliTask& task,
                                          std::shared_ptr<gpu::Device> device);
std::unique_ptr<NisoliPath> nisoli_trees(NisoliStep step, const NisoliTask& task,
                                         std::shared_ptr<gpu::Device> device, const NisoliOptions& options);

}  // namespace morula
