// The comparison of Nisoli (2018), measured on one backend.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/backend.h"

namespace morula {

// The paper's figures: one simulation, including the copy of its histogram to the host.
struct UntilTime {
  unsigned until = 0;  // hours
  std::string path;
  std::uint64_t runs = 0;   // number of measured runs
  double seconds = 0;       // their mean
  std::uint64_t cells = 0;  // in the histogram
};

struct UntilLeftOut {
  unsigned until = 0;
  std::string path, why;
};

struct UntilTable {
  std::vector<UntilTime> rows;
  std::vector<UntilLeftOut> left_out;
};

constexpr auto nisoli_one_core_name = "one core";

// Throws an Error if two paths give different histograms. `depth` is the number of levels that some of the
// paper's paths compute in one launch; by default they infer it.
UntilTable compare_until(const Backend& backend, std::optional<unsigned> depth);

}  // namespace morula
