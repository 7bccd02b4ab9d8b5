#include "models/interaction/bitplane/bitplane_rows.h"

#include "core/ceil_divide.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/bitplane/unaligned_vectors.h"
#include "models/interaction/order/block_order.h"

namespace morula {
namespace {

constexpr u64 lanes = sizeof(bits) / sizeof(u64);

u64 vectors_of(const InteractionSpec& interaction) {
  return ceil_divide(BlockOrder(interaction).words_x * 32, bits_in_vector);
}

u64 all_vectors(const InteractionSpec& interaction) {
  return interaction.replicas * interaction.lattice.local.y * plane_count(interaction) * 2 *
             vectors_of(interaction) +
         1;
}

// The vector that begins at a word of a row.
bits words_from(const bits* row, i64 word) { return load_vector(reinterpret_cast<const u64*>(row) + word); }

u64 bit_at(const bits* row, u64 at) {
  return (row[at / bits_in_vector][at % bits_in_vector / 64] >> (at % 64)) & 1u;
}

void set_bit(bits* row, u64 at, u64 value) {
  u64 word = row[at / bits_in_vector][at % bits_in_vector / 64];
  word = (word & ~(u64{1} << (at % 64))) | (value << (at % 64));
  row[at / bits_in_vector][at % bits_in_vector / 64] = word;
}

// `before` becomes the first bit. An odd row follows an even one in memory: the word before it may be read.
void shift_up(bits* row, u64 vectors, u64 before) {
  for (u64 i = vectors; i-- > 0;) {
    bits lower = words_from(row, static_cast<i64>(i * lanes) - 1);
    if (i == 0) lower[0] = before << 63;
    row[i] = (row[i] << 1) | (lower >> 63);
  }
}

// The words of a vector, each in the place of the one before it, and zero as the last: the next row must not
// be read, since it may be another thread's.
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

}  // namespace

BitplaneRows::BitplaneRows(const InteractionSpec& interaction)
    : planes_(plane_count(interaction)),
      width_(interaction.lattice.local.x),
      height_(interaction.lattice.local.y),
      vectors_(vectors_of(interaction)),
      periodic_(interaction.lattice.boundary.x == Boundary::Periodic),
      all_(all_vectors(interaction)) {}

u64 BitplaneRows::bytes(const InteractionSpec& interaction) {
  return all_vectors(interaction) * sizeof(bits);
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
