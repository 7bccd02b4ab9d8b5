// Finds the sites at which the states of two models differ.
#pragma once

#include <cstdint>
#include <vector>

#include "models/model.h"

namespace morula {

// Compares a field of both models, slab by slab.
class Difference {
 public:
  // Writes 1 for each site of the slab whose values differ, else 0.
  void read(Model& first, Model& second, const Field& field, Slab slab, std::span<std::byte> differs);
  // The number of differing sites in each replica; a single number for a field without replicas.
  std::vector<std::uint64_t> count(Model& first, Model& second, const Field& field);

 private:
  std::vector<std::byte> of_first_, of_second_;
};

}  // namespace morula
