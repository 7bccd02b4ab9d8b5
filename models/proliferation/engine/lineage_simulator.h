// Simulates the lineage trees of initial cells one after the other, depth-first. The plain engine uses it,
// and the results of the fast engines must equal its results.
#pragma once

#include <span>
#include <vector>

#include "models/proliferation/engine/cell_counts.h"
#include "models/proliferation/proliferation_engine.h"

namespace morula {

class LineageSimulator {
 public:
  // Adds to `counts`, which has process.counters() elements.
  LineageSimulator(const BranchingProcess& process, const Variant& variant, std::span<u64> counts);

  // Simulates the part of an initial cell's tree that lies on `path`.
  void simulate(u64 cell, u32 path);

 private:
  struct Dividing {
    u64 node;
    u32 remaining;  // ticks from its division to the end
  };

  u32 division(u32 word) const;
  u32 death(u32 word) const;
  void begin(u32 path);
  void divide(Dividing cell, u32 path);
  void decide_fate(u64 node, const Newborn& cell, bool counted);

  const BranchingProcess& process_;
  const Variant& variant_;
  CellCounts counts_;
  std::vector<Dividing> waiting_;
  u64 cell_ = 0;
  std::size_t bin_ = 0;
  u32 type_ = 0;
};

}  // namespace morula
