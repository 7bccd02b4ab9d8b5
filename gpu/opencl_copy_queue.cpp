#include "gpu/opencl_copy_queue.h"

#include <utility>

#include "gpu/checks.h"
#include "gpu/opencl_buffer.h"

namespace morula::gpu::opencl {

OpenClCopyQueue::OpenClCopyQueue(Shared session) : session_(std::move(session)) {
  cl_int error = CL_SUCCESS;
  queue_ = {session_->api->create_queue(session_->context.get(), session_->device, 0, &error),
            session_->api->release_queue};
  session_->check(error, "clCreateCommandQueue");
}

OpenClCopyQueue::~OpenClCopyQueue() { session_->api->finish(queue_.get()); }

void OpenClCopyQueue::read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) {
  check_range(session_->info, from.size(), offset, to.size());
  if (to.empty()) return;
  session_->check(session_->api->read(queue_.get(), handle_of(from), CL_FALSE, offset, to.size(), to.data(),
                                      0, nullptr, nullptr),
                  "clEnqueueReadBuffer");
}

void OpenClCopyQueue::write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) {
  check_range(session_->info, to.size(), offset, from.size());
  if (from.empty()) return;
  session_->check(session_->api->write(queue_.get(), handle_of(to), CL_FALSE, offset, from.size(),
                                       from.data(), 0, nullptr, nullptr),
                  "clEnqueueWriteBuffer");
}

// Without the flush, a driver may hold the commands of `awaited` back, and `held` would wait forever.
void OpenClCopyQueue::hold(cl_command_queue held, cl_command_queue awaited) {
  cl_event event = nullptr;
  session_->check(session_->api->mark(awaited, 0, nullptr, &event), "clEnqueueMarkerWithWaitList");
  const Session::Owned<cl_event> owned{event, session_->api->release_event};
  session_->check(session_->api->flush(awaited), "clFlush");
  session_->check(session_->api->barrier(held, 1, &event, nullptr), "clEnqueueBarrierWithWaitList");
}

// The device's own queue is flushed so that it computes while the host waits here.
void OpenClCopyQueue::finish() {
  session_->check(session_->api->flush(session_->queue.get()), "clFlush");
  session_->check(session_->api->finish(queue_.get()), "clFinish");
}

}  // namespace morula::gpu::opencl
