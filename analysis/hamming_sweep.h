// Hamming distances of competing species against mobility, for several numbers of species.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/hamming.h"

namespace morula {

struct SweepChoice {
  std::vector<double> mobility;        // the model file's own, if none
  std::vector<std::uint64_t> species;  // likewise; `preys: cyclic`
};

struct SweepPoint {
  std::uint64_t species = 0;
  double mobility = 0, reproduction = 0, predation = 0;
  std::vector<std::string> overrides;  // that make it of the model file

  std::string name() const;  // "species-3-mobility-0.5"
};

struct SweptHamming {
  SweepPoint point;
  HammingReport report;
};

// Every number of species with every mobility, in the order given. Reproduction and predation keep their
// proportion and share what the mobility leaves of the sum of the three rates, which stays as it was. Throws
// SpecError if the model of a point would not be valid.
std::vector<SweepPoint> sweep_points(const HammingChoice& choice, const SweepChoice& sweep);

}  // namespace morula
