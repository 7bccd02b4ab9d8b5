// Memory of an OpenCL device.
#pragma once

#include "gpu/opencl_session.h"

namespace morula::gpu::opencl {

class OpenClBuffer : public Buffer {
 public:
  OpenClBuffer(Shared session, std::uint64_t bytes);
  ~OpenClBuffer() override { session_->allocated -= bytes_; }
  OpenClBuffer(const OpenClBuffer&) = delete;
  OpenClBuffer& operator=(const OpenClBuffer&) = delete;

  std::uint64_t size() const override { return bytes_; }
  cl_mem handle() const { return handle_.get(); }

 private:
  cl_int touch(std::uint64_t real);

  Shared session_;
  std::uint64_t bytes_;
  Session::Owned<cl_mem> handle_{nullptr, nullptr};
};

inline cl_mem handle_of(const Buffer& buffer) { return dynamic_cast<const OpenClBuffer&>(buffer).handle(); }

}  // namespace morula::gpu::opencl
