// Finds the tiles of a lattice on a device in which nothing changes, while that pays.
#pragma once

#include <map>
#include <memory>

#include "core/ceil_divide.h"
#include "core/lattice.h"
#include "gpu/field_sums.h"

namespace morula {

// How a pass divides the lattice: so many tiles, each a box of so many cells; the last ones may be smaller.
struct Tiles {
  std::uint32_t x = 1, y = 1, z = 1;
  std::uint32_t box_x = 1, box_y = 1, box_z = 1;

  std::uint64_t count() const { return std::uint64_t{x} * y * z; }
};

constexpr std::uint32_t tiles_along(Index side, Index box) {
  return static_cast<std::uint32_t>(ceil_divide(side, box));
}

gpu::Source quiet_tiles_source(const Lattice& lattice);

class DeviceQuietTiles {
 public:
  DeviceQuietTiles(gpu::Device& device, const Lattice& lattice, const Tiles& tiles, bool skip);

  // Call it before a pass of `steps` steps. Returns whether the pass must track changes; if so, `wanted` is
  // filled.
  bool begin(std::uint32_t steps);
  void end(std::uint32_t steps, bool tracked);
  void forget();  // call it when cells have been written

  bool are_tracked() const { return tracking_; }
  // Writes `words` words, from the first of them on in each plane of the cells, and wakes only tiles in which
  // that changes something. `from` holds them plane by plane.
  void place(gpu::Buffer& from, gpu::Buffer& cells, u64 first, u64 words, u32 planes);

  gpu::Buffer& wanted() { return *wanted_; }      // 1: compute this tile
  gpu::Buffer& changing() { return *changing_; }  // a pass writes 1 where it changes something

 private:
  gpu::Buffer& stale(std::uint32_t steps);
  void check_whether_it_pays();

  gpu::Device& device_;
  Tiles tiles_;
  bool tracking_ = false;
  std::uint32_t passes_ = 0;        // since tracking began or stopped
  std::uint32_t untracked_passes_;  // passes without tracking before it is tried again; 0: never
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> spread_, settle_, place_;
  std::unique_ptr<gpu::Buffer> wanted_, changing_;
  std::map<std::uint32_t, std::unique_ptr<gpu::Buffer>> stale_;  // by the steps of a pass
  gpu::FieldSums sums_;

  static constexpr std::uint32_t first_untracked_passes = 8;
};

}  // namespace morula
