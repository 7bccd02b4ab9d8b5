// The steps of a piece of a sliced lattice. Each thread has its own, with the windows it computes in.
#pragma once

#include <memory>

#include "models/automaton/automaton_spec.h"
#include "models/automaton/bitplane/threads/cache_block.h"

namespace morula {

class SlicedSteps {
 public:
  virtual ~SlicedSteps() = default;
  // Computes the piece of `next` that is so many steps after `now`.
  virtual void run(const SlicedRows& now, const Piece& piece, Index steps, SlicedRows& next) = 0;
};

std::unique_ptr<SlicedSteps> make_flat_steps(const AutomatonSpec& automaton);   // 2D, several steps a run
std::unique_ptr<SlicedSteps> make_solid_steps(const AutomatonSpec& automaton);  // 3D, one step a run

// Calls make(planes as a constant).
template <typename Make>
std::unique_ptr<SlicedSteps> with_planes(unsigned planes, const Make& make) {
  std::unique_ptr<SlicedSteps> made;
  const auto try_one = [&](auto one) {
    if (one == planes) made = make(one);
  };
  [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) {
    (try_one(std::integral_constant<unsigned, i + 1>()), ...);
  }
  (std::make_integer_sequence<unsigned, 8>());
  return made;
}

}  // namespace morula
