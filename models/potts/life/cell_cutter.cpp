#include "models/potts/life/cell_cutter.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "core/stream.h"
#include "models/potts/terms/connected_term.h"

namespace morula::potts {
namespace {

constexpr double turn = 6.283185307179586, unit_length = 1048576;

// Draws of a division.
enum : u32 { AxisDraw, TieDraw };

i64 rounded_component(double component) {
  return static_cast<i64>(std::floor(component * unit_length + 0.5));
}

Place random_direction(unsigned dimensions, const u32x4& words) {
  const double angle = (words.x + 0.5) / 4294967296.0 * turn, height = (words.y + 0.5) / 2147483648.0 - 1;
  const double width = dimensions == 2 ? 1 : std::sqrt(1 - height * height);
  return {rounded_component(width * cosine(angle)), rounded_component(width * sine(angle)),
          dimensions == 2 ? 0 : rounded_component(height)};
}

// Scaled so that its longest component has the unit length.
Place given_direction(const std::array<double, 3>& along) {
  double longest = 0;
  for (const double component : along) longest = std::max(longest, std::abs(component));
  return {rounded_component(along[0] / longest), rounded_component(along[1] / longest),
          rounded_component(along[2] / longest)};
}

std::vector<Place> places_of(const std::vector<u32>& sites, const Lattice& lattice) {
  const std::array<i64, 3> sides = {static_cast<i64>(lattice.global.x), static_cast<i64>(lattice.global.y),
                                    static_cast<i64>(lattice.global.z)};
  const std::array wraps = {lattice.boundary.x == Boundary::Periodic,
                            lattice.boundary.y == Boundary::Periodic,
                            lattice.boundary.z == Boundary::Periodic};
  std::vector<Place> places;
  Place first = {};
  for (const u32 site : sites) {
    const i64 at = site;
    Place place = {at % sides[0], at / sides[0] % sides[1], at / sides[0] / sides[1]};
    if (places.empty()) first = place;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      place[axis] -= first[axis];
      if (wraps[axis] && 2 * place[axis] > sides[axis]) place[axis] -= sides[axis];
      if (wraps[axis] && 2 * place[axis] < -sides[axis]) place[axis] += sides[axis];
    }
    places.push_back(place);
  }
  return places;
}

}  // namespace

CellCutter::CellCutter(const PottsSpec& spec, u64 seed) : spec_(spec) {
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    keys_.push_back(stream(seed, Purpose::CellDivision, spec.first_replica + replica));
}

bool CellCutter::is_too_wide(const std::vector<Place>& places) const {
  const Boundaries& ends = spec_.lattice.boundary;
  const std::array sides = {spec_.lattice.global.x, spec_.lattice.global.y, spec_.lattice.global.z};
  const std::array wraps = {ends.x == Boundary::Periodic, ends.y == Boundary::Periodic,
                            ends.z == Boundary::Periodic && spec_.lattice.dimensions == 3};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    i64 least = 0, most = 0;
    for (const Place& place : places)
      least = std::min(least, place[axis]), most = std::max(most, place[axis]);
    if (wraps[axis] && 2 * static_cast<u64>(most - least + 1) > sides[axis]) return true;
  }
  return false;
}

Place CellCutter::normal_of(const Division& division, const CellMoments& moments, const u32x4& words) const {
  const unsigned dimensions = spec_.lattice.dimensions;
  switch (division.axis) {
    case CutAxis::Short:
      return longest_axis(moments);
    case CutAxis::Long:
      return shortest_axis(moments, dimensions);
    case CutAxis::Random:
      return random_direction(dimensions, words);
    case CutAxis::Given:
      break;
  }
  const Place along = given_direction(division.along);
  return dimensions == 2 ? Place{-along[1], along[0], 0} : longest_axis_across(moments, along);
}

std::vector<u32> CellCutter::cut(u64 replica, u32 mother, u8 type, const std::vector<u32>& of_mother,
                                 u64 steps_done) const {
  const Division& division = *spec_.life.of_types[type].division;
  const std::vector<Place> places = places_of(of_mother, spec_.lattice);
  if (is_too_wide(places)) return {};
  const CellMoments moments(places);
  const u32x4 words = draw(keys_[replica], mother, steps_done, AxisDraw);
  const Place normal = normal_of(division, moments, words);
  std::vector<u32> of_daughter;
  std::array<std::vector<Place>, 2> parts;  // of the mother and of the daughter
  for (std::size_t i = 0; i < places.size(); ++i) {
    const int side = side_of(places[i], moments, normal);
    const bool is_before =
        side == 0 ? (draw(keys_[replica], of_mother[i], steps_done, TieDraw).x & 1u) != 0 : side < 0;
    const bool is_daughters = is_before == ((words.z & 1u) != 0);
    parts[is_daughters ? 1 : 0].push_back(places[i]);
    if (is_daughters) of_daughter.push_back(of_mother[i]);
  }
  if (parts[0].empty() || parts[1].empty()) return {};
  const auto* connected = spec_.terms.find<ConnectedTerm>();
  const bool must_be_connected = connected && connected->of_type(type);
  if (must_be_connected && !(is_connected(parts[0]) && is_connected(parts[1]))) return {};
  return of_daughter;
}

}  // namespace morula::potts
