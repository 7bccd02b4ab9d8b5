// The range of the values of an integer field that a device holds: only the range is sent to the host.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "gpu/device.h"
#include "models/model.h"

namespace morula {

gpu::Source range_source();

struct ValueRange {
  std::uint32_t least = ~std::uint32_t{0}, greatest = 0;  // of the values above 0
};

// Keeps its program between calls.
class DeviceRange {
 public:
  // Nothing if no device holds the values. The field must have type U32.
  std::optional<ValueRange> of(Model& model, const Field& field);

 private:
  ValueRange range_in(gpu::Device& device, gpu::Buffer& values, std::uint64_t first, std::uint64_t count);

  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> find_;
  std::unique_ptr<gpu::Buffer> ranges_;
};

}  // namespace morula
