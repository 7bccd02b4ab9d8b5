// What `morula check --explain` prints, for families that have something to explain.
#pragma once

#include <string>
#include <vector>

namespace morula {

// A base of a family's section (FamilySpec) beside that one.
struct Explained {
  virtual ~Explained() = default;
  virtual std::vector<std::string> explanation() const = 0;  // lines
};

}  // namespace morula
