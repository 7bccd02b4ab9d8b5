// The series of a tissue, computed from sums of whole numbers over its sites and cells.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/model.h"
#include "models/potts/engine/potts_engine.h"
#include "models/series/series_column.h"

namespace morula::potts {

// The sums of one replica, in the order of TissueSums. `numbers` are the numbers kept for its cells.
Sums cell_sums(const Energies& energies, u64 accepted, const ContactCounts& contacts,
               const std::vector<i32>& numbers, const CellTable& cells, u64 replica);

// The terms that are energies, and the energy of each in the units of the model file.
std::vector<std::string> terms_with_energy(const PottsSpec& spec);
std::vector<double> energies_of_terms(const PottsSpec& spec, const Energies& energies,
                                      const TissueSums& sums);

std::vector<std::string> cell_columns(const PottsSpec& spec);
std::vector<SeriesColumn> typed_columns(const PottsSpec& spec);  // without the column of replicas
SeriesFigure cell_figure(const PottsSpec& spec);                 // layout of the plot
// A row for each replica. `sums` has the sums of one replica after the other. All replicas have made the same
// number of `attempts`.
std::vector<Row> cell_rows(const PottsSpec& spec, const Energies& energies, u64 attempts, const Sums& totals);

}  // namespace morula::potts
