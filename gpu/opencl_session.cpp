#include "gpu/opencl_session.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <span>
#include <utility>

#include "core/error.h"
#include "gpu/checks.h"
#include "gpu/opencl_errors.h"

namespace morula::gpu::opencl {

namespace {

template <class Value>
Value device_number(const Functions& api, cl_device_id device, cl_device_info what) {
  Value value{};
  api.device_info(device, what, sizeof value, &value, nullptr);
  return value;
}

// NVIDIA's older drivers have neither extension, but report where the card is plugged in. A place in the list
// of devices would not identify a card: launchers show each process its own part of that list.
std::string identity_of(const Functions& api, cl_device_id device) {
  const auto ask = [&](cl_device_info what, auto& answer) {
    return api.device_info(device, what, sizeof answer, &answer, nullptr) == CL_SUCCESS;
  };
  std::array<unsigned char, 16> uuid{};
  if (ask(CL_DEVICE_UUID_KHR, uuid)) return identity_by_uuid(std::as_bytes(std::span(uuid)));
  cl_device_pci_bus_info_khr place{};
  if (ask(CL_DEVICE_PCI_BUS_INFO_KHR, place))
    return fmt::format("pci {:x}:{:x}:{:x}.{:x}", place.pci_domain, place.pci_bus, place.pci_device,
                       place.pci_function);
  constexpr cl_device_info bus_of_nvidia = 0x4008, slot_of_nvidia = 0x4009;
  cl_uint bus = 0, slot = 0;
  if (ask(bus_of_nvidia, bus) && ask(slot_of_nvidia, slot)) return fmt::format("pci 0:{:x}:{:x}", bus, slot);
  return "";
}

// NVIDIA's devices since Volta run all groups of a launch at the same time if they fit; OpenCL itself does
// not guarantee it.
bool can_run_together(const Functions& api, cl_device_id device) {
  constexpr cl_device_info major_of_nvidia = 0x4000;
  cl_uint major = 0;
  return text_of(*api.device_info, device, CL_DEVICE_VENDOR).starts_with("NVIDIA") &&
         api.device_info(device, major_of_nvidia, sizeof major, &major, nullptr) == CL_SUCCESS && major >= 7;
}

DeviceInfo info_of(const Functions& api, cl_platform_id platform, cl_device_id device) {
  DeviceInfo info;
  info.api = Api::OpenCl;
  info.name = text_of(*api.device_info, device, CL_DEVICE_NAME);
  info.driver = text_of(*api.device_info, device, CL_DRIVER_VERSION) + ", " +
                text_of(*api.platform_info, platform, CL_PLATFORM_VERSION);
  info.identity = identity_of(api, device);
  info.is_cpu = (device_number<cl_device_type>(api, device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
  info.memory = device_number<cl_ulong>(api, device, CL_DEVICE_GLOBAL_MEM_SIZE);
  info.max_buffer = device_number<cl_ulong>(api, device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  info.compute_units = device_number<cl_uint>(api, device, CL_DEVICE_MAX_COMPUTE_UNITS);
  info.max_group =
      static_cast<unsigned>(device_number<std::size_t>(api, device, CL_DEVICE_MAX_WORK_GROUP_SIZE));
  info.unit.shared = device_number<cl_ulong>(api, device, CL_DEVICE_LOCAL_MEM_SIZE);
  if (can_run_together(api, device)) info.groups_together = info.compute_units;
  return info;
}

// These environment variables tell the loader where the drivers are, instead of the system's folder.
std::string no_platform() {
  std::string message = "no OpenCL platform: install a driver such as pocl-opencl-icd";
  for (const char* name : {"OCL_ICD_VENDORS", "OCL_ICD_FILENAMES"})
    if (const char* value = std::getenv(name))
      message += fmt::format(", or correct {}, which is '{}'", name, value);
  return message;
}

}  // namespace

std::vector<Candidate> candidates(const Functions& api) {
  cl_uint count = 0;
  if (api.get_platforms(0, nullptr, &count) != CL_SUCCESS || count == 0) throw DeviceMissing(no_platform());
  std::vector<cl_platform_id> platforms(count);
  api.get_platforms(count, platforms.data(), nullptr);
  std::vector<Candidate> found;
  for (auto* platform : platforms) {
    cl_uint devices = 0;
    if (api.get_devices(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &devices) != CL_SUCCESS) continue;
    std::vector<cl_device_id> ids(devices);
    api.get_devices(platform, CL_DEVICE_TYPE_ALL, devices, ids.data(), nullptr);
    for (auto* id : ids)
      if (device_number<cl_bool>(api, id, CL_DEVICE_COMPILER_AVAILABLE))
        found.push_back({platform, id, info_of(api, platform, id)});
  }
  if (found.empty()) throw DeviceMissing("no OpenCL device: the installed platforms offer none");
  std::stable_partition(found.begin(), found.end(),
                        [](const auto& candidate) { return !candidate.info.is_cpu; });
  for (unsigned index = 0; index < found.size(); ++index) found[index].info.index = index;
  return found;
}

Session::Session(std::shared_ptr<const Functions> opened, const Candidate& chosen)
    : api(std::move(opened)), device(chosen.device), info(chosen.info) {
  cl_int error = CL_SUCCESS;
  const auto platform = reinterpret_cast<cl_context_properties>(chosen.platform);
  const cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, platform, 0};
  context = {api->create_context(properties, 1, &device, nullptr, nullptr, &error), api->release_context};
  check(error, "clCreateContext");
  queue = {api->create_queue(context.get(), device, CL_QUEUE_PROFILING_ENABLE, &error), api->release_queue};
  profiles = error == CL_SUCCESS;
  if (!profiles) queue = {api->create_queue(context.get(), device, 0, &error), api->release_queue};
  check(error, "clCreateCommandQueue");
}

void Session::check(cl_int error, const char* call) const {
  if (error != CL_SUCCESS) throw_opencl_error(error, call, describe(info));
}

}  // namespace morula::gpu::opencl
