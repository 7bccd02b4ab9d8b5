// Whom an individual may interact with, and how one of them is drawn.
#pragma once

#include <vector>

#include "core/dialect.h"

namespace morula {

struct Displacement {
  i32 x = 0, y = 0, z = 0;
  friend bool operator==(const Displacement&, const Displacement&) = default;
};

// The sites of the cube around a site whose coordinate differences add up to at most `reach`.
struct Neighbours {
  unsigned dimensions = 2, reach = 2;

  std::vector<Displacement> all() const;  // in canonical order
};

// One of a few, each with a share: a number below `below[i]`, and not below those before it, chooses the
// i-th.
struct Chooser {
  std::vector<u64> below;  // the last is 2^32
  unsigned digits = 0;     // how many leading bits of the number matter
};

// Among this many, each with the same share, or with shares of its own.
Chooser choose_among(std::size_t count);
Chooser choose_by(const std::vector<u64>& shares);
// How many leading bits of a 32-bit number can decide whether it is below these.
unsigned digits_of(const std::vector<u64>& thresholds);

// The ways from one site of a block to another: |δ| as bits, x lowest, with as many shares as there are
// displacements of the neighbourhood with that |δ|.
struct BlockWay {
  u32 across = 1;
  u64 shares = 1;
};
std::vector<BlockWay> block_ways(const Neighbours& neighbours);

}  // namespace morula
