// A kernel with a program of its own, built when it is first needed.
#pragma once

#include <memory>
#include <string>

#include "gpu/device.h"

namespace morula {

class KernelOnDemand {
 public:
  // `source_of` makes the source of the program.
  template <typename SourceOf>
  const gpu::Kernel& get(gpu::Device& device, const std::string& name, const SourceOf& source_of) {
    if (!kernel_) {
      program_ = device.build(source_of());
      kernel_ = program_->kernel(name);
    }
    return *kernel_;
  }

 private:
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> kernel_;
};

}  // namespace morula
