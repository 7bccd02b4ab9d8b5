// A CUDA device in use: its context and the stream of its commands. Buffers, modules and kernels share the
// session, so that they may outlive the Device.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "gpu/cuda_driver.h"
#include "gpu/device.h"

namespace morula::gpu::cuda {

std::vector<DeviceInfo> devices_of(const Driver& driver);  // throws DeviceMissing when there is none

class Session {
 public:
  Session(std::shared_ptr<const Driver> driver, const DeviceInfo& info);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  const Driver& driver() const { return *driver_; }
  const DeviceInfo& info() const { return info_; }
  CUstream stream() const { return stream_; }
  unsigned architecture() const;  // 90 for compute capability 9.0

  // A context is current for one thread at a time: every entry point makes it current for the calling thread.
  void enter() const;
  bool try_enter() const noexcept;  // for destructors, which never throw
  void check(CUresult result, std::string_view call) const;

 private:
  void release() noexcept;

  std::shared_ptr<const Driver> driver_;
  DeviceInfo info_;
  CUdevice device_ = 0;
  CUcontext context_ = nullptr;
  CUstream stream_ = nullptr;
};

using Shared = std::shared_ptr<const Session>;

}  // namespace morula::gpu::cuda
