// Steps in 2D by temporal blocking: a block goes through several steps while it is in the cache. Each step
// computes one row less at either end than the step before.
#pragma once

#include "models/automaton/bitplane/threads/block_stepper.h"

namespace morula {

class Stepper2d : public BlockStepper {
 public:
  Stepper2d(const AutomatonSpec& automaton, unsigned planes) : halo_(automaton.lattice), planes_(planes) {}

  void run(const BitplaneLattice& now, const CacheBlock& block, Index steps, BitplaneLattice& next) final;

 protected:
  // Computes rows first … last - 1 of next_ from now_, at least the words words_.begin … words_.end - 1.
  virtual void step_rows(Index first, Index last) = 0;

  BlockHalo halo_;
  CacheBlockRows now_, next_, active_;
  IndexRange words_;

 private:
  // Clears the cells beyond a fixed boundary in rows first … last - 1. The rows of `inside` do not lie beyond
  // it along y.
  void clear_outside(const CacheBlock& block, IndexRange inside, Index first, Index last);

  unsigned planes_;
};

bool is_life(const AutomatonSpec& automaton);
std::unique_ptr<BlockStepper> make_life_stepper_2d(const AutomatonSpec& automaton);
std::unique_ptr<BlockStepper> make_table_stepper_2d(const AutomatonSpec& automaton);  // for a SquareTable

}  // namespace morula
