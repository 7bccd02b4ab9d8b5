#include "models/automaton/threaded_engine.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "core/mix.h"

namespace morula {

template <typename Visit>
void HostEngine::for_rows(const Visit& visit) {
  threads_->for_ranges(rows(), [&](u64 begin, u64 end) {
    std::vector<u8> row(lattice_.local.x);
    for (u64 at = begin; at < end; ++at) {
      const Index first = lattice_.canonical({0, at % lattice_.local.y, at / lattice_.local.y});
      read({first, row.size()}, row);
      visit(first, std::span<const u8>(row));
    }
  });
}

std::vector<std::uint64_t> HostEngine::count_states() {
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

Hash HostEngine::hash() {
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

void HostEngine::excite(const Shape& shape) {
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

void HostEngine::need_onsets() {
  if (onsets_.empty()) onsets_.resize(lattice_.local.sites());
}

void HostEngine::mark_onsets(u32 time) {
  need_onsets();
  for_rows([&](Index first, std::span<const u8> row) {
    for (Index x = 0; x < row.size(); ++x)
      if (transitions_.of(row[x]).signs & ONSET) onsets_[first + x] = time;
  });
}

void HostEngine::read_onsets(Slab slab, std::span<u32> times) {
  need_onsets();
  std::copy_n(onsets_.begin() + static_cast<std::ptrdiff_t>(slab.first), slab.count, times.begin());
}

void HostEngine::write_onsets(Slab slab, std::span<const u32> times) {
  need_onsets();
  std::copy(times.begin(), times.end(), onsets_.begin() + static_cast<std::ptrdiff_t>(slab.first));
}

Hash HostEngine::hash_onsets() {
  need_onsets();
  Hash hash{0};
  for (Index i = 0; i < onsets_.size(); ++i) hash.value += hash_term(1, i, onsets_[i]);
  return hash;
}

}  // namespace morula
