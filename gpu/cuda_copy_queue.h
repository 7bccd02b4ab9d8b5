#pragma once

#include "gpu/copy_queue.h"
#include "gpu/cuda_stream.h"

namespace morula::gpu::cuda {

class CudaCopyQueue final : public CopyQueue {
 public:
  explicit CudaCopyQueue(Shared session);

  void await_device() override;
  void read(const Buffer& from, std::uint64_t offset, std::span<std::byte> to) override;
  void write(Buffer& to, std::uint64_t offset, std::span<const std::byte> from) override;
  void hold_device() override;
  void finish() override;

 private:
  Shared session_;
  Stream stream_;
  Event computed_, copied_;
};

}  // namespace morula::gpu::cuda
