#include "models/automaton/plain/row_sums.h"

#include <map>

namespace morula {

NeighbourColumns::NeighbourColumns(const Neighbourhood& neighbourhood, const ActiveStrides& strides)
    : range(neighbourhood.range) {
  std::map<std::ptrdiff_t, std::vector<WeightedOffset>> columns;
  for (const Neighbour& neighbour : neighbourhood.neighbours)
    if (neighbour.weight > 0)
      columns[neighbour.dx].push_back(
          {neighbour.dz * strides.plane + neighbour.dy * strides.row, neighbour.weight});
  std::map<std::vector<WeightedOffset>, std::vector<WeightedOffset>> alike;
  for (const auto& [dx, rows] : columns) alike[rows].push_back({range + dx, 1});
  for (const auto& [rows, at] : alike) groups.push_back({rows, at});
}

}  // namespace morula
