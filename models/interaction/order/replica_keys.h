// The keys of a batch: replica r draws from (seed, r), alone or among others.
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
