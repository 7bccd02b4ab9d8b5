// Data for formulas of cells from the sites of a replica, and changes of sites by life, on a device. Sums
// over sites are read to the host, sites are not.
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

  // Sums of a field over the sites of each cell. Nothing if a value cannot be summed.
  std::optional<std::vector<WideSum>> sums(gpu::Buffer& sites, gpu::Buffer& values, u64 replica, u64 cells);
  // Number of faces of each cell to cells of each type, [cell · types + type].
  std::vector<u32> faces(gpu::Buffer& sites, u64 replica, u64 cells);
  void change(gpu::Buffer& sites, gpu::Buffer& types, u64 replica, u64 cells, const SiteChanges& changes);

 private:
  // Returns `buffer` with at least this size; the buffer is kept for later calls.
  gpu::Buffer& room(std::unique_ptr<gpu::Buffer>& buffer, u64 bytes);

  gpu::Device& device_;
  u64 types_, sites_;
  std::unique_ptr<gpu::Kernel> sum_field_, count_faces_, change_words_;
  std::unique_ptr<gpu::Buffer> of_cells_, failed_;
};

// The device memory that this needs for this many cells of a replica.
u64 life_bytes(const PottsSpec& spec, u64 cells);

// Does a model need these kernels?
bool needs_field_sums(const PottsSpec& spec);
bool needs_faces(const PottsSpec& spec);

}  // namespace morula::potts
