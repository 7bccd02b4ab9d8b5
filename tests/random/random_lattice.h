// Small lattices of any shape, for families that live on a lattice.
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/lattice.h"
#include "tests/random/choices.h"
#include "tests/random/flow.h"

namespace morula::test {

struct LatticeChoice {
  u64 most_sites = 5000;
  u64 shortest_periodic = 1;       // the shortest periodic side
  u64 even_percent = 50;           // probability that a periodic side is made even
  bool has_mixed_boundary = true;  // each axis may have its own boundary
};

class RandomLattice {
 public:
  RandomLattice(Choices& choose, const LatticeChoice& choice) : dimensions(choose.percent(70) ? 2 : 3) {
    std::array<u64, 3> sides = {1, 1, 1};
    choose_sides(choose, choice.most_sites, sides);
    const bool is_mixed = choice.has_mixed_boundary && choose.percent(40);
    const bool is_periodic = choose.percent(50);
    for (unsigned axis = 0; axis < dimensions; ++axis) {
      const bool joins = is_mixed ? choose.percent(50) : is_periodic;
      boundary_of_[axis] = joins ? "periodic" : "fixed";
      if (!joins) continue;
      if (choose.percent(choice.even_percent)) sides[axis] += sides[axis] % 2;
      sides[axis] = std::max(sides[axis], choice.shortest_periodic);
    }
    extent = {sides[0], sides[1], sides[2]};
    is_mixed_ = is_mixed;
  }

  bool has_walls(unsigned axis) const { return boundary_of_[axis] == std::string("fixed"); }

  std::string text() const {
    FlowMap map("size", flow_list(sides()));
    if (!is_mixed_) return map.add("boundary", boundary_of_[0]).text();
    FlowMap boundary;
    for (unsigned axis = 0; axis < dimensions; ++axis) boundary.add(axis_names[axis], boundary_of_[axis]);
    return map.add("boundary", boundary).text();
  }

  bool has_walls_only() const {
    return std::all_of(boundary_of_.begin(), boundary_of_.begin() + dimensions,
                       [](const std::string& boundary) { return boundary == "fixed"; });
  }

  std::vector<u64> site(Choices& choose) const {
    std::vector<u64> at;
    for (unsigned axis = 0; axis < dimensions; ++axis) at.push_back(choose.whole(0, sides()[axis] - 1));
    return at;
  }
  // The corners of a random box, as `from` and `to`.
  FlowMap box(Choices& choose) const {
    std::vector<u64> from = site(choose), to = site(choose);
    for (unsigned axis = 0; axis < dimensions; ++axis)
      if (from[axis] > to[axis]) std::swap(from[axis], to[axis]);
    return FlowMap("from", flow_list(from)).add("to", flow_list(to));
  }

  std::vector<u64> sides() const {
    if (dimensions == 2) return {extent.x, extent.y};
    return {extent.x, extent.y, extent.z};
  }

  static constexpr std::array axis_names = {"x", "y", "z"};

  unsigned dimensions;
  Extent extent;

 private:
  // Chooses rows of a few words of bits, of many words, or of a few sites; then other sides up to the largest
  // number of sites.
  void choose_sides(Choices& choose, u64 most_sites, std::array<u64, 3>& sides) const {
    const u64 kind = choose.whole(0, 9);
    sides[0] = kind < 6   ? choose.whole(20, dimensions == 2 ? 280 : 100)
               : kind < 8 ? choose.magnitude(100, dimensions == 2 ? 2200 : 300)
                          : choose.whole(1, 19);
    u64 room = most_sites;
    for (unsigned axis = 1; axis < dimensions; ++axis) {
      room = std::max<u64>(room / sides[axis - 1], 1);
      const u64 most = std::min<u64>(room, dimensions == 2 ? 300 : 40);
      sides[axis] =
          choose.percent(75) ? choose.whole(std::min<u64>(most, 8), most) : choose.magnitude(1, most);
    }
  }

  std::array<std::string, 3> boundary_of_;
  bool is_mixed_ = false;
};

}  // namespace morula::test
