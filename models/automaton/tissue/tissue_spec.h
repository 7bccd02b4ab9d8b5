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

// The number of steps that a cell stays in each phase after it has been activated, and the thresholds for
// activating it.
struct Phases {
  u32 activated = 1, refractory = 1, relative = 0;  // numbers of steps
  u64 threshold = 1, relative_threshold = 1;

  // Number of states: resting, and one for each step of the cycle.
  u32 states() const { return 1 + activated + refractory + relative; }
};

// Cells with the same phases. Their states begin at `first_state`, which is resting.
struct TissueRegion {
  std::string name;
  Phases phases;
  u32 first_state = 0;
};

// The place of a region, or of cells that are not tissue if `region` is empty. Later placements cover earlier
// ones.
struct RegionPlacement {
  Shape shape;
  std::shared_ptr<const io::Volume> map;  // replaces the shape: the cells where its value is `value`
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
  std::vector<TissueRegion> regions;  // the first region covers all cells without a placement
  std::vector<RegionPlacement> placements;
  std::optional<u32> scar_state;  // for cells that are not tissue
  std::vector<Stimulus> stimuli;
  bool keeps_activation_times = false;  // for the activation map or the velocity
  struct Path {
    Site from, to;
    u64 fewest_steps = 1;  // the fewest in which a wave can travel along it
  };
  std::optional<Path> velocity;
  u64 crossing_time = 0;

  PhaseKind kind_of(u32 state) const;
  u32 region_of(u32 state) const;
  u64 last_stimulus() const;
  // The state of a cell at a site; `phase` is counted from resting.
  u8 state_at(Site site, u32 phase) const;
};

}  // namespace morula
