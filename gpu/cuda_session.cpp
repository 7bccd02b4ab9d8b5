#include "gpu/cuda_session.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <utility>

#include "core/error.h"
#include "gpu/checks.h"

namespace morula::gpu::cuda {

namespace {

std::string driver_version(const Driver& driver) {
  int version = 0;
  driver.driver_version(&version);
  return fmt::format("CUDA {}.{}", version / 1000, version % 1000 / 10);
}

unsigned unsigned_attribute(const Driver& driver, int which, CUdevice device) {
  int value = 0;
  driver.check(driver.device_attribute(&value, which, device), "cuDeviceGetAttribute",
               fmt::format("cuda {}", device));
  return static_cast<unsigned>(value);
}

// Nothing if the driver is older than the attribute.
std::optional<unsigned> attribute_if_there(const Driver& driver, int which, CUdevice device) {
  int value = 0;
  if (driver.device_attribute(&value, which, device) != CUDA_SUCCESS || value <= 0) return std::nullopt;
  return static_cast<unsigned>(value);
}

UnitInfo unit_of(const Driver& driver, CUdevice device) {
  return {attribute_if_there(driver, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, device),
          attribute_if_there(driver, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, device),
          attribute_if_there(driver, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, device),
          attribute_if_there(driver, CU_DEVICE_ATTRIBUTE_WARP_SIZE, device),
          attribute_if_there(driver, CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, device)};
}

std::string identity_of(const Driver& driver, CUdevice device) {
  CUuuid uuid{};
  for (const auto& ask : {driver.device_uuid, driver.card_uuid})
    if (ask && ask(&uuid, device) == CUDA_SUCCESS)
      return identity_by_uuid(std::as_bytes(std::span(uuid.bytes)));
  return "";
}

DeviceInfo info_of(const Driver& driver, unsigned index) {
  const std::string who = fmt::format("cuda {}", index);
  CUdevice device = 0;
  driver.check(driver.device_get(&device, static_cast<int>(index)), "cuDeviceGet", who);
  std::array<char, 256> name{};
  driver.check(driver.device_name(name.data(), static_cast<int>(name.size()) - 1, device), "cuDeviceGetName",
               who);
  std::size_t memory = 0;
  driver.check(driver.device_memory(&memory, device), "cuDeviceTotalMem", who);

  DeviceInfo info;
  info.api = Api::Cuda;
  info.index = index;
  info.name = name.data();
  info.driver = driver_version(driver);
  info.identity = identity_of(driver, device);
  info.memory = info.max_buffer = memory;
  info.compute_units = unsigned_attribute(driver, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
  info.max_group = unsigned_attribute(driver, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device);
  info.unit = unit_of(driver, device);
  const bool is_volta =  // required for GROUPS_MEET, see dialect/cuda.h
      unsigned_attribute(driver, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device) >= 7;
  if (is_volta && driver.launch_with &&
      attribute_if_there(driver, CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, device))
    info.groups_together = info.compute_units;
  return info;
}

}  // namespace

std::vector<DeviceInfo> devices_of(const Driver& driver) {
  int count = 0;
  const CUresult result = driver.device_count(&count);
  if (result != CUDA_SUCCESS)
    throw DeviceMissing("no CUDA device: cuDeviceGetCount: " + driver.error_name(result));
  if (count <= 0) throw DeviceMissing("no CUDA device: the NVIDIA driver is installed but sees no GPU");
  std::vector<DeviceInfo> devices;
  for (unsigned index = 0; index < static_cast<unsigned>(count); ++index)
    devices.push_back(info_of(driver, index));
  return devices;
}

Session::Session(std::shared_ptr<const Driver> driver, const DeviceInfo& info)
    : driver_(std::move(driver)), info_(info) {
  check(driver_->device_get(&device_, static_cast<int>(info_.index)), "cuDeviceGet");
  check(driver_->context_retain(&context_, device_), "cuDevicePrimaryCtxRetain");
  try {
    enter();
    check(driver_->stream_create(&stream_, CU_STREAM_NON_BLOCKING), "cuStreamCreate");
  } catch (...) {
    release();
    throw;
  }
}

Session::~Session() { release(); }

void Session::release() noexcept {
  if (stream_ && try_enter()) driver_->stream_destroy(stream_);
  driver_->context_release(device_);
}

unsigned Session::architecture() const {
  const unsigned major = unsigned_attribute(*driver_, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device_);
  return 10 * major + unsigned_attribute(*driver_, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device_);
}

void Session::enter() const { check(driver_->context_use(context_), "cuCtxSetCurrent"); }

bool Session::try_enter() const noexcept { return driver_->context_use(context_) == CUDA_SUCCESS; }

void Session::check(CUresult result, std::string_view call) const {
  if (result != CUDA_SUCCESS) driver_->check(result, call, describe(info_));
}

}  // namespace morula::gpu::cuda
