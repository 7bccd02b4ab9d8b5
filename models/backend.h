// The processor that a model runs on.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/threads.h"
#include "gpu/device.h"

namespace morula {

enum class BackendKind { Cpu, Cuda, OpenCl };

std::string to_string(BackendKind kind);

struct Backend {
  BackendKind kind = BackendKind::Cpu;
  std::shared_ptr<ThreadPool> threads;  // never null: initial states are made on these threads
  std::shared_ptr<gpu::Device> device;  // null on the CPU

  std::string device_name() const;
};

struct BackendRequest {
  std::string name = "auto";  // auto | cpu | cuda | opencl
  std::optional<unsigned> device;
  std::optional<unsigned> threads;
};

// `auto` chooses CUDA if there is a device; else an OpenCL device that is not the host's own processor and
// whose driver has no known fault (gpu/driver_faults.h); else the CPU. If a backend is requested by name but
// is not available, this throws DeviceMissing and does not choose another one.
Backend open_backend(const BackendRequest& request);

}  // namespace morula
