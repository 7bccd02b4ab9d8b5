// The columns of series.csv.
#pragma once

#include <vector>

#include "models/model.h"
#include "models/potts/potts_engine.h"

namespace morula::potts {

// The energy of a tissue in the units of the model file.
struct TissueEnergy {
  double adhesion = 0, volume = 0, surface = 0;
  double total() const { return adhesion + volume + surface; }
};

TissueEnergy tissue_energy(const PottsSpec& spec, const Energies& energies, const ContactCounts& contacts,
                           const std::vector<CellCounts>& counts, std::span<const u8> types);

// One replica: the step is the runner's. `types` are those of its cells.
Observation observe_tissue(const PottsSpec& spec, const Energies& energies, u64 attempts, u64 accepted,
                           const ContactCounts& contacts, const std::vector<CellCounts>& counts,
                           std::span<const u8> types);

}  // namespace morula::potts
