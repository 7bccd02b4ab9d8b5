#include "gpu/cuda_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <utility>

#include "core/error.h"
#include "gpu/checks.h"
#include "texts/morula_gpu.h"

namespace morula::gpu::cuda {

namespace {

std::optional<Parameters> parameters_of(const Driver& driver, CUfunction function, const std::string& name) {
  if (!driver.parameter_info) return std::nullopt;
  Parameters parameters{name, {}};
  std::size_t offset = 0, size = 0;
  while (driver.parameter_info(function, parameters.sizes.size(), &offset, &size) == CUDA_SUCCESS)
    parameters.sizes.push_back(size);
  return parameters;
}

// NVRTC's messages do not name the device; these do.
std::vector<std::byte> compile_for(const DeviceInfo& device, const Nvrtc& nvrtc, const Source& source,
                                   const std::string& assembled, const std::vector<std::string>& options) {
  try {
    return nvrtc.compile(source, assembled, options);
  } catch (const BuildError& error) {
    throw BuildError(fmt::format("{}: {}", describe(device), error.what()));
  }
}

}  // namespace

Module::Module(Shared session, std::span<const std::byte> code) : session_(std::move(session)) {
  session_->enter();
  std::string log(8192, '\0');  // the driver's messages about PTX that it cannot compile further
  int options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void* values[] = {log.data(), reinterpret_cast<void*>(static_cast<std::uintptr_t>(log.size()))};
  const CUresult result = session_->driver().module_load(&handle_, code.data(), 2, options, values);
  if (result == CUDA_SUCCESS) return;
  if (result == CUDA_ERROR_OUT_OF_MEMORY) session_->check(result, "cuModuleLoadDataEx");
  throw BuildError(fmt::format("{}: cuModuleLoadDataEx: {}\n{}", describe(session_->info()),
                               session_->driver().error_name(result), log.c_str()));
}

Module::~Module() {
  if (session_->try_enter()) session_->driver().module_unload(handle_);
}

CUfunction Module::function(const std::string& name) const {
  session_->enter();
  CUfunction function = nullptr;
  session_->check(session_->driver().module_function(&function, handle_, name.c_str()),
                  fmt::format("cuModuleGetFunction of '{}'", name));
  return function;
}

CudaKernel::CudaKernel(std::shared_ptr<const Module> module, const std::string& name)
    : module_(std::move(module)),
      handle_(module_->function(name)),
      parameters_(parameters_of(module_->session().driver(), handle_, name)) {}

void CudaKernel::check(std::span<const Argument> arguments) const {
  if (parameters_) parameters_->check(module_->session().info(), arguments);
}

KernelUsage CudaKernel::usage() const {
  const Session& session = module_->session();
  session.enter();
  const auto attribute = [&](int which) {
    int value = 0;
    session.check(session.driver().function_attribute(&value, which, handle_), "cuFuncGetAttribute");
    return static_cast<unsigned>(value);
  };
  return {attribute(CU_FUNC_ATTRIBUTE_NUM_REGS), attribute(CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES),
          attribute(CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)};
}

CudaProgram::CudaProgram(std::shared_ptr<const Module> module, bool from_cache)
    : module_(std::move(module)), from_cache_(from_cache) {}

std::unique_ptr<Kernel> CudaProgram::kernel(const std::string& name) {
  return std::make_unique<CudaKernel>(module_, name);
}

std::unique_ptr<Program> build_program(const Shared& session, const Nvrtc& nvrtc, const ProgramCache& cache,
                                       const Source& source) {
  const DeviceInfo& info = session->info();
  const auto options = nvrtc.options(session->architecture());
  const ProgramKey key{to_string(info.api),
                       info.name,
                       info.driver,
                       "NVRTC " + nvrtc.version(),
                       fmt::format("{}", fmt::join(options, " ")),
                       assemble(text::gpu::dialect::cuda, source)};
  const auto find = [&]() -> std::unique_ptr<Program> {
    const auto code = cache.find(key);
    if (!code) return nullptr;
    try {
      return std::make_unique<CudaProgram>(std::make_shared<const Module>(session, *code), true);
    } catch (const BuildError&) {
      return nullptr;  // the driver rejects code that it once accepted: compile again
    }
  };
  if (auto found = find()) return found;
  const CompileTurn turn = cache.turn(key);
  if (auto found = find()) return found;
  const auto code = compile_for(info, nvrtc, source, key.text, options);
  auto program = std::make_unique<CudaProgram>(std::make_shared<const Module>(session, code), false);
  cache.store(key, code);
  return program;
}

}  // namespace morula::gpu::cuda
