// The series of a tissue, from sums of whole numbers over its sites and cells.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/model.h"
#include "models/potts/potts_engine.h"

namespace morula::potts {

// Of one replica: accepted copies; contacts and faces by pairs of types; cells, sites, squares of volumes,
// and energies in fixed point of each type.
Sums cell_sums(const PottsSpec& spec, const Energies& energies, u64 accepted, const ContactCounts& contacts,
               const std::vector<CellCounts>& counts, std::span<const u8> types);

// The energy of a tissue in the units of the model file.
struct EnergyTerms {
  double adhesion = 0, volume = 0, surface = 0;
  double total() const { return adhesion + volume + surface; }
};
EnergyTerms energy_terms(const PottsSpec& spec, const Energies& energies, std::span<const u64> sums);

std::vector<std::string> cell_columns(const PottsSpec& spec);
SeriesFigure cell_figure(const PottsSpec& spec);  // how they are drawn
// A row for each replica, whose sums lie one behind the other. All have made as many `attempts`.
std::vector<Row> cell_rows(const PottsSpec& spec, const Energies& energies, u64 attempts, const Sums& totals);

}  // namespace morula::potts
