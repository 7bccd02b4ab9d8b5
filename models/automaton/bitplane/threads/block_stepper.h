// Steps a block of the lattice. Each thread has its own stepper, with its own working memory.
#pragma once

#include <memory>

#include "models/automaton/automaton_spec.h"
#include "models/automaton/bitplane/threads/cache_block.h"

namespace morula {

class BlockStepper {
 public:
  virtual ~BlockStepper() = default;
  // Advances the block by this many steps, from `now` to `next`.
  virtual void run(const BitplaneLattice& now, const CacheBlock& block, Index steps,
                   BitplaneLattice& next) = 0;
};

std::unique_ptr<BlockStepper> make_stepper_2d(const AutomatonSpec& automaton);  // 2D, several steps per run
std::unique_ptr<BlockStepper> make_stepper_3d(const AutomatonSpec& automaton);  // 3D, one step per run

// Calls make(the number of planes, as a compile-time constant).
template <typename Make>
std::unique_ptr<BlockStepper> with_planes(unsigned planes, const Make& make) {
  std::unique_ptr<BlockStepper> stepper;
  const auto try_one = [&](auto count) {
    if (count == planes) stepper = make(count);
  };
  [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) {
    (try_one(std::integral_constant<unsigned, i + 1>()), ...);
  }
  (std::make_integer_sequence<unsigned, 8>());
  return stepper;
}

}  // namespace morula
