// Compiled programs and their kernels on a CUDA device.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/cuda_session.h"
#include "gpu/nvrtc.h"
#include "gpu/parameters.h"
#include "gpu/program_cache.h"

namespace morula::gpu::cuda {

// Device code loaded into a context.
class Module {
 public:
  // Throws BuildError if the driver rejects the code.
  Module(Shared session, std::span<const std::byte> code);
  ~Module();
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  CUfunction function(const std::string& name) const;
  const Session& session() const { return *session_; }

 private:
  Shared session_;
  CUmodule handle_ = nullptr;
};

class CudaKernel : public Kernel {
 public:
  CudaKernel(std::shared_ptr<const Module> module, const std::string& name);

  CUfunction handle() const { return handle_; }
  KernelUsage usage() const override;
  void check(std::span<const Argument> arguments) const;  // throws Error unless they fit

 private:
  std::shared_ptr<const Module> module_;
  CUfunction handle_;
  std::optional<Parameters> parameters_;  // drivers before CUDA 12.4 do not report them
};

class CudaProgram : public Program {
 public:
  CudaProgram(std::shared_ptr<const Module> module, bool from_cache);

  std::unique_ptr<Kernel> kernel(const std::string& name) override;
  bool from_cache() const override { return from_cache_; }

 private:
  std::shared_ptr<const Module> module_;
  bool from_cache_;
};

// Takes the program from the cache if it is there and the driver accepts it; otherwise compiles it and stores
// it in the cache.
std::unique_ptr<Program> build_program(const Shared& session, const Nvrtc& nvrtc, const ProgramCache& cache,
                                       const Source& source);

}  // namespace morula::gpu::cuda
