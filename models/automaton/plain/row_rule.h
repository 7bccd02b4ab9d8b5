// The rule on a row of cells, for the plain engine on threads, with any weights of neighbours and any states.
#pragma once

#include <cstddef>
#include <memory>

#include "models/automaton/plain/row_sums.h"
#include "models/automaton/rule/transitions.h"

namespace morula {

// The byte of an active cell; that of an inactive cell is 0.
constexpr u8 is_active = 255;

class RowRule {
 public:
  virtual ~RowRule() = default;
  // Steps `count` cells in place. `active` and `active_next` point to the active byte of the first cell. Up
  // to `read_ahead` bytes are read beyond the active bytes of the last cell's neighbours.
  virtual void step(const u8* active, u64 count, u8* cells, u8* active_next) const = 0;

  static constexpr u64 read_ahead = 1024;
};

std::unique_ptr<RowRule> make_row_rule(const Neighbourhood& neighbourhood, const ActiveStrides& strides,
                                       const Transitions& transitions);

}  // namespace morula
