// Settings of a constraint λ (n − target)² on a number n of a cell, as a user may write them for each type.
#pragma once

#include <optional>
#include <vector>

#include "core/dialect.h"
#include "models/potts/terms/constraint_rule.h"

namespace morula::potts {

struct Constraint {
  double target = 0, strength = 0;
};

// By type; types without one are not constrained.
using Constraints = std::vector<std::optional<Constraint>>;

inline std::optional<Constraint> constraint_of(const Constraints& constraints, std::size_t type) {
  return type < constraints.size() ? constraints[type] : std::nullopt;
}
inline bool any_constrained(const Constraints& constraints) {
  for (const auto& constraint : constraints)
    if (constraint) return true;
  return false;
}

}  // namespace morula::potts
