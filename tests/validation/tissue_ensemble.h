// Many runs of one tissue of the cellular Potts model, and what is measured of each.
#pragma once

#include <string>
#include <vector>

#include "models/potts/potts_engine.h"
#include "tests/validation/comparison.h"

namespace morula::validation {

struct TissueTrial {
  std::uint64_t seed = 1, runs = 8;
  std::uint64_t transient = 100, steps = 200;  // Monte Carlo steps; observed are those after the transient
  std::uint64_t between = 20;                  // from one observation of cells to the next
};

// The times that a site waits from one change to the next, as they are seen at whole Monte Carlo steps. Waits
// that are not over at the end are left out.
struct Waits {
  std::vector<std::uint64_t> of_steps;  // how many waits of 0, 1, 2, … steps

  std::uint64_t count() const;
};

struct TissueRecord {
  Samples samples;
  Waits waits;
};

// Run r is replica r of the seed: the two orders begin with the same tissues, and share no draw after that.
// The sequential order goes to the CPU, a run to a thread.
TissueRecord measure_tissue(potts::PottsSpec spec, const TissueTrial& trial, const Backend& backend);

// The greatest distance between two distribution functions.
double distance_between(const Waits& first, const Waits& second);

struct NamedTissue {
  std::string name;
  potts::PottsSpec spec;
  TissueTrial trial;
};

// Tissues in two and three dimensions: filled with cells, and of two types that sort. `scale` multiplies the
// sides of the lattices.
std::vector<NamedTissue> tissues(std::uint64_t scale);

}  // namespace morula::validation
