// Reads who preys on whom.
#pragma once

#include <optional>
#include <vector>

#include "io/section.h"
#include "models/interaction/interaction_spec.h"

namespace morula {

struct Preys {
  std::vector<double> rates;  // [predator · species + prey]; unless `own_rates`, 1 for each prey
  bool own_rates = false;     // the preys were given as a matrix of rates
};

// Reads `preys` of the section `interaction`: `cyclic`, lists by predator, or a matrix of rates, none of
// which may be above `most`.
std::optional<Preys> read_preys(io::Section& section, const std::vector<Species>& species, double most);

}  // namespace morula
