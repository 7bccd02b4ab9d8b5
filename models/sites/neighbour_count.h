// Counts, for the cells of a row, the neighbours that are in certain states.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "models/sites/formula_rule_spec.h"

namespace morula {

class NeighbourCount {
 public:
  explicit NeighbourCount(const SiteInput& count);

  // Adds `by` to the sum of each cell for each of its neighbours that is counted. `neighbours` are their
  // offsets from the cell. `count` is at most `most_cells`.
  static constexpr std::size_t most_cells = 960;
  void add(const u8* cells, std::span<const std::ptrdiff_t> neighbours, std::size_t count, u8 by,
           u8* sums) const;

 private:
  struct Range {
    u8 least = 0, width = 0;  // the states from least to least + width
  };
  std::vector<Range> ranges_;                     // for every state of the cell itself
  std::vector<std::array<Range, 256>> by_own_{};  // by the state of the cell itself
};

}  // namespace morula
