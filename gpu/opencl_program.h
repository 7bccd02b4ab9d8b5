// Compiled programs and their kernels on an OpenCL device.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/opencl_session.h"
#include "gpu/parameters.h"
#include "gpu/program_cache.h"

namespace morula::gpu::opencl {

class OpenClKernel : public Kernel {
 public:
  OpenClKernel(Shared session, cl_program program, const std::string& name);

  cl_kernel handle() const { return handle_.get(); }
  KernelUsage usage() const override;
  void check(std::span<const Argument> arguments) const;  // throws Error unless they fit

 private:
  std::string type_of(cl_uint place) const;

  Shared session_;
  Session::Owned<cl_kernel> handle_{nullptr, nullptr};
  Parameters parameters_;
};

class OpenClProgram : public Program {
 public:
  // Takes the program from the cache if it is there and the driver accepts it; otherwise compiles it. PoCL
  // has a cache of its own, and would have to compile every kernel once more to return its binary to us; so
  // our cache is used with PoCL only if the user has named a folder for it.
  OpenClProgram(Shared session, const ProgramCache& cache, const Source& source);

  std::unique_ptr<Kernel> kernel(const std::string& name) override;
  bool from_cache() const override { return from_cache_; }

 private:
  bool load(const std::vector<std::byte>& binary);
  void compile(const std::string& whole, const Source& source);
  cl_int build(const char* with);
  std::string log() const;
  std::vector<std::byte> binary() const;

  Shared session_;
  const Functions& api_;
  Session::Owned<cl_program> handle_{nullptr, nullptr};
  bool from_cache_ = false;
};

}  // namespace morula::gpu::opencl
