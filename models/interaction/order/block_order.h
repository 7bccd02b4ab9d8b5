// The parallel order: how a lattice is cut in each phase, and how many phases make a generation.
#pragma once

#include <array>

#include "core/lattice.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

// One axis of the lattice, cut into blocks (2 sites) or actors (every third site).
struct Cut {
  u64 side = 1;
  u64 stride = 2;
  bool periodic = true;

  u32 offsets() const;  // offsets are 0, 1, … and one less than this
  u64 parts() const;    // blocks or actors, at any offset
};

struct Phases {
  explicit Phases(const InteractionSpec& interaction);

  u64 until(u64 generation) const;  // phases that are done when so many generations are
  // Words of 32 parts along x, in a phase.
  u64 words() const { return words_x * cuts[1].parts() * cuts[2].parts(); }

  std::array<Cut, 3> cuts;
  u64 words_x = 1;

 private:
  u64 numerator_ = 1, denominator_ = 1;  // phases a generation
};

}  // namespace morula
