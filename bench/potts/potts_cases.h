// The tissues on which the cellular Potts model is measured: periodic lattices filled with square or cubic
// cells of one type, with J 8 between cells, λ 1, and their initial volume as the target.
#pragma once

#include <cstdint>
#include <string>

#include "models/spec.h"

namespace morula {

struct PottsCase {
  unsigned dimensions = 2;
  unsigned side = 0;
  unsigned width = 8;  // of a cell
  double temperature = 20;
  std::string order = "parallel";
  unsigned range = 1;  // of contacts: 8 or 26 neighbours; 2: 24 or 124

  std::uint64_t sites() const;
  std::uint64_t volume() const;  // of a cell
  std::string name() const;      // as in the tables: "200^2, cells of 10^2, T 10, sequential"
};

Spec spec_of(const PottsCase& tissue);
std::uint64_t sub_steps_of(const Spec& spec);  // of the first Monte Carlo step in the parallel order

}  // namespace morula
