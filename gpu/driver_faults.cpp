#include "gpu/driver_faults.h"

namespace morula::gpu {
namespace {

struct Fault {
  std::string_view version;  // a substring of DeviceInfo::driver
  std::string_view reason;
};

constexpr Fault faults[] = {
    {"PoCL 5.0",
     "its compiler ends the program where a kernel declares a local variable that it does not use"},
    {"OpenCL 1.0", "kernels need OpenCL 1.2"},
    {"OpenCL 1.1", "kernels need OpenCL 1.2"},
};

}  // namespace

std::string known_fault(std::string_view driver) {
  for (const Fault& fault : faults)
    if (driver.find(fault.version) != std::string_view::npos) return std::string(fault.reason);
  return "";
}

}  // namespace morula::gpu
