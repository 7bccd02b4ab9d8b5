// The parallel order: how the lattice is divided into regions, and when each region has its turn.
#pragma once

#include <array>

#include "core/draw.h"
#include "models/potts/order/region_rule.h"
#include "models/potts/potts_spec.h"

namespace morula::potts {

// The reach: the largest distance along an axis at which an attempt reads sites. No site within this distance
// may change at the same time.
u32 reach_of(const PottsSpec& spec);

// A region in a sub-step.
struct Region {
  u32 number = 0;  // along x, then y, then z
  std::array<SiteRange, 3> ranges;

  u64 sites() const { return u64{ranges[0].count} * ranges[1].count * ranges[2].count; }
};

// What is drawn for a round, in which every region has one turn.
struct Round {
  std::array<u32, 3> origin = {};
  u32 order_of_kinds = 0;  // see kind_in_round()
};

// At most so many regions of all replicas have their turn in a sub-step, each with so many attempts.
constexpr u64 most_regions = u64{1} << 30, most_attempts_in_turn = 0xFFFF0000;

struct Regions {
  explicit Regions(const PottsSpec& spec);

  std::array<DividedAxis, 3> axes;
  u32 turns = 1;          // of a region in a Monte Carlo step
  u32 kinds = 1;          // of regions; those of one kind have their turn in the same sub-step
  u64 most_attempts = 1;  // of a region in a turn

  RegionGrid grid() const { return {axes[0].parts, axes[1].parts, axes[2].parts}; }
  u64 count() const { return u64{axes[0].parts} * axes[1].parts * axes[2].parts; }  // of one kind
  u64 sub_steps() const { return u64{turns} * kinds; }                              // in a step

  // The parity of the intervals of a kind along an axis.
  u32 parity(u32 kind, std::size_t axis) const { return kind >> bits_[axis] & divided_[axis]; }
  Region region(u32 rank, u32 kind, const Round& round) const;

 private:
  std::array<u32, 3> bits_ = {}, divided_ = {};
};

DividedAxis divided_axis(u64 sites, Boundary boundary, u32 region_side);

Round drawn_round(const Regions& regions, u32x2 key, u64 round);

}  // namespace morula::potts
