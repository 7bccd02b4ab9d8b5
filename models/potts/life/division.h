// How a cell is cut in two: in whole numbers, so that every processor cuts alike.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/dialect.h"
#include "core/formula/compiler.h"
#include "models/potts/life/life_spec.h"

namespace morula::potts {

using Place = std::array<i64, 3>;  // of a site, seen from the first site of its cell

// n Σ r rᵀ − Σ r (Σ r)ᵀ and Σ r, over the n sites of a cell.
struct CellMoments {
  i64 sites = 0;
  Place sum = {};
  std::array<std::array<formula::Int128, 3>, 3> about_centroid = {};

  explicit CellMoments(std::span<const Place> places);
};

// Normals of cuts, all zero where the cell has no such axis.
Place longest_axis(const CellMoments& moments);
Place shortest_axis(const CellMoments& moments, unsigned dimensions);
// That is perpendicular to `along`.
Place longest_axis_across(const CellMoments& moments, const Place& along);

// On which side of the cut a site is: -1, 0, 1.
int side_of(const Place& place, const CellMoments& moments, const Place& normal);

// Are these sites joined by steps across faces?
bool is_connected(std::span<const Place> places);

}  // namespace morula::potts
