#include "devices.h"

#include <stdlib.h>

namespace morula::gpu {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "morula-gpu-XXXXXX").string();
  if (!mkdtemp(name.data())) throw std::runtime_error("cannot make a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string why_no_device() {
  const Found cuda = find_devices(Api::Cuda), opencl = find_devices(Api::OpenCl);
  if (!cuda.devices.empty() || !opencl.devices.empty()) return {};
  return cuda.missing + "; " + opencl.missing;
}

void OnEveryDevice::SetUp() {
  setenv("MORULA_CACHE", folder_.path().c_str(), 1);
  if (const auto reason = why_no_device(); !reason.empty()) GTEST_SKIP() << reason;
}

void OnEveryDevice::TearDown() { unsetenv("MORULA_CACHE"); }

std::vector<std::shared_ptr<Device>> OnEveryDevice::every_device() const {
  std::vector<std::shared_ptr<Device>> devices;
  for (const Api api : {Api::Cuda, Api::OpenCl})
    for (const auto& info : find_devices(api).devices) devices.push_back(open_device(api, info.index));
  return devices;
}

}  // namespace morula::gpu
