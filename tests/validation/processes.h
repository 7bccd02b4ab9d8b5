// The processes for which the parallel order is compared with the sequential one.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "models/interaction/interaction_spec.h"

namespace morula::validation {

struct Named {
  std::string name;
  InteractionSpec spec;
  std::uint64_t slower = 1;  // number of steps that correspond to one generation of others
  friend std::ostream& operator<<(std::ostream& out, const Named& process) { return out << process.name; }
};

// Three species in a cycle on a lattice of about this side, with every way of dividing it into phases and
// every option that changes an interaction. In 3D the side is such that there are about as many sites.
std::vector<Named> processes(Index side);

// Processes on small lattices, on which a species soon dies out.
std::vector<Named> short_lived();

// Starts with equal numbers of each species and, if `with_empties`, of empty sites.
void start_equal(InteractionSpec& spec, bool with_empties = true);
InteractionSpec rock_paper_scissors(Index side, double mobility, double reproduction, double predation);

// Divides all rates by n, so that n generations correspond to one before, and each phase takes a shorter
// time.
Named slower(Named process, std::uint64_t times);
// The Lotka-Volterra model, in which the length of a phase matters: see docs/validation/interaction.md.
Named lotka_volterra(Index side);

InteractionSpec in_order(InteractionSpec spec, UpdateOrder order);
// A different process, in which every predation is this many times as frequent.
InteractionSpec with_predation(InteractionSpec spec, double times);

}  // namespace morula::validation
