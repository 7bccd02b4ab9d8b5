// The columns of series.csv.
#pragma once

#include <string>
#include <vector>

#include "models/membrane/membrane_engine.h"
#include "models/membrane/membrane_spec.h"
#include "models/model.h"
#include "models/series_figure.h"

namespace morula::membrane {

// membranes, applications; membranes_L of each label, and with `by_charge` membranes_L+ and membranes_L-; for
// each object observed X, how many there are everywhere, and environment_X.
std::vector<std::string> membrane_columns(const MembraneSpec& spec);
SeriesFigure membrane_figure(const MembraneSpec& spec);  // how they are drawn

// Applications, membranes by class, then of each object observed: everywhere, and in the environment.
Sums membrane_sums(const MembraneSpec& spec, MembraneEngine& engine);
Row membrane_row(const MembraneSpec& spec, const Sums& totals);

}  // namespace morula::membrane
