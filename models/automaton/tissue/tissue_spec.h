// Excitable tissue as plain data: its regions, stimuli and states.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/dialect.h"
#include "core/lattice.h"
#include "io/volume.h"
#include "models/sites/shape.h"

namespace morula {

// How long a cell stays in each phase after it has been activated, and what it takes to activate it.
struct Phases {
  u32 activated = 1, refractory = 1, relative = 0;  // steps
  u64 threshold = 1, relative_threshold = 1;

  // Resting, then each step of the cycle.
  u32 states() const { return 1 + activated + refractory + relative; }
};

// Cells that follow the same phases. Their states begin at `first_state`, which is resting.
struct TissueRegion {
  std::string name;
  Phases phases;
  u32 first_state = 0;
};

// Where a region lies; without a region, cells that are no tissue at all. Later placements cover earlier
// ones.
struct RegionPlacement {
  Shape shape;
  std::shared_ptr<const io::Volume> map;  // in the place of a shape: where its value is `value`
  u8 value = 0;
  std::optional<u32> region;

  bool contains(Site site) const;
};

struct Stimulus {
  Shape shape;
  u64 start = 0, period = 1, count = 1;

  u64 last() const { return start + period * (count - 1); }
  bool is_due(u64 time) const;
  std::optional<u64> next_from(u64 time) const;  // the first time at or after this one
};

// Activation times are stored as u32, one more than the step: 0 is for cells that were never activated.
constexpr u64 last_activation_time = (u64{1} << 32) - 2;

enum class PhaseKind { Resting, Activated, Refractory, Relative, Scar };

struct TissueSpec {
  std::vector<TissueRegion> regions;  // the first is everywhere else
  std::vector<RegionPlacement> placements;
  std::optional<u32> scar_state;  // cells that are no tissue
  std::vector<Stimulus> stimuli;
  bool keeps_activation_times = false;  // for the activation map and the velocity
  struct Path {
    Site from, to;
    u64 fewest_steps = 1;  // that a wave can take along it
  };
  std::optional<Path> velocity;
  u64 crossing_time = 0;

  PhaseKind kind_of(u32 state) const;
  u32 region_of(u32 state) const;
  u64 last_stimulus() const;
  // The state of a cell at a site, where `phase` counts from resting.
  u8 state_at(Site site, u32 phase) const;
};

}  // namespace morula
