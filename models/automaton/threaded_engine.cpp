#include "models/automaton/threaded_engine.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "core/mix.h"

namespace morula {

template <typename Visit>
void ThreadedEngine::for_rows(const Visit& visit) {
  threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
    std::vector<u8> row(lattice_.local.x);
    for (u64 at = begin; at < end; ++at) {
      const Index first = lattice_.canonical({0, at % lattice_.local.y, at / lattice_.local.y});
      read({first, row.size()}, row);
      visit(first, std::span<const u8>(row));
    }
  });
}

std::vector<std::uint64_t> ThreadedEngine::count_states() {
  std::mutex mutex;
  std::vector<std::uint64_t> total(transitions_.states());
  for_rows([&](Index, std::span<const u8> row) {
    std::array<u32, 256> counts{};
    for (const u8 state : row) ++counts[state];
    const std::lock_guard lock(mutex);
    for (std::size_t state = 0; state < total.size(); ++state) total[state] += counts[state];
  });
  return total;
}

Hash ThreadedEngine::hash() {
  std::mutex mutex;
  Hash hash{0};
  for_rows([&](Index first, std::span<const u8> row) {
    u64 sum = 0;
    for (Index x = 0; x < row.size(); ++x) sum += hash_term(0, first + x, row[x]);
    const std::lock_guard lock(mutex);
    hash.value += sum;
  });
  return hash;
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
  if (activation_times_.empty()) activation_times_.resize(lattice_.local.sites());
}

void ThreadedEngine::mark_activation(u32 time) {
  allocate_activation_times();
  for_rows([&](Index first, std::span<const u8> row) {
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

Hash ThreadedEngine::hash_activation_times() {
  allocate_activation_times();
  Hash hash{0};
  for (Index i = 0; i < activation_times_.size(); ++i) hash.value += hash_term(1, i, activation_times_[i]);
  return hash;
}

}  // namespace morula
