// The processes whose parallel order is held against the sequential one.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "models/interaction/interaction_spec.h"

namespace morula::validation {

struct Named {
  std::string name;
  InteractionSpec spec;
  std::uint64_t slower = 1;  // this many steps are what others have as one generation
  friend std::ostream& operator<<(std::ostream& out, const Named& process) { return out << process.name; }
};

// Three species in a cycle on a lattice of about this side: every way in which phases are cut, every choice
// that changes an interaction. In 3D the side is one of about as many sites.
std::vector<Named> processes(Index side);

// Small lattices on which a species soon dies out.
std::vector<Named> short_lived();

// Equal numbers of each species and, where there are to be some, of empty sites.
void start_equal(InteractionSpec& spec, bool with_empties = true);
InteractionSpec rock_paper_scissors(Index side, double mobility, double reproduction, double predation);

// Rates of an n-th, so that n generations are what one was, and each phase is a shorter time.
Named slower(Named process, std::uint64_t times);
// Lotka-Volterra, where the length of a phase shows: see docs/validation/interaction.md.
Named lotka_volterra(Index side);

InteractionSpec in_order(InteractionSpec spec, UpdateOrder order);
// Another process: every predation this many times as frequent.
InteractionSpec with_predation(InteractionSpec spec, double times);

}  // namespace morula::validation
