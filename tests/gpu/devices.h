// Runs one test body on every device found.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "gpu/device.h"

namespace morula::gpu {

// A separate folder for each test, since tests run at the same time in separate processes.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

std::string why_no_device();  // empty if there is a device

// Base of tests that call every_device(); compiled programs are kept in a folder of the test.
class OnEveryDevice : public testing::Test {
 protected:
  void SetUp() override;
  void TearDown() override;
  std::vector<std::shared_ptr<Device>> every_device() const;

  TemporaryFolder folder_;
};

template <class Value>
std::unique_ptr<Buffer> upload(Device& device, const std::vector<Value>& values) {
  auto buffer = device.allocate(values.size() * sizeof(Value));
  device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

template <class Value>
std::vector<Value> download(Device& device, const Buffer& buffer) {
  std::vector<Value> values(buffer.size() / sizeof(Value));
  device.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace morula::gpu
