// The correlation length of a series, by the two methods of Bazeia 2017 (Sci. Rep. 7, 44900): from the width
// of its correlation function, and from the density of its maxima, τ = 1/(6<ρ>).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/cosine_fit.h"
#include "analysis/ensemble.h"
#include "analysis/spread.h"
#include "core/threads.h"

namespace morula {

struct ColumnChaos {
  std::string column;
  std::vector<Spread> correlation;      // by lag
  std::optional<CosineFit> fit;         // the fit to the mean correlation
  std::optional<Spread> kappa;          // of the fits to single members; absent if a member has no fit
  std::vector<std::uint64_t> peaks;     // number of maxima of each member
  Spread density, moment_density;       // maxima per unit of time: counted, and from moments (Eq. 2)
  double kept = 0;                      // fraction of the amplitude of cos κt that remains after smoothing
  std::vector<double> first, smoothed;  // the first member and its Bézier curve

  // Nothing if the series has no maximum.
  std::optional<double> length_from_maxima() const;
  std::optional<double> length_from_moments() const;
  std::map<std::uint64_t, std::uint64_t> histogram() const;  // number of members by their number of maxima
};

struct ChaosReport {
  double start = 0, spacing = 1;
  std::size_t points = 0, members = 0;
  double width = 0;  // width of the smoothing in the middle of the window, in points
  std::vector<ColumnChaos> columns;
  std::string command = {};  // the command that repeats the analysis
};

ChaosReport analyze_chaos(const Ensemble& ensemble, ThreadPool& threads);

// Reasons not to trust the results for a column, each with a remedy.
std::vector<std::string> doubts(const ColumnChaos& column);

}  // namespace morula
