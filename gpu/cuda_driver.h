// CUDA's driver: its functions, looked up when CUDA is first needed, and its errors.
#pragma once

#include <string>
#include <string_view>

#include "core/shared_library.h"
#include "gpu/cuda_api.h"

namespace morula::gpu::cuda {

struct Driver {
  Driver();  // throws LibraryMissing if there is no driver, DeviceMissing if it does not start

  // "CUDA_ERROR_OUT_OF_MEMORY (out of memory)"
  std::string error_name(CUresult result) const;
  // Throws OutOfDeviceMemory, DeviceLost or Error, naming the device, the call and the result; does nothing
  // on success.
  void check(CUresult result, std::string_view call, std::string_view device) const;

  SharedLibrary library{{"libcuda.so.1", "libcuda.so"}, "no NVIDIA driver is installed"};

  CUresult (*init)(unsigned) = library.symbol("cuInit");
  CUresult (*driver_version)(int*) = library.symbol("cuDriverGetVersion");
  CUresult (*get_error_name)(CUresult, const char**) = library.symbol("cuGetErrorName");
  CUresult (*get_error_string)(CUresult, const char**) = library.symbol("cuGetErrorString");

  CUresult (*device_count)(int*) = library.symbol("cuDeviceGetCount");
  CUresult (*device_get)(CUdevice*, int) = library.symbol("cuDeviceGet");
  CUresult (*device_name)(char*, int, CUdevice) = library.symbol("cuDeviceGetName");
  CUresult (*device_attribute)(int*, int, CUdevice) = library.symbol("cuDeviceGetAttribute");
  // The first exists since CUDA 11.4, the second since 9.2. The first tells the instances of a divided card
  // (MIG) apart.
  CUresult (*device_uuid)(CUuuid*, CUdevice) = library.symbol_if_there("cuDeviceGetUuid_v2");
  CUresult (*card_uuid)(CUuuid*, CUdevice) = library.symbol_if_there("cuDeviceGetUuid");
  CUresult (*device_memory)(std::size_t*, CUdevice) = library.symbol("cuDeviceTotalMem_v2");

  CUresult (*context_retain)(CUcontext*, CUdevice) = library.symbol("cuDevicePrimaryCtxRetain");
  CUresult (*context_release)(CUdevice) = library.symbol("cuDevicePrimaryCtxRelease_v2");
  CUresult (*context_use)(CUcontext) = library.symbol("cuCtxSetCurrent");

  CUresult (*stream_create)(CUstream*, unsigned) = library.symbol("cuStreamCreate");
  CUresult (*stream_destroy)(CUstream) = library.symbol("cuStreamDestroy_v2");
  CUresult (*stream_synchronize)(CUstream) = library.symbol("cuStreamSynchronize");
  CUresult (*stream_wait)(CUstream, CUevent, unsigned) = library.symbol("cuStreamWaitEvent");

  CUresult (*event_create)(CUevent*, unsigned) = library.symbol("cuEventCreate");
  CUresult (*event_destroy)(CUevent) = library.symbol("cuEventDestroy_v2");
  CUresult (*event_record)(CUevent, CUstream) = library.symbol("cuEventRecord");
  CUresult (*event_elapsed)(float*, CUevent, CUevent) = library.symbol("cuEventElapsedTime");

  CUresult (*memory_info)(std::size_t*, std::size_t*) = library.symbol("cuMemGetInfo_v2");
  CUresult (*allocate)(CUdeviceptr*, std::size_t) = library.symbol("cuMemAlloc_v2");
  CUresult (*release)(CUdeviceptr) = library.symbol("cuMemFree_v2");
  CUresult (*allocate_host)(void**, std::size_t, unsigned) = library.symbol("cuMemHostAlloc");
  CUresult (*release_host)(void*) = library.symbol("cuMemFreeHost");
  CUresult (*copy_in)(CUdeviceptr, const void*, std::size_t,
                      CUstream) = library.symbol("cuMemcpyHtoDAsync_v2");
  CUresult (*copy_out)(void*, CUdeviceptr, std::size_t, CUstream) = library.symbol("cuMemcpyDtoHAsync_v2");
  CUresult (*copy)(CUdeviceptr, CUdeviceptr, std::size_t, CUstream) = library.symbol("cuMemcpyDtoDAsync_v2");
  CUresult (*fill)(CUdeviceptr, unsigned char, std::size_t, CUstream) = library.symbol("cuMemsetD8Async");

  CUresult (*module_load)(CUmodule*, const void*, unsigned, int*,
                          void**) = library.symbol("cuModuleLoadDataEx");
  CUresult (*module_unload)(CUmodule) = library.symbol("cuModuleUnload");
  CUresult (*module_function)(CUfunction*, CUmodule, const char*) = library.symbol("cuModuleGetFunction");
  CUresult (*function_attribute)(int*, int, CUfunction) = library.symbol("cuFuncGetAttribute");
  // Exists since CUDA 12.4. Reports where a kernel's parameter lies and how large it is.
  CUresult (*parameter_info)(CUfunction, std::size_t, std::size_t*,
                             std::size_t*) = library.symbol_if_there("cuFuncGetParamInfo");
  CUresult (*launch)(CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                     CUstream, void**, void**) = library.symbol("cuLaunchKernel");
  // Exists since CUDA 11.8.
  CUresult (*launch_with)(const CUlaunchConfig*, CUfunction, void**,
                          void**) = library.symbol_if_there("cuLaunchKernelEx");
};

}  // namespace morula::gpu::cuda
