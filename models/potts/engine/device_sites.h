// The lattice of a tissue on a device: how its sites go there and come back, and what is counted over them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"
#include "models/model.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/potts_engine.h"

namespace morula::potts {

// A work-item may take several of the items.
gpu::Grid grid_over(u64 items);

class DeviceSites {
 public:
  DeviceSites(const PottsSpec& spec, gpu::Device& device, gpu::Program& program);

  gpu::Buffer* words() { return words_.get(); }
  u64 places() const { return replicas_ * padded_size_; }  // of all replicas, with what is repeated at edges
  u64 count() const { return sites_ * replicas_; }

  // `types` are those of all cells, `cells` their number in a replica.
  void write(Slab slab, std::span<const u32> numbers, gpu::Buffer& types, u32 cells);
  void read(Slab slab, std::span<u32> numbers) { read_by(*get_, slab, numbers); }
  void read_on_device(Slab slab, const Model::DeviceSink& sink);

  // The steps in which sites were gained, where terms read them.
  bool has_gains() const { return get_gains_ != nullptr; }
  void write_gains(Slab slab, std::span<const u32> gains);
  void read_gains(Slab slab, std::span<u32> gains) { read_by(*get_gains_, slab, gains); }

  ContactCounts contacts(u64 replica, u64 types);
  std::vector<Hash> hashes();

 private:
  // Calls `part` with parts of a slab that fit into the staging buffer: where each begins in the slab, and
  // its number of sites.
  template <typename Part>
  void for_parts(Slab slab, Part part);
  void read_by(const gpu::Kernel& kernel, Slab slab, std::span<u32> values);
  u64 hash_groups() const;
  u64 contact_groups() const;

  gpu::Device& device_;
  u64 replicas_, sites_, padded_size_;
  std::unique_ptr<gpu::Kernel> put_, get_, hash_, contacts_, put_gains_, get_gains_;
  std::unique_ptr<gpu::Buffer> words_, staging_, partial_;
};

}  // namespace morula::potts
