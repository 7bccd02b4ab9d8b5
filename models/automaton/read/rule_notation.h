// What a rule's text is divided into, before its counts are read: `3D5..7/6F` is survivals 5..7, births 6,
// and the neighbourhood 6.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace morula {

struct Notation {
  std::string_view births, survivals;
  bool births_lettered = true, survivals_lettered = true;  // B3/S23, or 23/3
  std::optional<std::string_view> states;
  std::optional<std::string> neighbourhood;
  bool golly_3d = false;  // begins with 3D: numbers between commas, whatever the neighbourhood
  std::string problem;    // with a remedy
};

// The problem of a text with a colon, as in B3/S23:T64,64.
std::string bounded_grid(std::string_view text);

Notation divide_rule(std::string_view text, unsigned dimensions);

}  // namespace morula
