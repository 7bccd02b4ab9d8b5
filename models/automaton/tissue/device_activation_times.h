// The activation times of the cells on a device, allocated when they are first needed.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/field.h"
#include "core/hash.h"
#include "gpu/field_sums.h"
#include "models/model.h"

namespace morula {

class DeviceActivationTimes {
 public:
  // `mark` is a kernel of the engine. Its arguments are the engine's own, then the activation times and the
  // time.
  DeviceActivationTimes(gpu::Device& device, Index cells, std::unique_ptr<gpu::Kernel> mark)
      : device_(device), cells_(cells), mark_(std::move(mark)) {}

  void mark(std::vector<gpu::Argument> arguments, u32 time, u64 items);
  void read(Slab slab, std::span<u32> times);
  bool read_on_device(Slab slab, const Model::DeviceSink& sink);  // see Model
  void write(Slab slab, std::span<const u32> times);
  Hash hash(Slab cells, Index canonical);

 private:
  gpu::Buffer& map();

  gpu::Device& device_;
  Index cells_;
  std::unique_ptr<gpu::Kernel> mark_;
  std::unique_ptr<gpu::Buffer> map_;
  std::optional<gpu::FieldSums> sums_;
};

}  // namespace morula
