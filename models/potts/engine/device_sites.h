// The lattice of a tissue on a device: transfers of sites to and from the device, and counts over sites.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"
#include "models/model.h"
#include "models/potts/engine/padded_lattice.h"
#include "models/potts/engine/potts_engine.h"

namespace morula::potts {

// The grid for this many items. A work-item may handle several of them.
gpu::Grid grid_over(u64 items);

class DeviceSites {
 public:
  DeviceSites(const PottsSpec& spec, gpu::Device& device, gpu::Program& program);

  gpu::Buffer* words() { return words_.get(); }
  u64 places() const { return replicas_ * padded_size_; }  // of all replicas, including halos
  u64 count() const { return sites_ * replicas_; }

  // `types` are the types of all cells; `cells` is the number of cells in a replica.
  void write(Slab slab, std::span<const u32> numbers, gpu::Buffer& types, u32 cells);
  void read(Slab slab, std::span<u32> numbers) { read_by(*get_, slab, numbers); }
  void read_on_device(Slab slab, const Model::DeviceSink& sink);

  // Are the steps in which sites were gained stored, because terms read them?
  bool has_gains() const { return get_gains_ != nullptr; }
  void write_gains(Slab slab, std::span<const u32> gains);
  void read_gains(Slab slab, std::span<u32> gains) { read_by(*get_gains_, slab, gains); }

  ContactCounts contacts(u64 replica, u64 types);
  std::vector<Hash> hashes();

 private:
  // Calls `part` for parts of a slab that fit into the staging buffer, with the start of the part in the slab
  // and its number of sites.
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
