// Walks the trees of initial cells one after the other, depth-first: the plain way, which others are held to.
#pragma once

#include <span>
#include <vector>

#include "models/proliferation/engine/cell_counts.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {

class TreeWalker {
 public:
  // Adds to `counts`: plan.counters() of them.
  TreeWalker(const WalkPlan& plan, const Variant& variant, std::span<u64> counts);

  // The part of a cell's tree that lies on `way`.
  void walk(u64 cell, u32 way);

 private:
  struct Born {
    u64 node;
    u32 left;  // ticks, from when it divides to the end
  };

  u32 division(u32 word) const;
  u32 death(u32 word) const;
  void begin(u32 way);
  void divide(Born cell, u32 way);
  void come(u64 node, const CellComing& cell, bool counted);

  const WalkPlan& plan_;
  const Variant& variant_;
  CellCounts counts_;
  std::vector<Born> waiting_;
  u64 cell_ = 0;
  std::size_t bin_ = 0;
  u32 type_ = 0;
};

}  // namespace morula
