// An addressed shuffle: where each of many things goes is a function of a key and its number alone, so that
// any part of the whole can be shuffled by itself.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/philox.h"

namespace morula {

// A bijection of 0 … count - 1, for every key another: a network of Feistel's kind on a rectangle that is as
// nearly square as the count allows (Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA
// 2002). Numbers lie in it row by row. Each round turns every row by an amount that depends on the row, or
// every column by one that depends on the column; a number that ends at or beyond the count goes through
// again, until it is below it.
class Shuffle {
 public:
  Shuffle(u32x2 key, u64 count);  // 2^48 at most

  u64 count() const { return count_; }
  u64 at(u64 index) const;                            // where it goes
  void from(u64 first, std::span<u64> places) const;  // where this one and those after it go; faster

 private:
  template <std::size_t lanes>
  void pass(std::array<u32, lanes>& rows, std::array<u32, lanes>& columns) const;

  u64 count_;
  u32 rows_ = 1, columns_ = 2;
  std::vector<u32x4> keys_;  // of each round
};

}  // namespace morula
