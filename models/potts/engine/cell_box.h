// Extents of cells from their anchors, and a test whether a cell fits into the moments of potts.length.
#pragma once

#include <algorithm>
#include <optional>

#include "core/lattice.h"
#include "models/potts/terms/length_rule.h"

namespace morula::potts {

// The reason why a cell does not fit: it is wider than half of a periodic side, or its moments need more than
// 32 bits.
enum class Misfit : u32 { AlongX, AlongY, AlongZ, Sums };

struct CellBox {
  Away least = {1, 0, 0}, most = {0, 0, 0};

  bool is_empty() const { return least.x > most.x; }
  void add(Away away) {
    if (is_empty()) least = most = away;
    least = {std::min(least.x, away.x), std::min(least.y, away.y), std::min(least.z, away.z)};
    most = {std::max(most.x, away.x), std::max(most.y, away.y), std::max(most.z, away.z)};
  }
  std::optional<Misfit> misfit(const Lattice& lattice, i32 volume) const;
};

}  // namespace morula::potts
