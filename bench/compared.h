// A paper's algorithms side by side: what was measured, and what was not.
#pragma once

#include <string>
#include <vector>

#include "io/json.h"

namespace morula {

// What was not measured, and why.
struct LeftOut {
  unsigned side = 0;
  std::string path;  // "every path" for a whole lattice
  std::string why;
};

template <typename Row>
struct Compared {
  std::vector<Row> rows;
  std::vector<LeftOut> left_out;
};

// A line each, of lattices of this many dimensions.
std::string as_text(const std::vector<LeftOut>& left_out, unsigned dimensions);
io::Json as_json(const std::vector<LeftOut>& left_out);

}  // namespace morula
