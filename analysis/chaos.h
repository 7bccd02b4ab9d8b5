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
  std::optional<CosineFit> fit;         // to the mean correlation
  std::optional<Spread> kappa;          // of fits to each member's own; none where one of them has none
  std::vector<std::uint64_t> peaks;     // of each member
  Spread density, moment_density;       // of maxima, per unit of time: counted, and from moments (Eq. 2)
  double kept = 0;                      // what the smoothing leaves of the amplitude of cos κt
  std::vector<double> first, smoothed;  // the first member and its Bézier curve

  // Nothing if the series has no maximum.
  std::optional<double> length_from_maxima() const;
  std::optional<double> length_from_moments() const;
  std::map<std::uint64_t, std::uint64_t> histogram() const;  // members by their number of peaks
};

struct ChaosReport {
  double start = 0, spacing = 1;
  std::size_t points = 0, members = 0;
  double width = 0;  // of the smoothing in the middle of the window, in points
  std::vector<ColumnChaos> columns;
  std::string command = {};  // that repeats the analysis
};

ChaosReport analyze_chaos(const Ensemble& ensemble, ThreadPool& threads);

// Reasons not to trust the figures of a column, each with a remedy.
std::vector<std::string> doubts(const ColumnChaos& column);

}  // namespace morula
