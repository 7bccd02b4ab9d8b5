// What is written of cells, simulated or expected: the tables and the score of a run directory.
#pragma once

#include <string>
#include <vector>

#include "models/model.h"
#include "models/proliferation/proliferation_spec.h"

namespace morula {

// Cells at the end, [type][generation][bin], and living at each time observed, [time][type][generation].
struct CellNumbers {
  std::vector<double> ends;
  std::vector<double> living;
  unsigned generations = 1;

  double end(std::size_t bins, std::size_t type, std::size_t generation, std::size_t bin) const {
    return ends[(type * generations + generation) * bins + bin];
  }
};

std::vector<Result> cell_results(const ProliferationSpec& spec, const CellNumbers& cells);

struct Score {
  double hellinger = 0, procell = 0;
};
Score score_of(const ProliferationSpec& spec, const Target& target, const CellNumbers& cells);

}  // namespace morula
