// The difference between the initial states of two runs: which sites are changed, and to which states.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/error.h"
#include "core/field.h"
#include "core/stream.h"
#include "models/model.h"

namespace morula {

// The field whose sites are changed and compared. Throws a SpecError at `place` if the model has none.
Field compared_field(const Model& model, const SourceLocation& place);

// The changes are determined by (seed, replica), with random numbers that are used for nothing else. The
// sites are the first ones of an addressed shuffle of the lattice; each gets one of the other states, all
// equally likely.
class Perturbation {
 public:
  Perturbation(u64 seed, u64 replica, Index sites, Index changed, unsigned states);

  const std::vector<Index>& places() const { return places_; }  // in the order of the lattice
  // Changes those of the sites that lie in this slab of the lattice.
  void change(const Slab& slab, ValueType type, std::span<std::byte> values) const;

 private:
  u64 other_than(u64 state, Index site) const;

  u32x2 key_;
  unsigned states_;
  std::vector<Index> places_;
};

// Copies all fields of `from` to `to`, with one perturbation of the states for each replica.
void copy_changed(Model& from, Model& to, const Field& state, const std::vector<Perturbation>& changes);

}  // namespace morula
