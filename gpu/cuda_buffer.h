// Memory of a CUDA device.
#pragma once

#include "gpu/cuda_session.h"

namespace morula::gpu::cuda {

class CudaBuffer : public Buffer {
 public:
  CudaBuffer(Shared session, std::uint64_t bytes);
  ~CudaBuffer() override;
  CudaBuffer(const CudaBuffer&) = delete;
  CudaBuffer& operator=(const CudaBuffer&) = delete;

  std::uint64_t size() const override { return bytes_; }
  CUdeviceptr address() const { return address_; }

 private:
  Shared session_;
  std::uint64_t bytes_;
  CUdeviceptr address_ = 0;
};

inline CUdeviceptr address_of(const Buffer& buffer) {
  return dynamic_cast<const CudaBuffer&>(buffer).address();
}

}  // namespace morula::gpu::cuda
