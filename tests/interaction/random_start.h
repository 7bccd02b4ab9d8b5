// Engines that start from random states, and references that start from the same states.
#pragma once

#include <algorithm>
#include <vector>

#include "models/interaction/interaction_engine.h"
#include "tests/interaction/reference.h"

namespace morula::test {

inline constexpr u64 seed = 7;

inline std::vector<u8> random_states(const InteractionSpec& spec, u64 replica) {
  std::vector<u8> states(spec.lattice.global.sites());
  for (u64 i = 0; i < states.size(); ++i)
    states[i] = static_cast<u8>(draw({11, static_cast<u32>(replica)}, i, 0, 0).x % spec.states());
  return states;
}

inline void write_start(InteractionEngine& engine, const InteractionSpec& spec) {
  const u64 sites = spec.lattice.global.sites();
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    engine.write({replica * sites, sites}, random_states(spec, replica));
}

inline std::vector<u8> states_of(InteractionEngine& engine, const InteractionSpec& spec) {
  std::vector<u8> states(spec.replicas * spec.lattice.global.sites());
  engine.read({0, states.size()}, states);
  return states;
}

inline std::vector<u8> after(const InteractionSpec& spec, const Backend& backend, u64 generations,
                             u64 batch) {
  const auto engine = make_engine(spec, seed, backend);
  write_start(*engine, spec);
  for (u64 done = 0; done < generations; done += batch)
    engine->step(done, std::min(batch, generations - done));
  engine->finish();
  return states_of(*engine, spec);
}

// The reference for every replica, each on its own.
class References {
 public:
  explicit References(const InteractionSpec& spec) {
    for (u64 replica = 0; replica < spec.replicas; ++replica)
      of_replica.emplace_back(spec, seed, spec.first_replica + replica, random_states(spec, replica));
  }

  void generations(u64 count) {
    for (Reference& reference : of_replica)
      for (u64 i = 0; i < count; ++i) reference.generation();
  }

  std::vector<u8> states() const {
    std::vector<u8> states;
    for (const Reference& reference : of_replica)
      states.insert(states.end(), reference.states().begin(), reference.states().end());
    return states;
  }

  std::vector<Reference> of_replica;
};

inline std::vector<u8> expected(const InteractionSpec& spec, u64 generations) {
  References references(spec);
  references.generations(generations);
  return references.states();
}

// Counts and hashes of each replica, one site after the other.
inline std::vector<std::uint64_t> counts_in(const std::vector<u8>& states, const InteractionSpec& spec) {
  const u64 sites = spec.lattice.global.sites();
  std::vector<std::uint64_t> counts(spec.replicas * spec.states());
  for (u64 i = 0; i < states.size(); ++i) ++counts[i / sites * spec.states() + states[i]];
  return counts;
}

inline std::vector<Hash> hashes_in(const std::vector<u8>& states, const InteractionSpec& spec) {
  const u64 sites = spec.lattice.global.sites();
  std::vector<Hash> hashes(spec.replicas);
  for (u64 i = 0; i < states.size(); ++i) hashes[i / sites].value += hash_term(0, i % sites, states[i]);
  return hashes;
}

}  // namespace morula::test
