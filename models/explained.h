// The output of `morula check --explain`, for families that have something to explain.
#pragma once

#include <string>
#include <vector>

namespace morula {

// A second base class of a family's section, besides FamilySpec.
struct Explained {
  virtual ~Explained() = default;
  virtual std::vector<std::string> explanation() const = 0;  // one line each
};

}  // namespace morula
