#include "gpu/opencl_program.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "core/error.h"
#include "gpu/checks.h"
#include "gpu/held_signals.h"
#include "gpu/opencl_errors.h"
#include "texts/morula_gpu.h"

namespace morula::gpu::opencl {

namespace {

// The dialect itself switches contraction off. PoCL prints the number of warnings to the terminal, so -w
// suppresses warnings.
constexpr const char* options = "-cl-std=CL1.2 -cl-kernel-arg-info -w";

}  // namespace

OpenClKernel::OpenClKernel(Shared session, cl_program program, const std::string& name)
    : session_(std::move(session)) {
  cl_int error = CL_SUCCESS;
  handle_ = {session_->api->create_kernel(program, name.c_str(), &error), session_->api->release_kernel};
  if (error != CL_SUCCESS) session_->check(error, fmt::format("clCreateKernel of '{}'", name).c_str());
  cl_uint count = 0;
  session_->api->kernel_info(handle(), CL_KERNEL_NUM_ARGS, sizeof count, &count, nullptr);
  for (cl_uint place = 0; place < count; ++place) parameters_.sizes.push_back(size_of_type(type_of(place)));
  parameters_.kernel = name;
}

KernelUsage OpenClKernel::usage() const {
  cl_ulong shared = 0;
  session_->api->group_info(handle(), session_->device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof shared, &shared,
                            nullptr);
  return {std::nullopt, std::nullopt, shared};
}

void OpenClKernel::check(std::span<const Argument> arguments) const {
  parameters_.check(session_->info, arguments);
}

std::string OpenClKernel::type_of(cl_uint place) const {
  const auto query = [&](cl_kernel kernel, cl_uint what, std::size_t size, void* to, std::size_t* needed) {
    return session_->api->argument_info(kernel, place, what, size, to, needed);
  };
  return text_of(query, handle(), CL_KERNEL_ARG_TYPE_NAME);
}

OpenClProgram::OpenClProgram(Shared session, const ProgramCache& cache, const Source& source)
    : session_(std::move(session)), api_(*session_->api) {
  const DeviceInfo& info = session_->info;
  const ProgramKey key{
      to_string(info.api), info.name, info.driver, "", options, assemble(text::gpu::dialect::opencl, source)};
  const bool is_pocl = info.driver.find("PoCL") != std::string::npos;
  const bool is_kept = !is_pocl || cache.has_named_folder();
  if (!is_kept) {
    // PoCL has a cache of its own. When five processes began the same build at once, it failed now and then.
    const CompileTurn turn = cache.turn(key);
    compile(key.text, source);
    return;
  }
  const auto find = [&] {
    if (const auto binary = cache.find(key)) from_cache_ = load(*binary);
    return from_cache_;
  };
  if (find()) return;
  const CompileTurn turn = cache.turn(key);
  if (find()) return;
  compile(key.text, source);
  cache.store(key, binary());
}

std::unique_ptr<Kernel> OpenClProgram::kernel(const std::string& name) {
  return std::make_unique<OpenClKernel>(session_, handle_.get(), name);
}

bool OpenClProgram::load(const std::vector<std::byte>& binary) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const std::size_t size = binary.size();
  cl_int accepted = CL_SUCCESS, error = CL_SUCCESS;
  handle_ = {api_.program_from_binary(session_->context.get(), 1, &session_->device, &size, &bytes, &accepted,
                                      &error),
             api_.release_program};
  return error == CL_SUCCESS && accepted == CL_SUCCESS && build(options) == CL_SUCCESS;
}

void OpenClProgram::compile(const std::string& whole, const Source& source) {
  const char* start = whole.data();
  const std::size_t size = whole.size();
  cl_int error = CL_SUCCESS;
  handle_ = {api_.program_from_source(session_->context.get(), 1, &start, &size, &error),
             api_.release_program};
  session_->check(error, "clCreateProgramWithSource");
  error = build(options);
  if (error == CL_INVALID_BUILD_OPTIONS) error = build("");  // for drivers that know only one version
  if (error == CL_SUCCESS) return;
  throw BuildError(fmt::format("{}: clBuildProgram of '{}': {}\n{}", describe(session_->info), source.name,
                               opencl_error_name(error), annotate(log(), source, whole)));
}

cl_int OpenClProgram::build(const char* with) {
  const HeldSignals held;
  return api_.build(handle_.get(), 1, &session_->device, with, nullptr, nullptr);
}

std::string OpenClProgram::log() const {
  const auto query = [this](cl_program program, cl_uint what, std::size_t size, void* to,
                            std::size_t* needed) {
    return api_.build_info(program, session_->device, what, size, to, needed);
  };
  return text_of(query, handle_.get(), CL_PROGRAM_BUILD_LOG);
}

std::vector<std::byte> OpenClProgram::binary() const {
  const HeldSignals held;  // PoCL compiles and links the kernels now
  std::size_t size = 0;
  api_.program_info(handle_.get(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr);
  std::vector<std::byte> bytes(size);
  auto* start = reinterpret_cast<unsigned char*>(bytes.data());
  const auto error = api_.program_info(handle_.get(), CL_PROGRAM_BINARIES, sizeof start, &start, nullptr);
  return error == CL_SUCCESS ? bytes : std::vector<std::byte>();
}

}  // namespace morula::gpu::opencl
