// Every processor of this machine, for tests that must hold on all of them.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "models/backend.h"

namespace morula::test {

struct NamedBackend {
  std::string name;
  Backend backend;
};

// A processor that takes seconds to compile a kernel.
inline bool is_slow(const NamedBackend& named) {
  return named.backend.device && named.backend.device->info().is_cpu;
}

inline std::vector<NamedBackend> opened_backends() {
  std::vector<NamedBackend> backends;
  for (const unsigned threads : {1u, 3u})
    backends.push_back({"cpu, " + std::to_string(threads) + " threads",
                        {BackendKind::Cpu, std::make_shared<ThreadPool>(threads), nullptr}});
  for (const gpu::Api api : {gpu::Api::Cuda, gpu::Api::OpenCl}) {
    if (const auto found = gpu::find_devices(api); !found.missing.empty())
      fmt::print("[ missing  ] not tested on {}: {}\n", to_string(api), found.missing);
    for (const gpu::DeviceInfo& device : gpu::find_devices(api).devices)
      backends.push_back({to_string(api) + ": " + device.name,
                          {api == gpu::Api::Cuda ? BackendKind::Cuda : BackendKind::OpenCl,
                           std::make_shared<ThreadPool>(2), gpu::open_device(api, device.index)}});
  }
  return backends;
}

// The CPU with one thread and with three, and every CUDA and OpenCL device found. Tests share them, since a
// device that is opened again compiles its library again. They are never closed, since drivers may be
// unloaded by then.
inline const std::vector<NamedBackend>& available_backends() {
  static const auto* const backends = new std::vector<NamedBackend>(opened_backends());
  return *backends;
}

}  // namespace morula::test
