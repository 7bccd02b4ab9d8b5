// The program of a tissue for a device, and the division of a sub-step into work-groups.
#pragma once

#include "gpu/device.h"
#include "gpu/source.h"
#include "models/potts/engine/potts_engine.h"

namespace morula::potts {

constexpr u32 sums_group = 128;  // work-items of a group in all kernels outside sub-steps

// Division of a sub-step into work-groups. Each work-item begins with some attempts of one replica.
struct Shares {
  explicit Shares(const PottsSpec& spec);

  // Attempts of a sub-step are numbered below this, through all replicas. Some of them are not made.
  u64 attempts() const { return all_groups * group * each; }

  u32 group = 256, each = 4;  // work-items of a group, and attempts for each of them
  u32 at_once = 2;            // attempts that a work-item begins together
  u64 groups = 1;             // groups of a replica
  u64 all_groups = 1;         // groups of all replicas
};

// Division of the attempts into parts, for whole sub-steps in one launch (whole_kernel.h).
struct WholeParts {
  WholeParts(const Shares& shares, const gpu::DeviceInfo& device);

  u64 groups = 0;  // 0 if groups cannot wait for each other
  u32 span = 0;    // attempts of a part
  u64 count = 0;   // number of parts
};

constexpr u32 cut_group = 32;       // work-items that cut a cell
constexpr u32 resolve_group = 256;  // work-items of a group
constexpr u32 least_lanes = 32;     // work-items for the candidates of one group
constexpr u32 whole_group = 768;    // work-items: see whole_kernel.h
constexpr u32 whole_room = 4096;    // attempts of a part that a group can list there
constexpr u32 most_buckets = 64;
constexpr u64 candidate_bytes = 64;
// Count of changes in numbers for which candidates themselves have no room: all but the first two.
u64 more_changes(const PottsSpec& spec);
// Bytes that a device needs for the candidates of a sub-step and for the lists of this many cells.
u64 device_records(const PottsSpec& spec);
u64 device_lists(const PottsSpec& spec, u64 cells);

}  // namespace morula::potts
