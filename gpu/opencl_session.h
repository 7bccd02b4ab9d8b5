// An OpenCL device in use: the functions of OpenCL, its context and the queue of its commands. Only
// opencl_*.cpp may include this file, so that no other file includes OpenCL's headers.
#pragma once

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "core/shared_library.h"
#include "gpu/device.h"

namespace morula::gpu::opencl {

// The functions that are used, looked up when OpenCL is first needed.
struct Functions {
  SharedLibrary library{{"libOpenCL.so.1", "libOpenCL.so"},
                        "install an OpenCL loader such as ocl-icd-libopencl1"};

  decltype(&clGetPlatformIDs) get_platforms = library.symbol("clGetPlatformIDs");
  decltype(&clGetPlatformInfo) platform_info = library.symbol("clGetPlatformInfo");
  decltype(&clGetDeviceIDs) get_devices = library.symbol("clGetDeviceIDs");
  decltype(&clGetDeviceInfo) device_info = library.symbol("clGetDeviceInfo");
  decltype(&clCreateContext) create_context = library.symbol("clCreateContext");
  decltype(&clReleaseContext) release_context = library.symbol("clReleaseContext");
  decltype(&clCreateCommandQueue) create_queue = library.symbol("clCreateCommandQueue");
  decltype(&clReleaseCommandQueue) release_queue = library.symbol("clReleaseCommandQueue");
  decltype(&clFinish) finish = library.symbol("clFinish");
  decltype(&clFlush) flush = library.symbol("clFlush");
  decltype(&clCreateBuffer) create_buffer = library.symbol("clCreateBuffer");
  decltype(&clReleaseMemObject) release_buffer = library.symbol("clReleaseMemObject");
  decltype(&clEnqueueMapBuffer) map = library.symbol("clEnqueueMapBuffer");
  decltype(&clEnqueueUnmapMemObject) unmap = library.symbol("clEnqueueUnmapMemObject");
  decltype(&clEnqueueWriteBuffer) write = library.symbol("clEnqueueWriteBuffer");
  decltype(&clEnqueueReadBuffer) read = library.symbol("clEnqueueReadBuffer");
  decltype(&clEnqueueFillBuffer) fill = library.symbol("clEnqueueFillBuffer");
  decltype(&clEnqueueCopyBuffer) copy = library.symbol("clEnqueueCopyBuffer");
  decltype(&clCreateProgramWithSource) program_from_source = library.symbol("clCreateProgramWithSource");
  decltype(&clCreateProgramWithBinary) program_from_binary = library.symbol("clCreateProgramWithBinary");
  decltype(&clBuildProgram) build = library.symbol("clBuildProgram");
  decltype(&clGetProgramBuildInfo) build_info = library.symbol("clGetProgramBuildInfo");
  decltype(&clGetProgramInfo) program_info = library.symbol("clGetProgramInfo");
  decltype(&clReleaseProgram) release_program = library.symbol("clReleaseProgram");
  decltype(&clCreateKernel) create_kernel = library.symbol("clCreateKernel");
  decltype(&clReleaseKernel) release_kernel = library.symbol("clReleaseKernel");
  decltype(&clGetKernelInfo) kernel_info = library.symbol("clGetKernelInfo");
  decltype(&clGetKernelArgInfo) argument_info = library.symbol("clGetKernelArgInfo");
  decltype(&clGetKernelWorkGroupInfo) group_info = library.symbol("clGetKernelWorkGroupInfo");
  decltype(&clSetKernelArg) set_argument = library.symbol("clSetKernelArg");
  decltype(&clEnqueueNDRangeKernel) launch = library.symbol("clEnqueueNDRangeKernel");
  decltype(&clEnqueueMarkerWithWaitList) mark = library.symbol("clEnqueueMarkerWithWaitList");
  decltype(&clEnqueueBarrierWithWaitList) barrier = library.symbol("clEnqueueBarrierWithWaitList");
  decltype(&clGetEventProfilingInfo) profiling_info = library.symbol("clGetEventProfilingInfo");
  decltype(&clReleaseEvent) release_event = library.symbol("clReleaseEvent");
};

struct Candidate {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  DeviceInfo info;
};

// Every usable device of every platform, GPUs first, so that device 0 is the one that a user expects. Throws
// DeviceMissing if there is none.
std::vector<Candidate> candidates(const Functions& api);

// The answer to a query as text; empty if there is none.
template <class Handle, class Query>
std::string text_of(const Query& query, Handle handle, cl_uint what) {
  std::size_t size = 0;
  if (query(handle, what, 0, nullptr, &size) != CL_SUCCESS || size == 0) return {};
  std::string text(size, '\0');
  query(handle, what, size, text.data(), nullptr);
  text.resize(std::min(text.find('\0'), text.size()));
  text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
  return text;
}

// Buffers, programs and kernels share the session, so that they may outlive the Device.
struct Session {
  Session(std::shared_ptr<const Functions> opened, const Candidate& chosen);

  void check(cl_int error, const char* call) const;  // throws an error of this library

  template <class Handle>
  using Owned = std::unique_ptr<std::remove_pointer_t<Handle>, cl_int (*)(Handle)>;

  std::shared_ptr<const Functions> api;
  cl_device_id device;
  DeviceInfo info;
  Owned<cl_context> context{nullptr, nullptr};
  Owned<cl_command_queue> queue{nullptr, nullptr};
  bool profiles = false;
  std::atomic<std::uint64_t> allocated = 0;
};

using Shared = std::shared_ptr<Session>;

}  // namespace morula::gpu::opencl
