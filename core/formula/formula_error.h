// An error in a formula, with its place.
#pragma once

#include <stdexcept>
#include <string>

namespace morula::formula {

// A place in a formula; lines and columns count from 1.
struct Place {
  int line = 1;
  int column = 1;
  friend bool operator==(const Place&, const Place&) = default;
};

// "column 7", or "line 2, column 7" if the formula has several lines.
std::string to_string(const Place& place, bool has_lines);

class FormulaError : public std::runtime_error {
 public:
  FormulaError(Place where, const std::string& what) : std::runtime_error(what), place(where) {}
  Place place;
};

}  // namespace morula::formula
