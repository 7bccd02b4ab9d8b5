// Neighbourhoods in the cube of three sites a side, by the names that model files give them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace morula {

// What `neighbourhood` may be; the first is the default.
std::vector<std::string> neighbourhood_names(unsigned dimensions);

// The coordinate differences of a neighbour add up to this at most. An empty name is the default.
int reach_of(std::string_view name, unsigned dimensions);

}  // namespace morula
