// The parts of a rule's text before its counts are read: `3D5..7/6F` has survivals 5..7, births 6, and the
// neighbourhood 6.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace morula {

struct Notation {
  std::string_view births, survivals;
  bool births_lettered = true, survivals_lettered = true;  // true in B3/S23, false in 23/3
  std::optional<std::string_view> states;
  std::optional<std::string> neighbourhood;
  bool golly_3d = false;  // begins with 3D; counts are then separated by commas in every neighbourhood
  std::string problem;    // with a remedy; empty if there is none
};

// The error message for a text with a colon, as in B3/S23:T64,64.
std::string bounded_grid(std::string_view text);

Notation divide_rule(std::string_view text, unsigned dimensions);

}  // namespace morula
