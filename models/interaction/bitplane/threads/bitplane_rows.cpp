#include "models/interaction/bitplane/threads/bitplane_rows.h"

#include <algorithm>
#include <utility>

#include "core/ceil_divide.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/bitplane/threads/unaligned_vectors.h"
#include "models/interaction/order/block_order.h"

namespace morula {
namespace {

constexpr u64 lanes = sizeof(bits) / sizeof(u64);

// The idle site of an odd row may need a bit beyond those of the blocks.
u64 vectors_of(const InteractionSpec& interaction) {
  return ceil_divide(std::max(BlockOrder(interaction).words_x * 32, interaction.lattice.stored.x / 2 + 1),
                     bits_in_vector);
}

u64 rows_of(const InteractionSpec& interaction) {
  return interaction.lattice.stored.y * interaction.lattice.stored.z;
}

u64 all_vectors(const InteractionSpec& interaction) {
  return interaction.replicas * rows_of(interaction) * plane_count(interaction) * 2 *
             vectors_of(interaction) +
         1;
}

// Loads the vector that begins at the given word of a row.
bits words_from(const bits* row, i64 word) { return load_vector(reinterpret_cast<const u64*>(row) + word); }

u64 bit_at(const bits* row, u64 at) {
  return (row[at / bits_in_vector][at % bits_in_vector / 64] >> (at % 64)) & 1u;
}

void set_bit(bits* row, u64 at, u64 value) {
  u64 word = row[at / bits_in_vector][at % bits_in_vector / 64];
  word = (word & ~(u64{1} << (at % 64))) | (value << (at % 64));
  row[at / bits_in_vector][at % bits_in_vector / 64] = word;
}

// Shifts a row up by one bit; `before` becomes the first bit. An odd row follows an even one in memory, so
// the word before it may be read.
void shift_up(bits* row, u64 vectors, u64 before) {
  for (u64 i = vectors; i-- > 0;) {
    bits lower = words_from(row, static_cast<i64>(i * lanes) - 1);
    if (i == 0) lower[0] = before << 63;
    row[i] = (row[i] << 1) | (lower >> 63);
  }
}

// Moves each word of a vector to the place of the one before it; the last word becomes zero. The next row
// must not be read, since another thread may own it.
bits next_words(bits vector) {
  bits next = vector & ~vector;
  for (u64 lane = 0; lane + 1 < lanes; ++lane) next[lane] = vector[lane + 1];
  return next;
}

void shift_down(bits* row, u64 vectors) {
  for (u64 i = 0; i < vectors; ++i) {
    const bits upper =
        i + 1 < vectors ? words_from(row, static_cast<i64>(i * lanes) + 1) : next_words(row[i]);
    row[i] = (row[i] >> 1) | (upper << 63);
  }
}

// Reads a row of bits from bit `first` on, followed by zeros.
class BitsFrom {
 public:
  BitsFrom(const u64* row, u64 first) : at_(row + first / 64), by_(static_cast<int>(first % 64)) {}
  bits vector(u64 i) const {
    return (load_vector(at_ + i * lanes) >> by_) | (load_vector(at_ + i * lanes + 1) << 1 << (63 - by_));
  }

 private:
  const u64* at_;
  int by_;
};

// Reads a row of bits moved up by `first` bits, with zeros before it. Only vectors from the one that holds
// bit `first` on may be read.
class BitsUp {
 public:
  BitsUp(const u64* row, u64 first) : at_(row - first / 64), by_(static_cast<int>(first % 64)) {}
  bits vector(u64 i) const {
    return (load_vector(at_ + i * lanes) << by_) | (load_vector(at_ + i * lanes - 1) >> 1 >> (63 - by_));
  }

