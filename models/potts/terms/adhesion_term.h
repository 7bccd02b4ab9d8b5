// The term `adhesion`. J and the neighbourhood of contact are stored in the tissue, not in this term.
#pragma once

#include "io/section.h"
#include "models/potts/terms/adhesion_rule.h"
#include "models/potts/terms/term.h"

namespace morula::potts {

class AdhesionTerm final : public Term {
 public:
  std::string key() const override { return "adhesion"; }
  gpu::Text text() const override;
  HostFunctions host() const override { return {.energy = adhesion_energy}; }
  std::vector<Amount> amounts(const PottsSpec& spec) const override;
  std::vector<i32> words(const PottsSpec& spec, double scale) const override;
  std::optional<Neighbourhood> neighbours(const PottsSpec& spec) const override;
  bool has_energy() const override { return true; }
  double energy(const Energies& energies, const TissueSums& sums) const override;
  static void read(io::Section& section, PottsSpec& spec);
};

}  // namespace morula::potts
