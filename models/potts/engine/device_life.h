// What formulas of cells read of the sites of a replica, and what life does to them, on a device: sums over
// sites come to the host, sites do not.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "gpu/device.h"
#include "models/potts/life/site_changes.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

class DeviceLife {
 public:
  DeviceLife(const PottsSpec& spec, gpu::Device& device, gpu::Program& program);

  // Of a field over the sites of each cell. Nothing where a value cannot be summed.
  std::optional<std::vector<WideSum>> sums(gpu::Buffer& sites, gpu::Buffer& values, u64 replica, u64 cells);
  // [cell · types + type]
  std::vector<u32> faces(gpu::Buffer& sites, u64 replica, u64 cells);
  void change(gpu::Buffer& sites, gpu::Buffer& types, u64 replica, u64 cells, const SiteChanges& changes);

 private:
  // A buffer that is kept, of at least this size.
  gpu::Buffer& room(std::unique_ptr<gpu::Buffer>& buffer, u64 bytes);

  gpu::Device& device_;
  u64 types_, sites_;
  std::unique_ptr<gpu::Kernel> sum_field_, count_faces_, change_words_;
  std::unique_ptr<gpu::Buffer> of_cells_, failed_;
};

// The memory of a device for that, of this many cells of a replica.
u64 life_bytes(const PottsSpec& spec, u64 cells);

// Which of these kernels a model needs.
bool needs_field_sums(const PottsSpec& spec);
bool needs_faces(const PottsSpec& spec);

}  // namespace morula::potts
