// The program of a tissue for a device.
#pragma once

#include "gpu/device.h"
#include "gpu/source.h"
#include "models/potts/engine/potts_engine.h"

namespace morula::potts {

constexpr u32 sums_group = 128;   // work-items of a group in kernels that make no copies
constexpr u32 cut_group = 32;     // work-items that cut a cell
constexpr u32 team_size = 32;     // TEAM of the dialect
constexpr u32 claim_group = 256;  // work-items of a group: see exclusive/exclusive_kernels.h
constexpr u64 exclusive_copy_bytes = 36;

// How many groups of kernels that make copies run at the same time, so that they may wait for each other, and
// how many teams each of them has. 0 groups on a device that cannot do that: then a group is one team.
struct GroupsTogether {
  u32 teams = 1;
  u64 groups = 0;
};
GroupsTogether groups_together(const PottsSpec& spec, const gpu::DeviceInfo& device);

gpu::Source potts_source(const PottsSpec& spec, const GroupsTogether& together);

}  // namespace morula::potts
