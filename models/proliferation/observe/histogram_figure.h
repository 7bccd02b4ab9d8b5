// Histograms of fluorescence as figures, on a logarithmic axis as the bins are.
#pragma once

#include <span>
#include <string>

#include "models/proliferation/observe/cell_tables.h"
#include "models/proliferation/observe/score.h"
#include "plot/figure.h"

namespace morula {

// Counts in these bins, each as shares of its own total: the target as a filled shape, the other as an
// outline over it. A histogram of zeros is not drawn.
plot::Figure comparison_figure(const std::string& name, std::span<const double> cells,
                               std::span<const double> target, const ScoreBins& bins);

// The numbers behind it: the edges of each bin, how many cells the target has in it, and how many the other.
std::string comparison_csv(const std::string& name, std::span<const double> cells,
                           std::span<const double> target, const ScoreBins& bins);

// The cells of each type at the end of a run without a target, and all of them.
plot::Figure histogram_figure(const ProliferationSpec& spec, const CellNumbers& cells);

}  // namespace morula
