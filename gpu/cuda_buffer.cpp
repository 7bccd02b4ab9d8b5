#include "gpu/cuda_buffer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/bytes.h"

namespace morula::gpu::cuda {

CudaBuffer::CudaBuffer(Shared session, std::uint64_t bytes) : session_(std::move(session)), bytes_(bytes) {
  const std::uint64_t real = std::max<std::uint64_t>(bytes, 1);
  session_->enter();
  // If the size is absurd, a driver may report that the size itself is invalid instead of a lack of memory.
  const CUresult result = real > session_->info().memory ? CUDA_ERROR_OUT_OF_MEMORY
                                                         : session_->driver().allocate(&address_, real);
  if (result != CUDA_SUCCESS) session_->check(result, fmt::format("cuMemAlloc of {}", human_bytes(real)));
}

CudaBuffer::~CudaBuffer() {
  if (session_->try_enter()) session_->driver().release(address_);
}

}  // namespace morula::gpu::cuda
