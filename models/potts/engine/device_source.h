// The program of a tissue for a device, and how a sub-step is shared out there.
#pragma once

#include "gpu/device.h"
#include "gpu/source.h"
#include "models/potts/engine/potts_engine.h"

namespace morula::potts {

constexpr u32 sums_group = 128;  // work-items, of everything but a sub-step

// How a sub-step is shared out: groups of work-items, each of which begins with some regions of one replica.
struct Shares {
  explicit Shares(const PottsSpec& spec);

  u64 attempts() const { return all_groups * group * each; }  // at most, in a sub-step

  u32 group = 256, each = 4;  // work-items of a group, and regions for each of them
  u32 at_once = 2;            // attempts that each begins together
  u64 groups = 1;             // of a replica
  u64 all_groups = 1;         // groups of all replicas
  u32 halvings = 0;           // see attempting_regions()
};

// How whole sub-steps are shared out in one launch (whole_kernel.h): parts of the regions.
struct WholeParts {
  WholeParts(const Shares& shares, const gpu::DeviceInfo& device);

  u64 groups = 0;  // none where groups cannot wait for each other
  u32 span = 0;    // regions of a part
  u64 count = 0;   // parts
};

constexpr u32 cut_group = 32;                         // work-items that cut a cell
constexpr u32 resolve_group = 256, least_lanes = 32;  // work-items; those for what one group has found
constexpr u32 whole_group = 768;                      // work-items: see whole_kernel.h
constexpr u32 whole_room = 4096;                      // attempts of a part that a group can list there
constexpr u32 most_buckets = 64;
constexpr u64 candidate_bytes = 64;
// Changes in numbers beyond the first two that candidates have room for.
u64 more_changes(const PottsSpec& spec);
// Bytes that a device keeps of a sub-step's candidates, and of the lists of this many cells.
u64 device_records(const PottsSpec& spec);
u64 device_lists(const PottsSpec& spec, u64 cells);

}  // namespace morula::potts
