// Reads and writes states that are bit planes on a device as bytes: see bitplane_states_kernels.h.
#pragma once

#include <memory>
#include <span>

#include "core/dialect.h"
#include "core/field.h"
#include "gpu/device.h"

namespace morula {

class PlaneBytes {
 public:
  // A row has `width` sites. In each of its planes the sites of one parity take `words` words.
  PlaneBytes(gpu::Device& device, gpu::Program& program, u64 width, u64 words);

  void read(gpu::Buffer& planes, Slab slab, std::span<u8> states);
  gpu::Buffer& unpacked(gpu::Buffer& planes, Slab slab);  // on the device, valid until the next call
  void write(gpu::Buffer& planes, Slab slab, std::span<const u8> states);

 private:
  void make_room(const Slab& slab);
  void convert(const gpu::Kernel& kernel, gpu::Buffer& planes, const Slab& slab);

  gpu::Device& device_;
  std::unique_ptr<gpu::Kernel> pack_, unpack_;
  u64 width_, words_;
  std::unique_ptr<gpu::Buffer> bytes_;
};

}  // namespace morula
