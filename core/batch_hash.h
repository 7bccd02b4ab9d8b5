// The state hash of a batch of replicas. Each replica's hash is mixed with the replica's number, so the same
// states in another order give another hash.
#pragma once

#include <span>

#include "core/hash.h"

namespace morula {

inline Hash hash_of_batch(std::span<const Hash> replicas, u64 first) {
  Hash batch{0};
  for (std::size_t i = 0; i < replicas.size(); ++i) batch.value += mix64(replicas[i].value + first + i);
  return batch;
}

}  // namespace morula
