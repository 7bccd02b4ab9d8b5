// Where engines on threads note what becomes of each cell.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "models/proliferation/engine/branching_process.h"

namespace morula {

struct CellComing {
  u32 generation, left;     // ticks from when it is born to the end
  u32 divides_in, dies_in;  // ticks from when it is born
};

class CellCounts {
 public:
  // `counts` are plan.counters().
  CellCounts(const WalkPlan& plan, u32 until, std::span<u64> counts)
      : plan_(plan), until_(until), counts_(counts) {}

  void add(u32 type, std::size_t bin, const CellComing& cell, u32 fate) {
    const std::size_t column = type * std::size_t{plan_.generations} + cell.generation;
    ++counts_[fate == Lives ? column * plan_.bins() + bin : plan_.ends() + fate];
    if (plan_.times.empty()) return;
    const u32 born = until_ - cell.left;
    add_life(column, born, fate == Lives ? NEVER : born + (fate == Dies ? cell.dies_in : cell.divides_in));
  }

  // Two daughters of whom so many come to this fate and the others live, where no time but the end is
  // observed.
  void add_daughters(u32 type, std::size_t bin, u32 generation, u32 fate, u32 number) {
    const std::size_t column = type * std::size_t{plan_.generations} + generation;
    counts_[column * plan_.bins() + bin] += 2 - number;
    counts_[plan_.ends() + fate] += number;
  }

 private:
  // It lives at every time observed from when it was born until it was gone.
  void add_life(std::size_t column, u32 born, u32 gone) {
    const std::size_t each = std::size_t{plan_.kinds} * plan_.generations;
    const std::span<u64> changes = counts_.subspan(plan_.ends() + WalkPlan::outcomes);
    const std::size_t from = place(born), to = place(gone);
    if (from < plan_.times.size()) ++changes[from * each + column];
    if (to < plan_.times.size()) --changes[to * each + column];
  }
  std::size_t place(u32 tick) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(plan_.times, tick) - plan_.times.begin());
  }

  const WalkPlan& plan_;
  u32 until_;
  std::span<u64> counts_;
};

}  // namespace morula
