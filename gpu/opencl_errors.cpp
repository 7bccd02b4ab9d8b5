#include "gpu/opencl_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/bytes.h"
#include "core/error.h"

namespace morula::gpu {

namespace {

enum class Meaning { Failed, OutOfMemory, Lost };

struct Code {
  int number;
  const char* name;
  Meaning meaning = Meaning::Failed;
};

// OpenCL's own numbers; its headers are included only by opencl_session.h. After a kernel has crashed,
// NVIDIA's driver returns CL_OUT_OF_RESOURCES or CL_INVALID_COMMAND_QUEUE.
constexpr std::array codes = {
    Code{-1, "CL_DEVICE_NOT_FOUND"},
    Code{-2, "CL_DEVICE_NOT_AVAILABLE", Meaning::Lost},
    Code{-3, "CL_COMPILER_NOT_AVAILABLE"},
    Code{-4, "CL_MEM_OBJECT_ALLOCATION_FAILURE", Meaning::OutOfMemory},
    Code{-5, "CL_OUT_OF_RESOURCES", Meaning::Lost},
    Code{-6, "CL_OUT_OF_HOST_MEMORY", Meaning::OutOfMemory},
    Code{-11, "CL_BUILD_PROGRAM_FAILURE"},
    Code{-14, "CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST", Meaning::Lost},
    Code{-30, "CL_INVALID_VALUE"},
    Code{-33, "CL_INVALID_DEVICE"},
    Code{-34, "CL_INVALID_CONTEXT"},
    Code{-36, "CL_INVALID_COMMAND_QUEUE", Meaning::Lost},
    Code{-38, "CL_INVALID_MEM_OBJECT"},
    Code{-42, "CL_INVALID_BINARY"},
    Code{-43, "CL_INVALID_BUILD_OPTIONS"},
    Code{-44, "CL_INVALID_PROGRAM"},
    Code{-45, "CL_INVALID_PROGRAM_EXECUTABLE"},
    Code{-46, "CL_INVALID_KERNEL_NAME"},
    Code{-48, "CL_INVALID_KERNEL"},
    Code{-49, "CL_INVALID_ARG_INDEX"},
    Code{-50, "CL_INVALID_ARG_VALUE"},
    Code{-51, "CL_INVALID_ARG_SIZE"},
    Code{-52, "CL_INVALID_KERNEL_ARGS"},
    Code{-54, "CL_INVALID_WORK_GROUP_SIZE"},
    Code{-55, "CL_INVALID_WORK_ITEM_SIZE"},
    Code{-59, "CL_INVALID_OPERATION"},
    Code{-61, "CL_INVALID_BUFFER_SIZE", Meaning::OutOfMemory},
    Code{-63, "CL_INVALID_GLOBAL_WORK_SIZE"},
};

const Code* find(int number) {
  const auto* at =
      std::find_if(codes.begin(), codes.end(), [&](const Code& c) { return c.number == number; });
  return at == codes.end() ? nullptr : at;
}

}  // namespace

std::string opencl_error_name(int code) {
  const auto* known = find(code);
  return known ? known->name : fmt::format("OpenCL error {}", code);
}

void throw_opencl_error(int code, const std::string& call, const std::string& device) {
  const std::string message = fmt::format("{}: {}: {}", device, call, opencl_error_name(code));
  const auto* known = find(code);
  const Meaning meaning = known ? known->meaning : Meaning::Failed;
  if (meaning == Meaning::OutOfMemory) throw OutOfDeviceMemory(message);
  if (meaning == Meaning::Lost) throw DeviceLost(message);
  throw Error(message);
}

// During an allocation, CL_OUT_OF_RESOURCES means lack of memory.
void throw_opencl_allocation_error(int code, const std::string& device, std::uint64_t bytes) {
  throw OutOfDeviceMemory(
      fmt::format("{}: clCreateBuffer of {}: {}", device, human_bytes(bytes), opencl_error_name(code)));
}

}  // namespace morula::gpu
