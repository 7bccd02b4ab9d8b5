// One kernel in several forms, each a program of its own, built when it is first needed.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "gpu/device.h"

namespace morula {

template <typename Form>
class BuiltKernels {
 public:
  BuiltKernels(gpu::Device& device, std::string name) : device_(device), name_(std::move(name)) {}

  // `source_of` makes the program of this form.
  template <typename SourceOf>
  const gpu::Kernel& in(const Form& form, const SourceOf& source_of) {
    Built& built = built_[form];
    if (!built.kernel) {
      built.program = device_.build(source_of());
      built.kernel = built.program->kernel(name_);
    }
    return *built.kernel;
  }

 private:
  struct Built {
    std::unique_ptr<gpu::Program> program;
    std::unique_ptr<gpu::Kernel> kernel;
  };

  gpu::Device& device_;
  std::string name_;
  std::map<Form, Built> built_;
};

}  // namespace morula
