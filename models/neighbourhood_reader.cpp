#include "models/neighbourhood_reader.h"

#include <array>

namespace morula {
namespace {

struct NamedNeighbourhood {
  const char* name;
  unsigned dimensions;
  int reach;
};

// The first of each dimension is its default.
constexpr std::array<NamedNeighbourhood, 7> neighbourhoods = {{{"moore", 2, 2},
                                                               {"von-neumann", 2, 1},
                                                               {"26", 3, 3},
                                                               {"18", 3, 2},
                                                               {"6", 3, 1},
                                                               {"moore", 3, 3},
                                                               {"von-neumann", 3, 1}}};

}  // namespace

std::vector<std::string> neighbourhood_names(unsigned dimensions) {
  std::vector<std::string> names;
  for (const NamedNeighbourhood& named : neighbourhoods)
    if (named.dimensions == dimensions) names.emplace_back(named.name);
  return names;
}

int reach_of(std::string_view name, unsigned dimensions) {
  for (const NamedNeighbourhood& named : neighbourhoods)
    if (named.dimensions == dimensions && (name.empty() || name == named.name)) return named.reach;
  return 1;
}

}  // namespace morula
