// Our engines of membranes on one backend: rules that apply, and rules that are examined, per second.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "io/json.h"
#include "models/backend.h"

namespace morula {

struct MembraneRate {
  std::string what, who;
  std::optional<unsigned> threads;  // none on a device
  std::uint64_t membranes = 0;      // at the end
  std::uint64_t steps = 0;          // steps measured
  double applied = 0;               // rules applied in these steps
  std::optional<double> examined;   // if every rule is examined in every membrane and step
  double seconds = 0;
  std::string known;  // rates that others reach

  double applied_per_second() const { return applied / seconds; }
};

std::vector<MembraneRate> bench_membranes(const Backend& backend);

std::string as_text(const std::vector<MembraneRate>& rows);
io::Json as_json(const std::vector<MembraneRate>& rows);

}  // namespace morula
