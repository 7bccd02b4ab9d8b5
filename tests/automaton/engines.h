// The engines that can run a rule, and the engine and kernel that a model gets on a backend.
#pragma once

#include <string>
#include <vector>

#include "models/automaton/automaton_engine.h"
#include "models/automaton/bitplane/device/bitplane_passes.h"
#include "tests/support/backends.h"

namespace morula::test {

// Both engines; only the default engine if that is the plain one, because the rule is neither a cycle nor a
// table.
inline std::vector<std::string> engines_for(const Spec& bitplane) {
  const auto& automaton = dynamic_cast<const AutomatonSpec&>(*bitplane.section);
  const bool has_bitplane = automaton.cycle || automaton.table;
  return has_bitplane ? std::vector<std::string>{"bitplane", "plain"} : std::vector<std::string>{"bitplane"};
}

// The engine, or on a device the kernel, that steps this model on this backend.
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

// The expected value of stepped_by() for a model whose bit planes a device steps with this kernel.
inline std::string expected_on(const Backend& backend, bool is_bitplane, const std::string& kernel) {
  if (!backend.device) return is_bitplane ? "bit planes on threads" : "plain on threads";
  return is_bitplane ? kernel : "plain kernel";
}

}  // namespace morula::test
