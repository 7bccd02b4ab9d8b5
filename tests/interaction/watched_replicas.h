// Three replicas with feedback, in an engine and in the reference. The rates of the second are set before the
// first generation; the first is frozen, then the third; and after two generations a part of the second is
// overwritten.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/interaction/cases.h"
#include "tests/interaction/random_start.h"

namespace morula::test {

struct Watched {
  std::vector<std::vector<std::uint64_t>> counts;  // after each generation
  std::vector<u8> states;
  std::vector<Hash> hashes;
};

struct Patch {
  explicit Patch(const InteractionSpec& spec)
      : first(spec.lattice.global.sites() * 3 / 2), states(spec.lattice.global.sites() / 3, 1) {}
  u64 first;  // counted through all replicas
  std::vector<u8> states;
};

inline constexpr double entropy_set = 0.37;  // as a fraction of the greatest entropy

inline Watched watched_in(const InteractionSpec& spec, const Backend& backend) {
  const auto engine = make_engine(spec, seed, backend);
  write_start(*engine, spec);
  engine->set_rates(1, action_thresholds(spec, entropy_set));
  Watched watched;
  for (u64 done = 0; done < 3; ++done) {
    engine->step(done, 1);
    if (done < 2) engine->freeze(2 * done);
    watched.counts.push_back(engine->count_states());
    if (const Patch patch(spec); done == 1) engine->write({patch.first, patch.states.size()}, patch.states);
  }
  watched.states = states_of(*engine, spec);
  watched.hashes = engine->hashes();
  // A slab that begins and ends inside replicas.
  const u64 first = Patch(spec).first;
  std::vector<u8> slab(spec.lattice.global.sites() - 1);
  engine->read({first, slab.size()}, slab);
  EXPECT_TRUE(std::equal(slab.begin(), slab.end(), watched.states.begin() + std::ptrdiff_t(first)));
  return watched;
}

inline Watched watched_in_reference(const InteractionSpec& spec) {
  InteractionSpec set = spec;
  for (Species& species : set.species)
    species.mobility =
        spec.feedback->at_zero + (spec.feedback->at_greatest - spec.feedback->at_zero) * entropy_set;
  References references(spec);
  references.of_replica[1] = Reference(set, seed, spec.first_replica + 1, random_states(spec, 1));
  const u64 sites = spec.lattice.global.sites();
  Watched watched;
  for (u64 done = 0; done < 3; ++done) {
    if (done < 1) references.of_replica[0].generation();
    references.of_replica[1].generation();
    if (done < 2) references.of_replica[2].generation();
    watched.counts.push_back(counts_in(references.states(), spec));
    if (const Patch patch(spec); done == 1)
      references.of_replica[1].overwrite(patch.first - sites, patch.states);
  }
  watched.states = references.states();
  watched.hashes = hashes_in(watched.states, spec);
  return watched;
}

}  // namespace morula::test
