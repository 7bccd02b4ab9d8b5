// Results from lineages: the time from one division of a cell to the next, and the sizes of clones.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "analysis/genealogy.h"
#include "analysis/spread.h"

namespace morula {

struct LineageChoice {
  std::vector<std::filesystem::path> runs;  // run directories with a lineage.csv, or such files
};

// The time between a cell's birth or last division and its next division. The first interval of a founder,
// a cell of the initial state, is left out, since the founder was born at an unknown time before the run.
struct DivisionInterval {
  std::uint64_t run = 0, cell = 0;
  unsigned type = 0;  // the last recorded type of the cell
  std::uint64_t divided = 0, interval = 0;
};

struct DivisionsOfType {
  std::string name;
  std::uint64_t cells = 0, divisions = 0, deaths = 0;
  std::vector<double> intervals;
  Spread time;  // mean and standard deviation of the intervals
};

// The number of living cells that descend from one founder, at each of LineageReport::times.
struct Clone {
  std::uint64_t run = 0, founder = 0;
  std::vector<std::uint64_t> sizes;
};

struct LineageReport {
  std::string command;          // the command that repeats the analysis
  std::vector<Genealogy> runs;  // one for each replica of each run
  std::vector<DivisionInterval> intervals;
  std::vector<DivisionsOfType> types;
  std::vector<std::uint64_t> times;  // evenly spaced steps, and the last step
  std::vector<Clone> clones;
};

// Throws SpecError if a file is not a table of lineages.
LineageReport analyze_lineage(const LineageChoice& choice);

}  // namespace morula
