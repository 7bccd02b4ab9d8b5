// Which engines there are for a rule, and which of them, with which kernel, a model gets on a backend.
#pragma once

#include <string>
#include <vector>

#include "models/automaton/automaton_engine.h"
#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "tests/support/backends.h"

namespace morula::test {

// Both engines, or only the name of the default where that is the plain one, since the rule is neither a
// cycle nor a table.
inline std::vector<std::string> engines_for(const Spec& bitplane) {
  const auto& automaton = dynamic_cast<const AutomatonSpec&>(*bitplane.section);
  const bool has_bitplane = automaton.cycle || automaton.table;
  return has_bitplane ? std::vector<std::string>{"bitplane", "plain"} : std::vector<std::string>{"bitplane"};
}

// What computes the steps of this model on this backend: the kernel, on a device.
inline std::string stepped_by(const Spec& spec, const Backend& backend) {
  const auto& automaton = dynamic_cast<const AutomatonSpec&>(*spec.section);
  if (!is_bitplane(automaton)) return backend.device ? "plain kernel" : "plain on threads";
  if (!backend.device) return "bit planes on threads";
  switch (pass_kind(automaton, backend.device->info())) {
    case PassKind::TemporalBlocking:
      return "temporal blocking";
    case PassKind::SmallLattice:
      return "small lattice";
    case PassKind::SingleStep:
      break;
  }
  return "single step";
}

// What stepped_by must say of a model of which a device steps bit planes with this kernel.
inline std::string expected_on(const Backend& backend, bool is_bitplane, const std::string& kernel) {
  if (!backend.device) return is_bitplane ? "bit planes on threads" : "plain on threads";
  return is_bitplane ? kernel : "plain kernel";
}

}  // namespace morula::test
