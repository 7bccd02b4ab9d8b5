// Histograms of fluorescence as figures, with a logarithmic axis like their bins.
#pragma once

#include <span>
#include <string>

#include "models/proliferation/observe/cell_tables.h"
#include "models/proliferation/observe/score.h"
#include "plot/figure.h"

namespace morula {

// Counts in these bins as shares of the total of each histogram: the target as a filled area, the other as an
// outline over it. A histogram without cells is not drawn.
plot::Figure comparison_figure(const std::string& name, std::span<const double> cells,
                               std::span<const double> target, const ScoreBins& bins);

// The numbers behind the figure: the edges of each bin, and the number of cells of each histogram in it.
std::string comparison_csv(const std::string& name, std::span<const double> cells,
                           std::span<const double> target, const ScoreBins& bins);

// The cells of each type, and of all types, at the end of a run without a target.
plot::Figure histogram_figure(const ProliferationSpec& spec, const CellNumbers& cells);

}  // namespace morula
