// Names of OpenCL's error codes, and the library's typed errors for them.
#pragma once

#include <cstdint>
#include <string>

namespace morula::gpu {

std::string opencl_error_name(int code);  // "CL_OUT_OF_RESOURCES"

// Throws OutOfDeviceMemory, DeviceLost or Error, naming the device, the call and the code.
[[noreturn]] void throw_opencl_error(int code, const std::string& call, const std::string& device);

[[noreturn]] void throw_opencl_allocation_error(int code, const std::string& device, std::uint64_t bytes);

}  // namespace morula::gpu
