// The parallel order: how regions are laid in each sub-step, and how many sub-steps make a Monte Carlo step.
#pragma once

#include <array>

#include "core/draw.h"
#include "models/potts/order/region_rule.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// One axis of the lattice. Regions of `region` sites begin at every multiple of `stride` from the origin.
struct Cut {
  u32 side = 1;
  u32 region = 1;
  u32 stride = 1;
  u32 parts = 1;    // regions laid
  u32 origins = 1;  // the origin is drawn from the numbers 0 to origins - 1
  bool periodic = false;
};

Cut cut_axis(u64 side, Boundary boundary, u32 region);

// The reach: the largest distance along an axis at which an attempt reads sites. No other site within this
// distance may change in the same sub-step.
u32 reach_of(const PottsSpec& spec);

// R, the side of a region, and k, the thinning: in a sub-step one of k regions makes an attempt. Both depend
// on the model file alone: see README.md.
u32 region_side(const PottsSpec& spec);
u32 thinning(const PottsSpec& spec);
constexpr u64 most_thinning = 256;
constexpr u64 most_regions = 0xFF000000;  // their numbers have 32 bits

struct Regions {
  explicit Regions(const PottsSpec& spec);

  u64 until(u64 step) const;        // sub-steps that are done when this many Monte Carlo steps are
  u64 step_of(u64 sub_step) const;  // the Monte Carlo step that it belongs to, counted from 0
  // The mean number of attempts inside the lattice. At walls, some are made outside and are not counted.
  u64 attempts(u64 sub_steps) const;
  u64 count() const { return u64{cuts[0].parts} * cuts[1].parts * cuts[2].parts; }
  // The attempts of a sub-step are numbered below this. In the last block, some have no region and are not
  // made.
  u64 attempt_numbers() const;
  u32 region_sites() const { return cuts[0].region * cuts[1].region * cuts[2].region; }

  std::array<Cut, 3> cuts;
  AttemptBlocks blocks = {1, 1, 0};

 private:
  u64 sites_;
  u64 numerator_ = 1, denominator_ = 1;  // sub-steps a Monte Carlo step
};

// Where the regions of a sub-step begin.
std::array<u32, 3> drawn_origin(const Regions& regions, u32x2 key, u64 sub_step);

}  // namespace morula::potts