 private:
  const u64* at_;
  int by_;
};

// Mask of the bits of a vector that lie before place `end` of its row.
bits bits_before(u64 end, u64 vector) {
  bits before{};
  for (u64 lane = 0; lane < lanes; ++lane) {
    const u64 first = vector * bits_in_vector + lane * 64;
    before[lane] = end <= first ? 0 : end - first >= 64 ? ~u64{0} : (u64{1} << (end - first)) - 1;
  }
  return before;
}

// Fills row `to`, of `length` bits, with bits `first` to `end` - 1 of one row and then as many bits of
// another row as there is room for.
void join_rows(const u64* first_row, u64 first, u64 end, const u64* other, bits* to, u64 length) {
  const u64 kept = end - first, vectors = ceil_divide(length, bits_in_vector);
  const u64 both = kept / bits_in_vector, whole = std::min(both, vectors);
  const BitsFrom begin(first_row, first);
  const BitsUp following(other, kept);
  for (u64 i = 0; i < whole; ++i) to[i] = begin.vector(i);
  if (both < vectors) to[both] = begin.vector(both) | following.vector(both);
  for (u64 i = both + 1; i < vectors; ++i) to[i] = following.vector(i);
  to[vectors - 1] &= bits_before(length, vectors - 1);
}

}  // namespace

BitplaneRows::BitplaneRows(const InteractionSpec& interaction)
    : planes_(plane_count(interaction)),
      width_(interaction.lattice.stored.x),
      height_(rows_of(interaction)),
      vectors_(vectors_of(interaction)),
      periodic_(interaction.lattice.boundary.x == Boundary::Periodic),
      turns_(is_odd_circle(interaction)),
      row_bits_(all_vectors(interaction)),
      offsets_(interaction.replicas * height_) {}

u64 BitplaneRows::bytes(const InteractionSpec& interaction) {
  return all_vectors(interaction) * sizeof(bits) + interaction.replicas * rows_of(interaction) * sizeof(u32);
}

void BitplaneRows::set_offset(u64 replica, u64 y, u32 offset, Spare& spare) {
  const u32 before = std::exchange(offsets_[replica * height_ + y], offset);
  if (before == offset) return;
  if (turns_)
    turn(replica, y, before > offset ? before - offset : width_ + before - offset, spare);
  else if (vectors_ == 1 && sites_in(1) < 64)
    shift_short_odd(replica, y, offset);
  else if (offset)
    shift_odd_up(replica, y);
  else
    shift_odd_down(replica, y);
}

// Moves what was at place p + `by` to place p. New places of one parity come from places of one parity up to
// the end of the row and from then on from places of the other parity, since the row has an odd number of
// sites.
void BitplaneRows::turn(u64 replica, u64 y, u64 by, Spare& spare) {
  // Zeros lie before, between and behind the two rows.
  bits *const even = spare.words.data() + 2, *const odd = even + vectors_ + 2;
  const u64 half = by / 2, evens = sites_in(0), odds = sites_in(1);
  for (unsigned plane = 0; plane < planes_; ++plane) {
    std::copy_n(row(replica, y, plane, 0), vectors_, even);
    std::copy_n(row(replica, y, plane, 1), vectors_, odd);
    const u64 *const from_even = reinterpret_cast<const u64*>(even), *const from_odd =
                                                                         reinterpret_cast<const u64*>(odd);
    if (by % 2 == 0) {
      join_rows(from_even, half, evens, from_odd, row(replica, y, plane, 0), evens);
      join_rows(from_odd, half, odds, from_even, row(replica, y, plane, 1), odds);
    } else {
      join_rows(from_odd, half, odds, from_even, row(replica, y, plane, 0), evens);
      join_rows(from_even, half + 1, evens, from_odd, row(replica, y, plane, 1), odds);
    }
  }
}

void BitplaneRows::shift_short_odd(u64 replica, u64 y, u32 offset) {
  const u64 odd = sites_in(1);
  for (unsigned plane = 0; plane < planes_; ++plane) {
    bits& sites = *row(replica, y, plane, 1);
    u64 word = sites[0];
    if (offset)
      word = periodic_ ? ((word << 1) | (word >> (odd - 1))) & ((u64{1} << odd) - 1) : word << 1;
    else
      word = periodic_ ? (word >> 1) | ((word & 1) << (odd - 1)) : word >> 1;
    sites[0] = word;
  }
}

void BitplaneRows::shift_odd_up(u64 replica, u64 y) {
  const u64 odd = sites_in(1);
  for (unsigned plane = 0; plane < planes_; ++plane) {
    bits* sites = row(replica, y, plane, 1);
    shift_up(sites, vectors_, periodic_ ? bit_at(sites, odd - 1) : 0);
    if (periodic_ && odd < vectors_ * bits_in_vector) set_bit(sites, odd, 0);
  }
}

void BitplaneRows::shift_odd_down(u64 replica, u64 y) {
  for (unsigned plane = 0; plane < planes_; ++plane) {
    bits* sites = row(replica, y, plane, 1);
    const u64 first = bit_at(sites, 0);
    shift_down(sites, vectors_);
    if (periodic_) set_bit(sites, sites_in(1) - 1, first);
  }
}

}  // namespace morula
