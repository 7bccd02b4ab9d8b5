// Algorithm 2, lines 4, 8, 13 and 18: how membranes are assigned to blocks, and the iterations at which
// blocks must wait for each other.
#pragma once

#include "bench/muniyandi/muniyandi_grouping.h"

namespace morula::muniyandi {

// Which membrane is in which row of which block. A slot numbers the rows of all blocks: block · rows + row.
class BlockLayout {
 public:
  static constexpr u32 free_slot = ~u32{0};

  // A group of membranes is kept in one block if it fits into its rows.
  BlockLayout(const std::vector<NodeGroup>& groups, u32 rows);

  u32 rows() const { return rows_; }
  u32 blocks() const { return static_cast<u32>(numbers_.size()) / rows_; }
  const std::vector<u32>& slots() const { return slots_; }      // by membrane number
  const std::vector<u32>& numbers() const { return numbers_; }  // by slot; free_slot if the slot is free
  u32 block_of(u32 number) const { return slots_[number] / rows_; }
  u32 free_rows(u32 block) const;
  std::vector<u32> blocks_in_use() const;

  // Places new membranes in the order of their numbers: into the lowest free row of the block that has their
  // origin, else into that of any block, else into a new block.
  void divide(const DividedTree& divided);
  void dissolve(const DissolvedTree& dissolved);  // rows become free
  void set_slots(std::vector<u32> slots);         // by number

 private:
  u32 row_for(u32 origin);

  u32 rows_;
  std::vector<u32> slots_, numbers_;
};

// Line 18: whether so few rows of a block are idle after a dissolution that a new launch does not pay.
constexpr bool releases_little(u32 dissolved, u32 rows, double threshold) {
  return dissolved <= threshold * rows;
}

struct BlockRules {
  double dissolution_threshold = 0.25;  // share of a block's rows; the paper names no number
  u32 births = 64;                      // births that a block can record between two launches
};

// Whether blocks can do a step on their own. Objects must pass only between membranes of one block (line 8).
// A membrane that divides must have no children, and its block a free row for the daughter (line 13). A
// membrane that dissolves must have no children and a parent in the same block, and must release little (line
// 18). With `choice: random` no block divides or dissolves membranes on its own: draws depend on the numbers
// of membranes, which are known only when all blocks are done. `births` counts the births in each block since
// the last launch.
bool blocks_can_do(const StepRecord& step, const BlockLayout& layout, const membrane::System& system,
                   const membrane::Modes& modes, const BlockRules& rules, const std::vector<u32>& births);

// A membrane that a block made on its own. It has a provisional name until the births of all blocks are known
// and membranes can be numbered; the name of an older membrane is its number.
struct Birth {
  u32 name = 0;
  u64 time = 0;
  u32 mother = 0;  // name of the mother
};

// All names in the order of the new numbers: first the older membranes, then the new ones by time of birth
// and then in the order of their mothers.
std::vector<u32> birth_order(u32 membranes_before, std::vector<Birth> births);

// Array_Int_Blk_Com_Iter: the iterations (from 0) before which kernels end, because blocks cannot do them on
// their own. Iterations from `measured` on were not recorded; kernels end before each of them.
struct BlockSchedule {
  std::vector<u64> iterations;
  u64 measured = 0;

  u64 next(u64 time) const;  // the first iteration from `time` on before which kernels end
};
BlockSchedule block_schedule(const std::vector<StepRecord>& steps, BlockLayout layout,
                             const membrane::System& system, const membrane::Modes& modes,
                             const BlockRules& rules);

}  // namespace morula::muniyandi
