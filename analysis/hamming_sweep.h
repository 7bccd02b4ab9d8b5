// Hamming distances of competing species as a function of mobility, for several numbers of species.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/hamming.h"

namespace morula {

struct SweepChoice {
  std::vector<double> mobility;        // if empty, the mobility of the model file
  std::vector<std::uint64_t> species;  // likewise; needs `preys: cyclic`
};

struct SweepPoint {
  std::uint64_t species = 0;
  double mobility = 0, reproduction = 0, predation = 0;
  std::vector<std::string> overrides;  // the changes of the model file for this point

  std::string name() const;  // "species-3-mobility-0.5"
};

struct SweptHamming {
  SweepPoint point;
  HammingReport report;
};

// The points for every number of species with every mobility, in the order given. The sum of the three rates
// stays the same: reproduction and predation share the part that mobility does not use, and keep their
// proportion. Throws SpecError if the model of a point would not be valid.
std::vector<SweepPoint> sweep_points(const HammingChoice& choice, const SweepChoice& sweep);

}  // namespace morula
