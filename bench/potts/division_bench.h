// A Monte Carlo step in which all cells divide, beside one in which none does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/json.h"
#include "models/backend.h"

namespace morula {

struct DivisionWave {
  std::uint64_t sites = 0, divisions = 0;
  double seconds = 0;        // of the step in which they happen
  double quiet_seconds = 0;  // of the same step, if nothing divides: the mean of the two before it
};

// The same cells twice: the second time, buffers are there and the table of cells grows to twice its rows
// again.
std::vector<DivisionWave> bench_divisions(const Backend& backend);

std::string as_text(const std::vector<DivisionWave>& waves);
io::Json as_json(const std::vector<DivisionWave>& waves);

}  // namespace morula
