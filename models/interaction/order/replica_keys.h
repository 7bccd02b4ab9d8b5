// The random keys of the replicas in a batch. Replica r draws from (seed, r), whether it is run alone or with
// others.
#pragma once

#include <vector>

#include "core/stream.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

inline std::vector<u32x2> replica_keys(const InteractionSpec& interaction, std::uint64_t seed,
                                       Purpose purpose) {
  std::vector<u32x2> keys;
  for (std::uint64_t i = 0; i < interaction.replicas; ++i)
    keys.push_back(stream(seed, purpose, interaction.first_replica + i));
  return keys;
}

}  // namespace morula
