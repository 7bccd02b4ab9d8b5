// The model that the species' figures are of: three species that prey in a cycle and swap places, in two
// dimensions with 8 neighbours.
#pragma once

#include <memory>
#include <string>

#include "models/backend.h"
#include "models/model.h"
#include "models/spec.h"

namespace morula {

struct InteractionRates {
  double mobility = 0.5, reproduction = 0.25, predation = 0.25;  // two binary digits suffice for these
};

struct InteractionCase {
  unsigned side = 1024;
  InteractionRates rates = {};
  std::string order = "parallel";
  std::string engine = "bitplane";
  unsigned replicas = 1;

  std::uint64_t sites() const { return std::uint64_t{side} * side * replicas; }
  std::string name() const;  // as the tables have it: "0.5 0.25 0.25, 1024^2, plain engine"
};

Spec spec_of(const InteractionCase& bench_case);

// Whose initial state is made in a time that one waits for: large lattices are paved with a small one's.
std::unique_ptr<Model> model_of(const InteractionCase& bench_case, const Backend& backend);

}  // namespace morula
