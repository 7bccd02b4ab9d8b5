// The processor a model runs on.
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
  std::shared_ptr<ThreadPool> threads;  // always there: initial states are made on it
  std::shared_ptr<gpu::Device> device;  // none on the CPU

  std::string device_name() const;
};

struct BackendRequest {
  std::string name = "auto";  // auto | cpu | cuda | opencl
  std::optional<unsigned> device;
  std::optional<unsigned> threads;
};

// `auto` takes CUDA where there is a device, else an OpenCL device that is not the host's own processor and
// whose driver is not known to be broken (gpu/driver_faults.h), else the CPU. A backend that is asked for by
// name and is not here throws DeviceMissing: nothing is put in its place.
Backend open_backend(const BackendRequest& request);

}  // namespace morula
