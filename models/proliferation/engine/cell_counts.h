// The counters of one thread, to which the fate of every cell is added.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "models/proliferation/engine/branching_process.h"

namespace morula {

// A cell at its birth, or an initial cell at time 0.
struct Newborn {
  u32 generation;
  u32 remaining;            // ticks from its birth to the end
  u32 divides_in, dies_in;  // ticks from its birth
};

class CellCounts {
 public:
  // `counts` has process.counters() elements.
  CellCounts(const BranchingProcess& process, u32 until, std::span<u64> counts)
      : process_(process), until_(until), counts_(counts) {}

  void add(u32 type, std::size_t bin, const Newborn& cell, u32 fate) {
    const std::size_t column = type * std::size_t{process_.generations} + cell.generation;
    ++counts_[fate == Lives ? column * process_.bins() + bin : process_.final_counters() + fate];
    if (process_.times.empty()) return;
    const u32 born = until_ - cell.remaining;
    add_life(column, born, fate == Lives ? NEVER : born + (fate == Dies ? cell.dies_in : cell.divides_in));
  }

  // Adds two daughters, of which `number` have this fate and the others live. Only for processes without
  // times.
  void add_daughters(u32 type, std::size_t bin, u32 generation, u32 fate, u32 number) {
    const std::size_t column = type * std::size_t{process_.generations} + generation;
    counts_[column * process_.bins() + bin] += 2 - number;
    counts_[process_.final_counters() + fate] += number;
  }

 private:
  // Adds a cell that lives at every observed time from its birth until it is gone.
  void add_life(std::size_t column, u32 born, u32 gone) {
    const std::size_t columns = std::size_t{process_.types} * process_.generations;
    const std::span<u64> changes =
        counts_.subspan(process_.final_counters() + BranchingProcess::fate_counters);
    const std::size_t from = first_time_from(born), to = first_time_from(gone);
    if (from < process_.times.size()) ++changes[from * columns + column];
    if (to < process_.times.size()) --changes[to * columns + column];
  }
  std::size_t first_time_from(u32 tick) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(process_.times, tick) - process_.times.begin());
  }

  const BranchingProcess& process_;
  u32 until_;
  std::span<u64> counts_;
};

}  // namespace morula
