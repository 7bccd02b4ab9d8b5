// Models whose lists (fields with values for each cell) grow while they run. Replicas that are computed
// separately, as models of their own or on other ranks, agree on the lengths, so that their states fit
// together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "models/series/wrapped_model.h"

namespace morula {

class GrowingLists {
 public:
  virtual ~GrowingLists() = default;
  virtual std::vector<std::uint64_t> list_lengths() const = 0;
  // Lengthens the lists to at least these lengths; new entries hold no cells.
  virtual void lengthen_lists(std::span<const std::uint64_t> lengths) = 0;
};

// Null if the lists of this model keep their lengths.
inline GrowingLists* growing_lists(Model& model) { return dynamic_cast<GrowingLists*>(&innermost(model)); }

inline void keep_longest(std::vector<std::uint64_t>& longest, std::span<const std::uint64_t> lengths) {
  longest.resize(std::max(longest.size(), lengths.size()));
  for (std::size_t i = 0; i < lengths.size(); ++i) longest[i] = std::max(longest[i], lengths[i]);
}

}  // namespace morula
