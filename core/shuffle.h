// An addressed shuffle: the place that each element moves to is a function of a key and the element's index
// alone, so that any part of the elements can be shuffled separately.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/philox.h"

namespace morula {

// A bijection of 0 … count - 1 that is different for every key. It is a Feistel-like network on a rectangle
// that is as nearly square as the count allows (Black and Rogaway, "Ciphers with arbitrary finite domains",
// CT-RSA 2002), in which the numbers are arranged row by row. Each round rotates every row by an amount that
// depends on the row, or every column by an amount that depends on the column. A number that ends at or
// beyond the count passes through the network again until it is below it.
class Shuffle {
 public:
  Shuffle(u32x2 key, u64 count);  // `count` is at most 2^48

  u64 count() const { return count_; }
  u64 at(u64 index) const;                            // the place that `index` moves to
  void from(u64 first, std::span<u64> places) const;  // at() of `first` and the indices after it, faster

 private:
  template <std::size_t lanes>
  void pass(std::array<u32, lanes>& rows, std::array<u32, lanes>& columns) const;

  u64 count_;
  u32 rows_ = 1, columns_ = 2;
  std::vector<u32x4> keys_;  // one for each round
};

}  // namespace morula
