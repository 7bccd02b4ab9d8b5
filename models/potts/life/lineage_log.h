// Record of the cells that have died, for tables of lineages. It is needed because their rows of the table of
// cells are reused.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "core/dialect.h"

namespace morula::potts {

struct DeadCell {
  u32 cell = 0, mother = 0, born = 0, died = 0, type = 0;
};

class LineageLog {
 public:
  explicit LineageLog(u64 replicas = 0) : of_replicas_(replicas) {}

  void add(u64 replica, const DeadCell& cell) { of_replicas_[replica].push_back(cell); }
  const std::vector<DeadCell>& of(u64 replica) const { return of_replicas_[replica]; }

  // Words of each replica in a checkpoint, the same for all replicas. Unused words are 0.
  u64 words() const {
    u64 longest = 1;
    for (const auto& cells : of_replicas_) longest = std::max<u64>(longest, cells.size());
    return longest * words_of_cell;
  }
  std::vector<u32> saved() const {
    std::vector<u32> list;
    for (const auto& cells : of_replicas_) {
      for (const DeadCell& dead : cells)
        list.insert(list.end(), {dead.cell, dead.mother, dead.born, dead.died, dead.type});
      list.resize((static_cast<u64>(&cells - of_replicas_.data()) + 1) * words());
    }
    return list;
  }
  void restore(std::span<const u32> list) {
    const u64 words_of_replica = list.size() / of_replicas_.size();
    for (auto& cells : of_replicas_) cells.clear();
    for (u64 i = 0; i + words_of_cell <= list.size(); i += words_of_cell)
      if (list[i] != 0)
        of_replicas_[i / words_of_replica].push_back(
            {list[i], list[i + 1], list[i + 2], list[i + 3], list[i + 4]});
  }

 private:
  static constexpr u64 words_of_cell = 5;

  std::vector<std::vector<DeadCell>> of_replicas_;
};

}  // namespace morula::potts
