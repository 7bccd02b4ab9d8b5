// The columns of series.csv.
#pragma once

#include <string>
#include <vector>

#include "models/membrane/membrane_engine.h"
#include "models/membrane/membrane_spec.h"
#include "models/model.h"
#include "models/series_figure.h"

namespace morula::membrane {

// The columns are: membranes, applications; membranes_L for each label L and, with `by_charge`, membranes_L+
// and membranes_L-; for each observed object X, its number in all membranes, and environment_X.
std::vector<std::string> membrane_columns(const MembraneSpec& spec);
SeriesFigure membrane_figure(const MembraneSpec& spec);  // how they are drawn

// Applications and membranes by class; then, for each observed object, its number in all membranes and in the
// environment.
Sums membrane_sums(const MembraneSpec& spec, MembraneEngine& engine);
Row membrane_row(const MembraneSpec& spec, const Sums& totals);

}  // namespace morula::membrane
