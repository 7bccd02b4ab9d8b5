// A paper's algorithms side by side: what was measured, and what was not.
#pragma once

#include <string>
#include <vector>

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

}  // namespace morula
