// Compares a Monte Carlo step in which all cells divide with one in which none does.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/json.h"
#include "models/backend.h"

namespace morula {

struct DivisionWave {
  std::uint64_t sites = 0, divisions = 0;
  double seconds = 0;        // of the step with the divisions
  double quiet_seconds = 0;  // of a step without divisions: the mean of the two before
};

// The same cells divide twice. The second time, buffers already exist, and the table of cells doubles again.
std::vector<DivisionWave> bench_divisions(const Backend& backend);

std::string as_text(const std::vector<DivisionWave>& waves);
io::Json as_json(const std::vector<DivisionWave>& waves);

}  // namespace morula
