#include "models/backend.h"

#include <fstream>

#include "core/error.h"
#include "gpu/driver_faults.h"

namespace morula {
namespace {

std::string cpu_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
#if defined(__aarch64__)
  return "aarch64 CPU";  // the kernel does not report a name there
#else
  return "CPU";
#endif
}

Backend on_cpu(std::shared_ptr<ThreadPool> threads) {
  return {BackendKind::Cpu, std::move(threads), nullptr};
}

Backend on_device(gpu::Api api, unsigned index, std::shared_ptr<ThreadPool> threads) {
  const BackendKind kind = api == gpu::Api::Cuda ? BackendKind::Cuda : BackendKind::OpenCl;
  return {kind, std::move(threads), gpu::open_device(api, index)};
}

Backend best_of_all(const std::shared_ptr<ThreadPool>& threads) {
  if (!gpu::find_devices(gpu::Api::Cuda).devices.empty()) return on_device(gpu::Api::Cuda, 0, threads);
  for (const gpu::DeviceInfo& device : gpu::find_devices(gpu::Api::OpenCl).devices)
    if (gpu::is_for_auto(device)) return on_device(gpu::Api::OpenCl, device.index, threads);
  return on_cpu(threads);
}

}  // namespace

std::string to_string(BackendKind kind) {
  switch (kind) {
    case BackendKind::Cpu:
      return "cpu";
    case BackendKind::Cuda:
      return "cuda";
    case BackendKind::OpenCl:
      return "opencl";
  }
  return "";
}

std::string Backend::device_name() const { return device ? device->info().name : cpu_name(); }

Backend open_backend(const BackendRequest& request) {
  if (request.device && (request.name == "cpu" || request.name == "auto"))
    throw SpecError({"--device"}, "",
                    "names a device of a backend; say which with --backend cuda or --backend opencl");
  auto threads = std::make_shared<ThreadPool>(request.threads.value_or(hardware_threads()));
  if (request.name == "cpu") return on_cpu(threads);
  if (request.name == "cuda") return on_device(gpu::Api::Cuda, request.device.value_or(0), threads);
  if (request.name == "opencl") return on_device(gpu::Api::OpenCl, request.device.value_or(0), threads);
  return best_of_all(threads);
}

}  // namespace morula
