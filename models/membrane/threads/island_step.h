// Steps of islands (see ../islands.h) on a thread. Some columns of one island, few enough for the nearest
// cache, are taken through many steps at a time. Loops go along columns, so that compilers vectorise them.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "core/stream.h"
#include "models/membrane/islands.h"
#include "models/membrane/threads/selection.h"

namespace morula::membrane {

constexpr u64 island_block = 512;  // columns

// The result of a number of steps.
struct IslandOutcome {
  u64 applied = 0;  // up to 2^64 - 1
  u32 last = 0;     // the last of these steps in which a rule applied
  bool overflows = false;

  void add(const IslandOutcome& other) {
    if (__builtin_add_overflow(applied, other.applied, &applied)) applied = ~u64{0};
    last = std::max(last, other.last);
    overflows |= other.overflows;
  }
};

template <class Count>
class IslandStep {
 public:
  IslandStep(const Modes& modes, const IslandShape& shape)
      : modes_(modes),
        key_(stream(modes.seed, Purpose::MembraneRule)),
        shape_(shape),
        held_(shape.objects * island_block),
        times_(shape.rules * island_block) {}

  // The rows of `before` and `after` are those of the island's objects; each begins with the first of
  // `columns` columns.
  IslandOutcome take(std::span<const Count* const> before, std::span<Count* const> after, u64 columns,
                     std::span<const u32> rules, std::span<const u32> numbers, u64 time, u32 steps) {
    IslandOutcome done;
    columns_ = columns;
    for (u32 k = 0; k < shape_.objects; ++k) std::copy_n(before[k], columns, held(k));
    for (u32 step = 0; step < steps && !done.overflows; ++step) {
      select(rules, numbers, time + step);
      const u64 applied = sum_of_times();
      if (applied == 0) break;
      if (__builtin_add_overflow(done.applied, applied, &done.applied)) done.applied = ~u64{0};
      done.last = step + 1;
      done.overflows = make();
    }
    for (u32 k = 0; k < shape_.objects; ++k) std::copy_n(held(k), columns, after[k]);
    return done;
  }

 private:
  static constexpr u64 most = std::numeric_limits<Count>::max();

  Count* held(u32 k) { return held_.data() + k * island_block; }
  Count* times(u32 r) { return times_.data() + r * island_block; }
  Count needs(u32 r, u32 k) const { return static_cast<Count>(shape_.needs[r * shape_.objects + k]); }

  void select(std::span<const u32> rules, std::span<const u32> numbers, u64 time) {
    if (modes_.random && shape_.rules > 1) return select_drawn(rules, numbers, time);
    for (u32 r = 0; r < shape_.rules; ++r) {
      find_most(r);
      for (u32 k = 0; k < shape_.objects; ++k)
        if (const Count each = needs(r, k); each > 0) subtract(held(k), times(r), each);
    }
  }

  // Finds how often a rule can apply or, with `parallelism: once`, whether it can.
  void find_most(u32 r) {
    Count* const most_times = times(r);
    bool first = true;
    for (u32 k = 0; k < shape_.objects; ++k) {
      const Count each = needs(r, k);
      if (each == 0) continue;
      if (first) std::fill_n(most_times, columns_, static_cast<Count>(modes_.once ? 1 : most));
      first = false;
      if (modes_.once)
        limit_once(most_times, held(k), each);
      else
        limit(most_times, held(k), each);
    }
  }
  void limit_once(Count* __restrict__ most_times, const Count* __restrict__ there, Count each) const {
    for (u64 c = 0; c < columns_; ++c)
      most_times[c] = static_cast<Count>(most_times[c] & static_cast<Count>(there[c] >= each));
  }
  void limit(Count* __restrict__ most_times, const Count* __restrict__ there, Count each) const {
    if (each == 1)
      for (u64 c = 0; c < columns_; ++c) most_times[c] = std::min(most_times[c], there[c]);
    else
      for (u64 c = 0; c < columns_; ++c)
        most_times[c] = std::min(most_times[c], static_cast<Count>(there[c] / each));
  }
  void subtract(Count* __restrict__ there, const Count* __restrict__ needed, Count each) const {
    for (u64 c = 0; c < columns_; ++c) there[c] = static_cast<Count>(there[c] - needed[c] * each);
  }

  u64 sum_of_times() {
    u64 sum = 0;
    for (u32 r = 0; r < shape_.rules; ++r) {
      const Count* const applications = times(r);
      if constexpr (sizeof(Count) < 8) {
        for (u64 c = 0; c < columns_; ++c) sum += applications[c];
      } else {
        for (u64 c = 0; c < columns_; ++c)
          if (__builtin_add_overflow(sum, applications[c], &sum)) sum = ~u64{0};
      }
    }
    return sum;
  }

  // Makes the products; returns whether a count overflows.
  bool make() {
    bool overflows = false;
    for (u32 r = 0; r < shape_.rules; ++r)
      for (u32 k = 0; k < shape_.objects; ++k)
        if (const u64 each = shape_.makes[r * shape_.objects + k]; each > 0)
          overflows |= add(held(k), times(r), each);
    return overflows;
  }
  bool add(Count* __restrict__ there, const Count* __restrict__ applied, u64 each) const {
    const Count factor = static_cast<Count>(each), largest = static_cast<Count>(most / each);
    Count over = 0;
    for (u64 c = 0; c < columns_; ++c) {
      const Count product = static_cast<Count>(applied[c] * factor),
                  sum = static_cast<Count>(there[c] + product);
      over = static_cast<Count>(over | static_cast<Count>(applied[c] > largest) |
                                static_cast<Count>(sum < product));
      there[c] = sum;
    }
    return over != 0;
  }

  u64 most_in_column(u32 r, u64 c) {
    u64 times_most = ~u64{0};
    for (u32 k = 0; k < shape_.objects; ++k)
      if (const Count each = needs(r, k); each > 0)
        times_most = std::min(times_most, static_cast<u64>(held(k)[c] / each));
    return modes_.once ? std::min<u64>(times_most, 1) : times_most;
  }

  // Selects rules in the order of one draw each, in file order if draws are equal.
  void select_drawn(std::span<const u32> rules, std::span<const u32> numbers, u64 time) {
    std::vector<std::pair<u32, u32>> order(shape_.rules);
    std::vector<u32x4> words(shape_.rules);
    for (u64 c = 0; c < columns_; ++c) {
      for (u32 r = 0; r < shape_.rules; ++r) {
        words[r] = draw(key_, numbers[c], time, rules[r]);
        order[r] = {words[r].x, r};
        times(r)[c] = 0;
      }
      std::sort(order.begin(), order.end());
      for (u32 pass = 0; pass < (modes_.once ? 1u : 2u); ++pass)
        for (const auto& [rank, r] : order) {
          u64 applied = most_in_column(r, c);
          if (!modes_.once && pass == 0) applied = uniform(u64{words[r].y} << 32 | words[r].z, applied);
          for (u32 k = 0; k < shape_.objects; ++k)
            held(k)[c] = static_cast<Count>(held(k)[c] - applied * needs(r, k));
          times(r)[c] = static_cast<Count>(times(r)[c] + applied);
        }
    }
  }

  Modes modes_;
  u32x2 key_;
  const IslandShape& shape_;
  u64 columns_ = 0;
  std::vector<Count> held_, times_;
};

}  // namespace morula::membrane
