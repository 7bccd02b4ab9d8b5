// Finds the tiles of a lattice on a device in which nothing changes, as long as skipping them saves time.
#pragma once

#include <map>
#include <memory>

#include "core/ceil_divide.h"
#include "core/lattice.h"
#include "gpu/field_sums.h"

namespace morula {

// How a pass divides the lattice: x * y * z tiles, each a box of box_x * box_y * box_z cells. The last tile
// along an axis may be smaller.
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

  // Call it before a pass of `steps` steps. Returns whether the pass must track changes; if so, wanted() has
  // been filled.
  bool begin(std::uint32_t steps);
  void end(std::uint32_t steps, bool tracked);
  void forget();  // call it when cells have been written

  bool are_tracked() const { return tracking_; }
  // Writes `words` words into each plane of `cells`, starting at word `first` of the plane, and wakes only
  // those tiles in which this changes something. `from` holds the words plane by plane.
  void place(gpu::Buffer& from, gpu::Buffer& cells, u64 first, u64 words, u32 planes);

  gpu::Buffer& wanted() { return *wanted_; }      // 1: the next pass must compute this tile
  gpu::Buffer& changing() { return *changing_; }  // a pass writes 1 for a tile in which it changes something

 private:
  gpu::Buffer& stale(std::uint32_t steps);
  void check_whether_it_pays();

  gpu::Device& device_;
  Tiles tiles_;
  bool tracking_ = false;
  std::uint32_t passes_ = 0;        // since tracking began or stopped
  std::uint32_t untracked_passes_;  // passes without tracking before the next attempt; 0: never track
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> spread_, settle_, place_;
  std::unique_ptr<gpu::Buffer> wanted_, changing_;
  std::map<std::uint32_t, std::unique_ptr<gpu::Buffer>> stale_;  // by the number of steps of a pass
  gpu::FieldSums sums_;

  static constexpr std::uint32_t first_untracked_passes = 8;
};

}  // namespace morula
