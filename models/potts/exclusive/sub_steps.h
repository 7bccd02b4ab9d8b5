// The order of `exclusive`, the rule of Tapia and D'Souza: how regions are laid in each sub-step, and how
// many sub-steps make a Monte Carlo step.
#pragma once

#include <array>

#include "core/draw.h"
#include "models/potts/exclusive/sub_step_rule.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// One axis of the lattice. Regions of `region` sites begin at every multiple of `stride` from the origin.
struct ExclusiveAxis {
  u32 side = 1;
  u32 region = 1;
  u32 stride = 1;
  u32 parts = 1;    // regions laid
  u32 origins = 1;  // the origin is drawn from the numbers 0 to origins - 1
  bool periodic = false;
};

ExclusiveAxis exclusive_axis(u64 side, Boundary boundary, u32 region);

// The side of a region: at least 2, or the reach.
u32 exclusive_side(const PottsSpec& spec);
constexpr u64 widest_exclusive_region = 64;
constexpr u64 most_exclusive_regions = 0xFF000000;  // their numbers have 32 bits

struct SubSteps {
  explicit SubSteps(const PottsSpec& spec);

  u64 until(u64 step) const;        // sub-steps that are done when this many Monte Carlo steps are
  u64 step_of(u64 sub_step) const;  // the Monte Carlo step that it belongs to, counted from 0
  // The mean number of attempts inside the lattice. At walls, some are made outside and are not counted.
  u64 attempts(u64 sub_steps) const;
  u64 regions() const { return u64{axes[0].parts} * axes[1].parts * axes[2].parts; }
  u32 region_sites() const { return axes[0].region * axes[1].region * axes[2].region; }

  std::array<ExclusiveAxis, 3> axes;

 private:
  u64 sites_;
  u64 numerator_ = 1, denominator_ = 1;  // sub-steps of a Monte Carlo step
};

// Where the regions of a sub-step begin.
std::array<u32, 3> drawn_origin(const SubSteps& sub_steps, u32x2 key, u64 sub_step);

}  // namespace morula::potts
