// Copies values to a device and back.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"

namespace morula::test {

template <typename T>
std::unique_ptr<gpu::Buffer> uploaded(gpu::Device& device, const std::vector<T>& values) {
  auto buffer = device.allocate(values.size() * sizeof(T));
  device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

template <typename T>
std::vector<T> downloaded(gpu::Device& device, const gpu::Buffer& buffer) {
  std::vector<T> values(buffer.size() / sizeof(T));
  device.read(buffer, 0, std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace morula::test
