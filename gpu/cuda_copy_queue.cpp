#include "gpu/cuda_copy_queue.h"

#include <utility>

#include "gpu/checks.h"
#include "gpu/cuda_buffer.h"

namespace morula::gpu::cuda {

CudaCopyQueue::CudaCopyQueue(Shared session)
    : session_(std::move(session)),
      stream_(*session_),
      computed_(*session_, CU_EVENT_DISABLE_TIMING),
      copied_(*session_, CU_EVENT_DISABLE_TIMING) {}

void CudaCopyQueue::await_device() {
  session_->enter();
  computed_.record(session_->stream());
  computed_.hold(stream_.handle());
}

void CudaCopyQueue::read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) {
  check_range(session_->info(), from.size(), offset, to.size());
  if (to.empty()) return;
  session_->enter();
  session_->check(
      session_->driver().copy_out(to.data(), address_of(from) + offset, to.size(), stream_.handle()),
      "cuMemcpyDtoHAsync");
}

void CudaCopyQueue::write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) {
  check_range(session_->info(), to.size(), offset, from.size());
  if (from.empty()) return;
  session_->enter();
  session_->check(
      session_->driver().copy_in(address_of(to) + offset, from.data(), from.size(), stream_.handle()),
      "cuMemcpyHtoDAsync");
}

void CudaCopyQueue::hold_device() {
  session_->enter();
  copied_.record(stream_.handle());
  copied_.hold(session_->stream());
}

void CudaCopyQueue::finish() {
  session_->enter();
  session_->check(session_->driver().stream_synchronize(stream_.handle()), "cuStreamSynchronize");
}

}  // namespace morula::gpu::cuda
