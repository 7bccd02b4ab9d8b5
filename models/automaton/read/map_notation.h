// Golly's MAP notation: any rule of two states and eight neighbours, as the 512 bits of its table in base64.
#pragma once

#include <string>
#include <string_view>

#include "models/automaton/read/hensel_letters.h"

namespace morula {

struct MapRule {
  Arrangements born_with, survives_with;
  std::string problem;  // what is wrong, with a remedy
};

bool is_map(std::string_view rule);
MapRule read_map_rule(std::string_view rule);
std::string map_text(const Arrangements& born_with, const Arrangements& survives_with);

}  // namespace morula
