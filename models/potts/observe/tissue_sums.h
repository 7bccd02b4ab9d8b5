// Sums of whole numbers over the sites and cells of a tissue, from which its series is made.
#pragma once

#include <span>

#include "core/uint128.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

// Of one replica: accepted copies; contacts and faces by pairs of types; and of each type its cells, and the
// sum and the sum of squares of each number that is kept for them.
class TissueSums {
 public:
  TissueSums(std::size_t types, std::size_t kept, std::span<const u64> sums)
      : types_(types), kept_(kept), sums_(sums) {}

  std::size_t types() const { return types_; }
  u64 accepted() const { return sums_[0]; }
  u64 contacts(std::size_t a, std::size_t b) const { return sums_[1 + a * types_ + b]; }
  u64 nearest(std::size_t a, std::size_t b) const { return sums_[1 + (types_ + a) * types_ + b]; }
  u64 cells(std::size_t type) const { return sums_[of_type(type)]; }
  u64 sum(std::size_t number, std::size_t type) const { return sums_[of_type(type) + 1 + 2 * number]; }
  u64 squares(std::size_t number, std::size_t type) const { return sums_[of_type(type) + 2 + 2 * number]; }

  // Σ (n − from)² over the cells of a type.
  double squared_distance(std::size_t number, std::size_t type, double from) const {
    return static_cast<double>(squares(number, type)) - 2 * from * static_cast<double>(sum(number, type)) +
           from * from * static_cast<double>(cells(type));
  }
  // Σ (n − mean)², from whole numbers up to the last division: a difference of rounded sums would lose small
  // deviations of large cells.
  double squared_deviations(std::size_t number, std::size_t type) const {
    if (cells(type) == 0) return 0;
    return static_cast<double>(Uint128{cells(type)} * squares(number, type) -
                               Uint128{sum(number, type)} * sum(number, type)) /
           static_cast<double>(cells(type));
  }

  // Where the numbers of a type begin, and the length of all of them.
  std::size_t of_type(std::size_t type) const { return 1 + 2 * types_ * types_ + type * (1 + 2 * kept_); }
  std::size_t size() const { return of_type(types_); }

 private:
  std::size_t types_, kept_;
  std::span<const u64> sums_;
};

}  // namespace morula::potts
