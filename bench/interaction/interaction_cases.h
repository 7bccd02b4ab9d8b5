// The model on which species are measured: three species that prey on each other in a cycle and swap places,
// in two dimensions with 8 neighbours.
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
  std::string name() const;  // as in the tables: "0.5 0.25 0.25, 1024^2, plain engine"
};

Spec spec_of(const InteractionCase& bench_case);

// A model whose initial state is made quickly: large lattices repeat the state of a small one.
std::unique_ptr<Model> model_of(const InteractionCase& bench_case, const Backend& backend);

}  // namespace morula
