// With whom an individual may interact, and how one of these partners is drawn.
#pragma once

#include <vector>

#include "core/neighbourhood.h"

namespace morula {

// A choice made by a random number of 32 bits. A number below `below[i]`, but not below the thresholds before
// it, chooses the i-th alternative.
struct DiscreteChoice {
  std::vector<u64> below;  // the last is 2^32
  unsigned digits = 0;     // how many leading binary digits of the number matter
};

DiscreteChoice uniform_choice(std::size_t count);
DiscreteChoice weighted_choice(const std::vector<u64>& weights);
// How many leading binary digits of a 32-bit number decide whether it is below these thresholds.
unsigned significant_digits(const std::vector<u64>& thresholds);
// How many leading digits tell the thresholds apart: a number that agrees with one of them in these digits
// differs from all others.
unsigned telling_digits(const std::vector<u64>& thresholds);

// Where the partner of an actor may lie in a block of two sites a side. The partner's place is the actor's
// XOR `across`, which is |δ| as bits, x lowest. Displacements δ with the same |δ| lead to the same partner,
// and its weight is their number.
struct BlockPartner {
  u32 across = 1;
  u64 weight = 1;
};
std::vector<BlockPartner> block_partners(const Neighbourhood& neighbourhood);

}  // namespace morula
