// An iteration of Tapia and D'Souza (2009), slow and obvious: which copies the threads propose. Which of
// those that share a cell happens is not said: the paper leaves that to the order of its atomic operations.
#pragma once

#include <cmath>
#include <vector>

#include "bench/tapia/tapia_paths.h"

namespace morula::test {

struct Proposal {
  std::size_t site;
  u32 loses, gains;  // cells
};

class TapiaReference {
 public:
  TapiaReference(const TapiaTissue& tissue, const TapiaParameters& parameters, u32x2 key)
      : size_(tissue.size), types_(tissue.types), parameters_(parameters), key_(key) {}

  std::vector<u32> volumes(const std::vector<u32>& cells) const {
    std::vector<u32> volumes(types_.size());
    for (const u32 cell : cells)
      if (cell != 0) ++volumes[cell];
    return volumes;
  }

  std::vector<Proposal> proposals(const std::vector<u32>& cells, u64 iteration, u32 drawn_class) const {
    const std::vector<u32> sites = volumes(cells);
    std::vector<Proposal> proposed;
    for (int z = drawn_class >> 2 & 1; z < side(size_.z); z += 2)
      for (int y = drawn_class >> 1 & 1; y < side(size_.y); y += 2)
        for (int x = drawn_class & 1; x < side(size_.x); x += 2) {
          const std::size_t site = at(x, y, z);
          const u32x4 word = draw(key_, site, iteration, 0);
          const std::size_t from = neighbour(x, y, z, word.x);
          const u32 loses = cells[site], gains = cells[from];
          if (loses == gains) continue;
          const double change = adhesion(cells, x, y, z, gains) - adhesion(cells, x, y, z, loses) +
                                volume_energy(gains, sites[gains], 1) +
                                volume_energy(loses, sites[loses], -1);
          const double chance = change <= 0 ? 1 : std::exp(-change / parameters_.temperature);
          if ((word.y + 0.5) / 4294967296.0 < chance) proposed.push_back({site, loses, gains});
        }
    return proposed;
  }

 private:
  static int side(Index length) { return static_cast<int>(length); }
  std::size_t at(int x, int y, int z) const {
    const auto wrap = [](int place, Index length) {
      return static_cast<std::size_t>((place + side(length)) % side(length));
    };
    return (wrap(z, size_.z) * size_.y + wrap(y, size_.y)) * size_.x + wrap(x, size_.x);
  }

  // One of the 26 sites around, chosen by the random word. They are numbered along x first, then y, then z.
  std::size_t neighbour(int x, int y, int z, u32 word) const {
    std::vector<std::size_t> around;
    for (int dz = -1; dz <= 1; ++dz)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx)
          if (dx != 0 || dy != 0 || dz != 0) around.push_back(at(x + dx, y + dy, z + dz));
    return around[static_cast<std::size_t>(u64{word} * 26 >> 32)];
  }

  u32 kind(u32 cell) const { return cell == 0 ? 0 : types_[cell] + 1u; }

  // Of a site, were it the cell's, with the 124 around it.
  double adhesion(const std::vector<u32>& cells, int x, int y, int z, u32 cell) const {
    double energy = 0;
    for (int dz = -2; dz <= 2; ++dz)
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx) {
          if (dx == 0 && dy == 0 && dz == 0) continue;
          const u32 neighbour_cell = cells[at(x + dx, y + dy, z + dz)];
          if (neighbour_cell != cell)
            energy += parameters_.adhesion[kind(cell) * tapia_kinds + kind(neighbour_cell)];
        }
    return energy;
  }

  double volume_energy(u32 cell, u32 volume, int by) const {
    const double strength = parameters_.strength[kind(cell)],
                 from_target = static_cast<double>(volume) - parameters_.target[kind(cell)];
    return strength * ((from_target + by) * (from_target + by) - from_target * from_target);
  }

  Extent size_;
  std::vector<u8> types_;
  TapiaParameters parameters_;
  u32x2 key_;
};

}  // namespace morula::test
