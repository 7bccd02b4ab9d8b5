// Sums over the active neighbours of the cells in a row, for the plain engine on threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "core/ceil_divide.h"
#include "core/neighbourhood.h"

namespace morula {

// Distances between the active bytes of neighbouring rows and planes.
struct ActiveStrides {
  std::ptrdiff_t row, plane;
};

// The offset from the active byte of a cell to that of a neighbour.
struct WeightedOffset {
  std::ptrdiff_t offset = 0;
  u32 weight = 1;
  friend auto operator<=>(const WeightedOffset&, const WeightedOffset&) = default;
};

// Columns of neighbours, at different dx, whose rows and weights are the same. Such a column is added up once
// for each cell, and its sum serves every dx of the group.
struct Columns {
  std::vector<WeightedOffset> rows;
  std::vector<WeightedOffset> at;  // offsets of the columns from the leftmost dx of the neighbourhood
};

struct NeighbourColumns {
  NeighbourColumns(const Neighbourhood& neighbourhood, const ActiveStrides& strides);

  std::vector<Columns> groups;
  std::ptrdiff_t range;
};

// Sums over the active neighbours of cells in a row, in vectors of the narrowest sufficient type.
template <typename Sum>
class RowSums {
 public:
  static constexpr u64 cells = 512;  // so few that the sums and the columns stay in the nearest cache

  const Sum* add_up(const NeighbourColumns& neighbours, const u8* active, u64 count) {
    const u64 padded_count = ceil_divide(count, step) * step;
    std::fill_n(sums_.begin(), padded_count, Sum{0});
    for (const Columns& group : neighbours.groups)
      if (group.at.size() == 1)
        add(group.rows, active - neighbours.range + group.at.front().offset, padded_count, weights_at,
            sums_.data());
      else {
        const auto margin = static_cast<u64>(2 * neighbours.range);
        std::fill_n(column_.begin(), padded_count + step, Sum{0});
        add(group.rows, active - neighbours.range, ceil_divide(padded_count + margin, step) * step,
            weights_at, column_.data());
        add(group.at, column_.data(), padded_count, numbers_at, sums_.data());
      }
    return sums_.data();
  }

 private:
  static constexpr u64 lanes = sizeof(bits) / sizeof(Sum), step = 4 * lanes;
  typedef Sum Vector __attribute__((vector_size(sizeof(bits))));
  // Signed, so that a byte of 255 (that is, -1) becomes a number with all its bits set.
  typedef std::make_signed_t<Sum> Mask __attribute__((vector_size(sizeof(bits))));
  typedef std::int8_t Narrow __attribute__((vector_size(lanes)));

  // The weight for each cell that is active, else 0.
  static Vector weights_at(const u8* active, Sum weight) {
    Narrow bytes;
    std::memcpy(&bytes, active, sizeof bytes);
    return reinterpret_cast<Vector>(__builtin_convertvector(bytes, Mask)) & weight;
  }
  static Vector numbers_at(const Sum* numbers, Sum) {
    Vector loaded;
    std::memcpy(&loaded, numbers, sizeof loaded);
    return loaded;
  }

  template <typename From, typename At>
  static void add(const std::vector<WeightedOffset>& from, const From* first, u64 count, const At& terms_at,
                  Sum* sums) {
    for (u64 begin = 0; begin < count; begin += step) {
      Vector a = numbers_at(sums + begin, 0), b = numbers_at(sums + begin + lanes, 0),
             c = numbers_at(sums + begin + 2 * lanes, 0), d = numbers_at(sums + begin + 3 * lanes, 0);
      for (const WeightedOffset& neighbour : from) {
        const From* const at = first + begin + neighbour.offset;
        const auto weight = static_cast<Sum>(neighbour.weight);
        a += terms_at(at, weight);
        b += terms_at(at + lanes, weight);
        c += terms_at(at + 2 * lanes, weight);
        d += terms_at(at + 3 * lanes, weight);
      }
      const Vector* const parts[] = {&a, &b, &c, &d};
      for (u64 i = 0; i < 4; ++i) std::memcpy(sums + begin + i * lanes, parts[i], sizeof a);
    }
  }

  alignas(64) std::array<Sum, cells> sums_;
  alignas(64) std::array<Sum, cells + 2 * step> column_;
};

}  // namespace morula
