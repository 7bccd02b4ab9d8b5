#include "models/interaction/bitplane/threads/bitplane_states.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "core/ceil_divide.h"
#include "models/interaction/bitplane/bitplane_rule.h"
#include "models/interaction/bitplane/threads/pack_row.h"

namespace morula {
namespace {

constexpr u64 rows_in_stretch = 64;  // rows that are summed together

// Number of these sites that are in a state. The planes lie `next` words apart.
template <unsigned planes>
u64 count_state(const u64* words, u64 count, u64 next, unsigned state) {
  std::array<u64, planes> inverted;
  for (unsigned p = 0; p < planes; ++p) inverted[p] = (state >> p) & 1u ? 0 : ~u64{0};
  u64 found = 0;
  for (u64 i = 0; i < count; ++i) {
    u64 matching = ~u64{0};
    for (unsigned p = 0; p < planes; ++p) matching &= words[p * next + i] ^ inverted[p];
    found += static_cast<u64>(std::popcount(matching));
  }
  return found;
}

u64 count_state(const BitplaneRows& rows, const u64* words, unsigned state) {
  const u64 count = rows.vectors() * sizeof(bits) / sizeof(u64), next = 2 * count;
  switch (rows.planes()) {
    case 1:
      return count_state<1>(words, count, next, state);
    case 2:
      return count_state<2>(words, count, next, state);
    case 3:
      return count_state<3>(words, count, next, state);
    default:
      return count_state<4>(words, count, next, state);
  }
}

}  // namespace

BitplaneStates::BitplaneStates(const InteractionSpec& interaction, std::shared_ptr<ThreadPool> threads)
    : interaction_(interaction),
      threads_(std::move(threads)),
      rows_(interaction),
      frozen_(interaction.replicas) {}

template <typename Visit>
void BitplaneStates::for_rows(Slab slab, const Visit& visit) {
  if (slab.count == 0) return;
  const u64 last = slab.first + slab.count, first_row = slab.first / width();
  threads_->for_ranges((last - 1) / width() + 1 - first_row, [&](u64 begin, u64 end) {
    for (u64 row = first_row + begin; row < first_row + end; ++row) {
      const u64 from = std::max(slab.first, row * width()), to = std::min(last, (row + 1) * width());
      visit(row, from - row * width(), to - from, from - slab.first);
    }
  });
}

void BitplaneStates::read(Slab slab, std::span<u8> states) {
  reset_offsets();
  for_rows(slab, [&](u64 row, u64 x, u64 count, u64 done) {
    unpack_row(rows_, row / height(), row % height(), x, states.subspan(done, count));
  });
}

void BitplaneStates::write(Slab slab, std::span<const u8> states) {
  reset_offsets();
  for_rows(slab, [&](u64 row, u64 x, u64 count, u64 done) {
    pack_row(states.subspan(done, count), x, rows_, row / height(), row % height());
  });
}

void BitplaneStates::reset_offsets() {
  threads_->for_ranges(interaction_.replicas * height(), [&](u64 begin, u64 end) {
    BitplaneRows::Spare spare(rows_);
    for (u64 row = begin; row < end; ++row) rows_.set_offset(row / height(), row % height(), 0, spare);
  });
}

std::uint64_t BitplaneStates::layer_bytes() const {
  return interaction_.replicas * rows_in_layer() * rows_.row_bytes();
}

template <typename Visit>
void BitplaneStates::for_layer_rows(Index first, std::uint64_t bytes, const Visit& visit) {
  const u64 begin = first * rows_in_layer(), end = begin + bytes / layer_bytes() * rows_in_layer();
  for (u64 replica = 0; replica < interaction_.replicas; ++replica)
    for (u64 row = begin; row < end; ++row) visit(replica, row);
}

void BitplaneStates::read_layers(Index first, std::span<std::byte> layers) {
  BitplaneRows::Spare spare(rows_);
  std::byte* to = layers.data();
  for_layer_rows(first, layers.size(), [&](u64 replica, u64 row) {
    rows_.set_offset(replica, row, 0, spare);
    std::memcpy(to, rows_.row(replica, row, 0, 0), rows_.row_bytes());
    to += rows_.row_bytes();
  });
}

void BitplaneStates::write_layers(Index first, std::span<const std::byte> layers) {
  const std::byte* from = layers.data();
  for_layer_rows(first, layers.size(), [&](u64 replica, u64 row) {
    rows_.assign(replica, row, from);
    from += rows_.row_bytes();
  });
}

template <typename Visit>
std::vector<u64> BitplaneStates::sum_rows(std::size_t per_replica, const Visit& visit) {
  const u64 each = ceil_divide(owned_rows(), rows_in_stretch), replicas = interaction_.replicas;
  const u64 begin_owned = first_owned_row(), end_owned = begin_owned + owned_rows();
  std::vector<u64> partial(replicas * each * per_replica), sums(replicas * per_replica);
  threads_->for_ranges(replicas * each, [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i) {
      const u64 first = begin_owned + i % each * rows_in_stretch,
                last = std::min(end_owned, first + rows_in_stretch);
      for (u64 y = first; y < last; ++y) visit(i / each, y, &partial[i * per_replica]);
    }
  });
  for (u64 i = 0; i < partial.size(); ++i)
    sums[i / (each * per_replica) * per_replica + i % per_replica] += partial[i];
  return sums;
}

// Empty sites are the sites that hold no species; they cannot be counted by their bits, since bits beyond the
// end of a row look empty too. The counts do not depend on the offset at which a row is held.
std::vector<std::uint64_t> BitplaneStates::count_states() {
  const unsigned states = interaction_.states();
  std::vector<u64> counts = sum_rows(states, [&](u64 replica, u64 y, u64* found) {
    for (const unsigned parity : {0u, 1u})
      for (unsigned state = 1; state < states; ++state)
        found[state] +=
            count_state(rows_, reinterpret_cast<const u64*>(rows_.row(replica, y, 0, parity)), state);
  });
  for (u64 first = 0; first < counts.size(); first += states) {
    counts[first] = width() * owned_rows();
    for (unsigned state = 1; state < states; ++state) counts[first] -= counts[first + state];
  }
  return counts;
}

std::vector<Hash> BitplaneStates::hashes() {
  reset_offsets();
  // Difference between the canonical index of a site in the whole lattice and its index in memory, modulo
  // 2^64.
  const u64 shift = interaction_.lattice.first_canonical() - interaction_.lattice.first_in_memory();
  const std::vector<u64> sums = sum_rows(1, [&](u64 replica, u64 y, u64* sum) {
    std::array<u8, 1024> states;
    for (u64 x = 0; x < width(); x += states.size()) {
      const u64 count = std::min<u64>(states.size(), width() - x);
      unpack_row(rows_, replica, y, x, std::span(states).first(count));
      for (u64 i = 0; i < count; ++i) *sum += hash_term(0, shift + y * width() + x + i, states[i]);
    }
  });
  std::vector<Hash> hashes;
  for (const u64 sum : sums) hashes.push_back({sum});
  return hashes;
}

}  // namespace morula
