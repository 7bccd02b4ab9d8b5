// Results of comparing a paper's algorithms, and the measurements that were left out.
#pragma once

#include <string>
#include <vector>

#include "io/json.h"

namespace morula {

// A measurement that was left out, and the reason.
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

// One line for each, for lattices with this number of dimensions.
std::string as_text(const std::vector<LeftOut>& left_out, unsigned dimensions);
io::Json as_json(const std::vector<LeftOut>& left_out);

}  // namespace morula
