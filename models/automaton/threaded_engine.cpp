#include "models/automaton/threaded_engine.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "core/mix.h"

namespace morula {

template <typename Visit>
void ThreadedEngine::for_rows(Slab rows, const Visit& visit) {
  const Index width = lattice_.stored.x;
  threads_->for_ranges(rows.count / width, [&](u64 begin, u64 end) {
    std::vector<u8> row(width);
    for (u64 at = begin; at < end; ++at) {
      const Index first = rows.first + at * width;
      read({first, width}, row);
      visit(first, std::span<const u8>(row));
    }
  });
}

std::vector<std::uint64_t> ThreadedEngine::count_states(Slab rows) {
  std::mutex mutex;
  std::vector<std::uint64_t> total(transitions_.states());
  for_rows(rows, [&](Index, std::span<const u8> row) {
    std::array<u32, 256> counts{};
    for (const u8 state : row) ++counts[state];
    const std::lock_guard lock(mutex);
    for (std::size_t state = 0; state < total.size(); ++state) total[state] += counts[state];
  });
  return total;
}

Hash ThreadedEngine::hash(Slab rows, Index canonical) {
  std::mutex mutex;
  Hash hash{0};
  for_rows(rows, [&](Index first, std::span<const u8> row) {
    u64 sum = 0;
    const Index of_row = canonical + (first - rows.first);
    for (Index x = 0; x < row.size(); ++x) sum += hash_term(0, of_row + x, row[x]);
    const std::lock_guard lock(mutex);
    hash.value += sum;
  });
  return hash;
}

void ThreadedEngine::read_layers(Index first, std::span<std::byte> layers) {
  read({first * lattice_.layer_sites(), layers.size()},
       {reinterpret_cast<u8*>(layers.data()), layers.size()});
}

void ThreadedEngine::write_layers(Index first, std::span<const std::byte> layers) {
  write({first * lattice_.layer_sites(), layers.size()},
        {reinterpret_cast<const u8*>(layers.data()), layers.size()});
}

void ThreadedEngine::excite(const Shape& shape) {
  std::vector<u8> row(shape.to.x - shape.from.x + 1);
  for (Index z = shape.from.z; z <= shape.to.z; ++z)
    for (Index y = shape.from.y; y <= shape.to.y; ++y) {
      const Slab slab{lattice_.index_of({shape.from.x, y, z}), row.size()};
      read(slab, row);
      for (Index x = 0; x < row.size(); ++x) {
        const Transition& transition = transitions_.of(row[x]);
        if (transition.row != 0 && shape.contains({shape.from.x + x, y, z})) row[x] = transition.excited;
      }
      write(slab, row);
    }
}

void ThreadedEngine::allocate_activation_times() {
  if (activation_times_.empty()) activation_times_.resize(lattice_.stored.sites());
}

void ThreadedEngine::mark_activation(u32 time) {
  allocate_activation_times();
  for_rows({0, lattice_.stored.sites()}, [&](Index first, std::span<const u8> row) {
    for (Index x = 0; x < row.size(); ++x)
      if (transitions_.of(row[x]).flags & JUST_EXCITED) activation_times_[first + x] = time;
  });
}

void ThreadedEngine::read_activation_times(Slab slab, std::span<u32> times) {
  allocate_activation_times();
  std::copy_n(activation_times_.begin() + static_cast<std::ptrdiff_t>(slab.first), slab.count, times.begin());
}

void ThreadedEngine::write_activation_times(Slab slab, std::span<const u32> times) {
  allocate_activation_times();
  std::copy(times.begin(), times.end(), activation_times_.begin() + static_cast<std::ptrdiff_t>(slab.first));
}

Hash ThreadedEngine::hash_activation_times(Slab cells, Index canonical) {
  allocate_activation_times();
  Hash hash{0};
  for (Index i = 0; i < cells.count; ++i)
    hash.value += hash_term(1, canonical + i, activation_times_[cells.first + i]);
  return hash;
}

}  // namespace morula
