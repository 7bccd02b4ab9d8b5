#include "core/shuffle.h"

#include <algorithm>
#include <cmath>

#include "core/ceil_divide.h"
#include "core/draw.h"

namespace morula {
namespace {

// The smallest integer whose square is at least `count`.
u64 side_of_square(u64 count) {
  u64 side = static_cast<u64>(std::sqrt(static_cast<double>(count)));
  while (side * side >= count && side > 1) --side;
  while (side * side < count) ++side;
  return std::max<u64>(side, 1);
}

// A number below `below` that depends on every bit of the word and of the key. It uses few operations on
// 32-bit words, since a run calls it for every site of a lattice before the first step.
inline u32 scattered(u32 word, const u32x4& key, u32 below) {
  u32 mixed = (word ^ key.x) * (key.y | 1);
  mixed = (mixed ^ (mixed >> 15)) * 0x846ca68bu;
  mixed = ((mixed ^ (mixed >> 16)) + key.z) * (key.w | 1);
  mixed = (mixed ^ (mixed >> 15)) * 0x7feb352du;
  return static_cast<u32>((u64{mixed} * below) >> 32);
}

// `place` rotated by `by` on a circle of `side` places; both must be below `side`.
inline u32 turned(u32 place, u32 by, u32 side) {
  const u32 sum = place + by;
  return sum >= side ? sum - side : sum;
}

}  // namespace

Shuffle::Shuffle(u32x2 key, u64 count) : count_(count) {
  const u64 side = side_of_square(count);
  columns_ = static_cast<u32>(side + side % 2);  // rotating rows of odd length never makes an odd permutation
  rows_ = static_cast<u32>(std::max<u64>(ceil_divide(count, columns_), 1));
  // A smaller rectangle can be rotated in fewer ways, so it takes more rounds until every order is about
  // equally likely.
  const unsigned rounds = count < (u64{1} << 20) ? 24 : 8;
  for (unsigned round = 0; round < rounds; ++round) keys_.push_back(draw(key, round, 0, 0));
}

// One pass through the network. All lanes do the same work, which compilers turn into vector instructions.
template <std::size_t lanes>
inline void Shuffle::pass(std::array<u32, lanes>& rows, std::array<u32, lanes>& columns) const {
  for (std::size_t round = 0; round < keys_.size(); round += 2) {
    const u32x4 of_row = keys_[round], of_column = keys_[round + 1];
    for (std::size_t i = 0; i < lanes; ++i)
      columns[i] = turned(columns[i], scattered(rows[i], of_row, columns_), columns_);
    for (std::size_t i = 0; i < lanes; ++i)
      rows[i] = turned(rows[i], scattered(columns[i], of_column, rows_), rows_);
  }
}

u64 Shuffle::at(u64 index) const {
  u64 place = index;
  do {
    std::array<u32, 1> row = {static_cast<u32>(place / columns_)};
    std::array<u32, 1> column = {static_cast<u32>(place % columns_)};
    pass(row, column);
    place = u64{row[0]} * columns_ + column[0];
  } while (place >= count_);
  return place;
}

void Shuffle::from(u64 first, std::span<u64> places) const {
  constexpr std::size_t lanes = 256;
  std::array<u32, lanes> rows, columns;
  for (std::size_t done = 0; done < places.size(); done += lanes) {
    u32 row = static_cast<u32>((first + done) / columns_),
        column = static_cast<u32>((first + done) % columns_);
    for (std::size_t i = 0; i < lanes; ++i) {
      rows[i] = row;
      columns[i] = column;
      if (++column == columns_) column = 0, ++row;
    }
    pass(rows, columns);
    const std::size_t count = std::min(lanes, places.size() - done);
    for (std::size_t i = 0; i < count; ++i) places[done + i] = u64{rows[i]} * columns_ + columns[i];
    for (std::size_t i = done; i < done + count; ++i)
      if (places[i] >= count_) places[i] = at(places[i]);
  }
}

}  // namespace morula
