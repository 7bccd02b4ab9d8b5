// `potential: {light: [1, 0]}`: a vector for each type.
#pragma once

#include <array>

#include "io/section.h"
#include "models/potts/terms/potential_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

class PotentialTerm final : public Term {
 public:
  std::vector<std::array<double, 3>> of_types;  // by type; types past the end have no potential

  std::string key() const override { return "potential"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {.energy = potential_energy}; }
  std::vector<Amount> amounts(const PottsSpec& spec) const override;
  std::vector<i32> words(const PottsSpec& spec, double scale) const override;
  bool reads_direction() const override { return true; }

  std::array<double, 3> of_type(std::size_t type) const {
    return type < of_types.size() ? of_types[type] : std::array<double, 3>{};
  }
  static void read(io::Section& section, PottsSpec& spec);
};

}  // namespace morula::potts
