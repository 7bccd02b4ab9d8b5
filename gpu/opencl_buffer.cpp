#include "gpu/opencl_buffer.h"

#include <algorithm>
#include <utility>

#include "gpu/checks.h"
#include "gpu/opencl_errors.h"

namespace morula::gpu::opencl {

OpenClBuffer::OpenClBuffer(Shared session, std::uint64_t bytes)
    : session_(std::move(session)), bytes_(bytes) {
  const std::uint64_t real = std::max<std::uint64_t>(bytes, 1);
  cl_int error = CL_SUCCESS;
  handle_ = {session_->api->create_buffer(session_->context.get(), CL_MEM_READ_WRITE, real, nullptr, &error),
             session_->api->release_buffer};
  if (error == CL_SUCCESS) error = touch(real);
  if (error != CL_SUCCESS) throw_opencl_allocation_error(error, describe(session_->info), real);
  session_->allocated += bytes_;
}

// Drivers allocate memory at the first use. That use is made here, where running out of memory can be
// reported.
cl_int OpenClBuffer::touch(std::uint64_t real) {
  const std::byte zero{};
  return session_->api->write(session_->queue.get(), handle(), CL_TRUE, real - 1, 1, &zero, 0, nullptr,
                              nullptr);
}

}  // namespace morula::gpu::opencl
