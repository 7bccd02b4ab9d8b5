// The record of a run that is done: a line of the journal, and a row of runs.csv.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/hash.h"

namespace morula::sweep {

// The values are stored as text, exactly as in runs.csv; a text is empty if there is no number.
struct MeasuredColumn {
  std::string name, last;
  std::string mean{}, sd{};
};

struct RunRecord {
  Hash point;
  std::uint64_t replica = 0, seed = 0;
  bool halted = false;     // the run halted before its last step
  std::uint64_t step = 0;  // the step at which it ended
  Hash state;
  Hash series;  // hash of the text of series.csv, if it is kept
  std::vector<MeasuredColumn> columns;
  bool measured = false;  // means and standard deviations were computed
  // The members below may differ between machines.
  double seconds = 0;
  std::uint64_t updates = 0;
  std::string unit, backend, device;
};

std::string to_line(const RunRecord& record);
RunRecord record_from(std::string_view line);  // throws JsonError

}  // namespace morula::sweep
