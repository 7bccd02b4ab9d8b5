// Steps in 2D by temporal blocking: a block goes through several steps while it is in the cache. Each step
// computes one row less at either side than the one before.
#pragma once

#include "models/automaton/bitplane/threads/block_stepper.h"

namespace morula {

class Stepper2d : public BlockStepper {
 public:
  Stepper2d(const AutomatonSpec& automaton, unsigned planes) : halo_(automaton.lattice), planes_(planes) {}

  void run(const BitplaneLattice& now, const CacheBlock& block, Index steps, BitplaneLattice& next) final;

 protected:
  // Computes rows first … last - 1 of next_ from now_, in whole vectors.
  virtual void step_rows(Index first, Index last) = 0;

  Halo halo_;
  CacheBlockRows now_, next_, active_;

 private:
  void clear_outside(const CacheBlock& block, i64 y, Index row);

  unsigned planes_;
};

std::unique_ptr<BlockStepper> make_table_stepper_2d(const AutomatonSpec& automaton);  // of a SquareTable

}  // namespace morula
