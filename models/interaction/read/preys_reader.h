// Reads who preys on whom.
#pragma once

#include <optional>
#include <vector>

#include "io/section.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

struct Preys {
  std::vector<double> rates;  // [predator · species + prey]: 1 for a prey where they are not `own_rates`
  bool own_rates = false;     // a matrix: they are the rates themselves
};

// `preys` of the section `interaction`: `cyclic`, lists by predator, or a matrix of rates, each `most` at
// most.
std::optional<Preys> read_preys(io::Section& section, const std::vector<Species>& species, double most);

}  // namespace morula
