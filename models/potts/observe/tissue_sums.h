// Sums of whole numbers over the sites and cells of a tissue, from which its series is computed.
#pragma once

#include <cmath>
#include <cstdlib>
#include <span>

#include "core/uint128.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {

// The sums of one replica: accepted copies; contacts and faces by pairs of types; and for each type the
// number of its cells, the sum and the sum of squares of each number that is kept for them, the sum of (n −
// target)² if targets vary, and sums of lengths.
class TissueSums {
 public:
  TissueSums(const Energies& energies, std::span<const u64> sums)
      : types_(energies.types - 1),
        kept_(energies.kept()),
        varying_(energies.varying.size()),
        lengths_(energies.moments == 0 ? 0 : 2),
        sums_(sums) {}

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
  // Σ (n − mean)², in whole numbers up to the final division, because a difference of rounded sums would lose
  // small deviations of large cells.
  double squared_deviations(std::size_t number, std::size_t type) const {
    if (cells(type) == 0) return 0;
    return static_cast<double>(Uint128{cells(type)} * squares(number, type) -
                               Uint128{sum(number, type)} * sum(number, type)) /
           static_cast<double>(cells(type));
  }

  // Squares of distances from targets that vary are whole multiples of 2^-40, stored in parts of 32 bits, so
  // that their sum is exact in any order.
  static constexpr std::size_t square_parts = 4;
  static constexpr double target_units = 1 << 20;  // units of targets in 1
  static void add_square(u64* parts, i64 number, double target) {
    const i64 away =
        number * static_cast<i64>(target_units) - static_cast<i64>(std::floor(target * target_units + 0.5));
    const Uint128 square = Uint128{static_cast<u64>(std::abs(away))} * static_cast<u64>(std::abs(away));
    for (std::size_t part = 0; part < square_parts; ++part)
      parts[part] += static_cast<u32>(square >> (32 * part));
  }
  double target_distance(std::size_t varying, std::size_t type) const {
    double sum = 0;
    for (std::size_t part = square_parts; part-- > 0;)
      sum = sum * 4294967296.0 + static_cast<double>(sums_[of_varying(varying, type) + part]);
    return sum / (target_units * target_units);
  }

  // The sum of the energies of lengths, in units of the scale, and the sum of lengths, in units of 2^-12
  // sites.
  u64 length_energy(std::size_t type) const { return sums_[of_length(type)]; }
  u64 lengths(std::size_t type) const { return sums_[of_length(type) + 1]; }

  // Start of the sums of a type. With the number of types, this is the size of all sums.
  std::size_t of_type(std::size_t type) const {
    return 1 + 2 * types_ * types_ + type * (1 + 2 * kept_ + square_parts * varying_ + lengths_);
  }
  std::size_t of_varying(std::size_t varying, std::size_t type) const {
    return of_type(type) + 1 + 2 * kept_ + square_parts * varying;
  }
  std::size_t of_length(std::size_t type) const { return of_varying(varying_, type); }
  std::size_t size() const { return of_type(types_); }

 private:
  std::size_t types_, kept_, varying_, lengths_;
  std::span<const u64> sums_;
};

}  // namespace morula::potts
