#include "gpu/cuda_driver.h"

#include <fmt/format.h>

#include "core/error.h"

namespace morula::gpu::cuda {

namespace {

// After any of these errors the context answers every call with the same error.
bool is_lost(CUresult result) {
  switch (result) {
    case CUDA_ERROR_DEINITIALIZED:
    case CUDA_ERROR_DEVICE_UNAVAILABLE:
    case CUDA_ERROR_ECC_UNCORRECTABLE:
    case CUDA_ERROR_NVLINK_UNCORRECTABLE:
    case CUDA_ERROR_CONTAINED:
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_EXTERNAL_DEVICE:
    case CUDA_ERROR_UNKNOWN:
      return true;
    default:
      return result >= CUDA_ERROR_HARDWARE_STACK_ERROR && result <= CUDA_ERROR_LAUNCH_FAILED;
  }
}

}  // namespace

Driver::Driver() {
  const CUresult result = init(0);
  if (result != CUDA_SUCCESS) throw DeviceMissing("no CUDA device: cuInit: " + error_name(result));
}

std::string Driver::error_name(CUresult result) const {
  const char* name = nullptr;
  const char* words = nullptr;
  get_error_name(result, &name);
  get_error_string(result, &words);
  if (!name) return fmt::format("CUDA error {}", result);
  return words ? fmt::format("{} ({})", name, words) : name;
}

void Driver::check(CUresult result, std::string_view call, std::string_view device) const {
  if (result == CUDA_SUCCESS) return;
  const std::string message = fmt::format("{}: {}: {}", device, call, error_name(result));
  if (result == CUDA_ERROR_OUT_OF_MEMORY) throw OutOfDeviceMemory(message);
  if (is_lost(result)) throw DeviceLost(message);
  throw Error(message);
}

}  // namespace morula::gpu::cuda
