// Copies in a queue of their own. OpenCL 1.2 does not define what happens if a kernel of another queue uses
// other parts of the same buffer at the same time. Drivers that keep a buffer in one place, as drivers of a
// single device do, copy only the parts that are requested. This was tested with PoCL.
#pragma once

#include "gpu/copy_queue.h"
#include "gpu/opencl_session.h"

namespace morula::gpu::opencl {

class OpenClCopyQueue final : public CopyQueue {
 public:
  explicit OpenClCopyQueue(Shared session);
  ~OpenClCopyQueue() override;
  OpenClCopyQueue(const OpenClCopyQueue&) = delete;
  OpenClCopyQueue& operator=(const OpenClCopyQueue&) = delete;

  void await_device() override { hold(queue_.get(), session_->queue.get()); }
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override;
  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override;
  void hold_device() override { hold(session_->queue.get(), queue_.get()); }
  void finish() override;

 private:
  // Commands given to `held` from now on begin when all commands given to `awaited` so far are done.
  void hold(cl_command_queue held, cl_command_queue awaited);

  Shared session_;
  Session::Owned<cl_command_queue> queue_{nullptr, nullptr};
};

}  // namespace morula::gpu::opencl
