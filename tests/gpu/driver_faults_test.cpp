#include "gpu/driver_faults.h"

#include <gtest/gtest.h>

namespace morula::gpu {
namespace {

DeviceInfo with_driver(const std::string& driver, bool is_cpu = false) {
  DeviceInfo device;
  device.driver = driver;
  device.is_cpu = is_cpu;
  return device;
}

TEST(DriverFaults, DevicesOfABrokenDriverAreNotForAuto) {
  const DeviceInfo pocl = with_driver("5.0+debian, OpenCL 3.0 PoCL 5.0+debian Linux, None+Asserts, RELOC");
  EXPECT_FALSE(is_for_auto(pocl));
  EXPECT_NE(known_fault(pocl.driver).find("local variable"), std::string::npos);
  EXPECT_FALSE(is_for_auto(with_driver("22.3.6, OpenCL 1.1 Mesa 22.3.6")));
}

TEST(DriverFaults, OtherGpusAreForAuto) {
  EXPECT_TRUE(is_for_auto(with_driver("550.54.15, OpenCL 3.0 CUDA 12.4.131")));
  EXPECT_TRUE(is_for_auto(with_driver("6.0, OpenCL 3.0 PoCL 6.0 Linux")));
  EXPECT_TRUE(is_for_auto(with_driver("13.0")));
  EXPECT_FALSE(is_for_auto(with_driver("3.1, OpenCL 3.0 PoCL 3.1", true))) << "the host's own processor";
}

}  // namespace
}  // namespace morula::gpu
