// Test tissues of every kind, small and with awkward sizes.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/draw.h"
#include "models/potts/engine/potts_engine.h"
#include "tests/potts/terms.h"

namespace morula::test {

struct PottsCase {
  std::string name;
  PottsSpec spec;
  unsigned width = 4;  // of the squares or cubes that are cells at the start
  friend std::ostream& operator<<(std::ostream& out, const PottsCase& tested) { return out << tested.name; }
};

// Two kinds of cells in a medium, with the adhesion of Graner and Glazier.
inline PottsSpec two_kinds(Extent extent, unsigned dimensions, Boundaries boundary, double target) {
  PottsSpec spec;
  spec.lattice = Lattice::whole(extent, dimensions, boundary);
  spec.temperature = 10;
  spec.types = {{"medium"}, {"light"}, {"dark"}};
  for (std::size_t type : {1u, 2u}) set_volume(spec, type, Constraint{target, 1});
  spec.adhesion = {0, 16, 16, 16, 14, 11, 16, 11, 2};
  spec.contact = spec.copy = neighbours_of_order(dimensions, dimensions == 3 ? 3 : 2);
  spec.region_side = 4;
  spec.region_turns = 3;
  return spec;
}

struct Tissue {
  std::vector<u32> cells;  // the cell of every site of one replica
  std::vector<u8> types;   // the type of every cell
};

// Squares or cubes side by side from the corner on. Every fifth of them is medium; the others take the types
// in turn.
inline Tissue tiles(const PottsSpec& spec, unsigned width) {
  const Extent& side = spec.lattice.global;
  const u64 across = (side.x + width - 1) / width, down = (side.y + width - 1) / width;
  Tissue tissue{std::vector<u32>(side.sites()), {0}};
  std::vector<u32> of_tile(across * down * ((side.z + width - 1) / width));
  for (u64 tile = 0; tile < of_tile.size(); ++tile) {
    if (tile % 5 == 3) continue;
    of_tile[tile] = static_cast<u32>(tissue.types.size());
    tissue.types.push_back(static_cast<u8>(1 + tile % (spec.types.size() - 1)));
  }
  for (u64 i = 0; i < tissue.cells.size(); ++i) {
    const Site site = spec.lattice.site_at(i);
    tissue.cells[i] = of_tile[(site.z / width * down + site.y / width) * across + site.x / width];
  }
  return tissue;
}

// Puts a tissue into every replica.
inline void put(potts::PottsEngine& engine, const PottsSpec& spec, const Tissue& tissue) {
  std::vector<u8> types;
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    types.insert(types.end(), tissue.types.begin(), tissue.types.end());
  engine.set_cells(potts::CellTable(spec, types));
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    engine.write({replica * tissue.cells.size(), tissue.cells.size()}, tissue.cells);
  engine.count_cells();
}

inline std::vector<u32> sites_of(potts::PottsEngine& engine, const PottsSpec& spec) {
  std::vector<u32> cells(spec.lattice.global.sites() * spec.replicas);
  engine.read({0, cells.size()}, cells);
  return cells;
}

inline std::vector<PottsCase> potts_cases() {
  std::vector<PottsCase> cases;
  const auto add = [&](std::string name, PottsSpec spec, unsigned width, auto change) {
    change(spec);
    cases.push_back({std::move(name), std::move(spec), width});
  };
  const auto nothing = [](PottsSpec&) {};
  const auto every_term = [](PottsSpec& spec) {
    set_surface(spec, 1, Constraint{14, 0.5});
    set_surface(spec, 2, Constraint{12.5, 0.25});
    for (const std::size_t type : {1u, 2u}) set_connected(spec, type);
    set_potential(spec, 1, {1.5, -2, spec.lattice.dimensions == 3 ? 1.0 : 0.0});
    spec.types.push_back({"wall"});
    spec.types[3].fixed = true;
    spec.adhesion = {0, 16, 16, 5, 16, 14, 11, 5.25, 16, 11, 2, 5, 5, 5.25, 5, 0};
  };
  const Boundary periodic = Boundary::Periodic, wall = Boundary::Fixed;
  add("flat", two_kinds({23, 17, 1}, 2, periodic, 16), 4, nothing);
  const auto whole_steps = [](PottsSpec& spec) { spec.region_turns = 1; };
  add("flat even", two_kinds({24, 16, 1}, 2, periodic, 16), 4, nothing);
  add("flat even, in one turn", two_kinds({24, 16, 1}, 2, periodic, 16), 4, whole_steps);
  add("flat, the smallest regions", two_kinds({66, 51, 1}, 2, {periodic, wall, wall}, 16), 4,
      [](PottsSpec& spec) {
        spec.copy = spec.contact = neighbours_of_order(2, 2);
        spec.region_side = 1;
        spec.region_turns = 7;
      });
  add("flat with walls", two_kinds({22, 13, 1}, 2, wall, 16), 4, nothing);
  add("flat with walls across", two_kinds({21, 18, 1}, 2, {periodic, wall, wall}, 16), 4, nothing);
  add("flat four nearest", two_kinds({19, 15, 1}, 2, periodic, 16), 4, [](PottsSpec& spec) {
    spec.copy = neighbours_of_order(2, 1);
    spec.region_side = 1;
    spec.region_turns = 2;
  });
  add("flat twenty", two_kinds({19, 15, 1}, 2, {wall, periodic, periodic}, 16), 4, [](PottsSpec& spec) {
    spec.contact = spec.copy = neighbours_of_order(2, 4);
    spec.region_side = 3;
  });
  add("flat every term", two_kinds({23, 19, 1}, 2, periodic, 16), 4, every_term);
  add("flat every term with walls", two_kinds({20, 18, 1}, 2, {wall, periodic, wall}, 16), 5,
      [&](PottsSpec& spec) {
        every_term(spec);
        spec.contact = neighbours_in_range(2, 2);
        spec.region_side = 4;
        spec.region_turns = 2;
        spec.replicas = 2;
        spec.first_replica = 3;
      });
  add("flat and small", two_kinds({5, 7, 1}, 2, periodic, 6), 2,
      [](PottsSpec& spec) { spec.region_side = 2; });
  add("flat, one region", two_kinds({15, 13, 1}, 2, {periodic, wall, wall}, 16), 4,
      [](PottsSpec& spec) { spec.region_side = 8; });
  add("flat, a strip", two_kinds({40, 2, 1}, 2, {periodic, wall, wall}, 8), 4, nothing);
  add("flat, temperatures of types", two_kinds({21, 17, 1}, 2, periodic, 16), 4, [](PottsSpec& spec) {
    spec.temperatures = {0, 13, 7.8};
    spec.terms.change<potts::SurfaceTerm>(
        [](potts::SurfaceTerm& term) { term.neighbourhood = neighbours_of_order(2, 2); });
    set_surface(spec, 1, Constraint{30, 0.25});
  });
  add("solid, one type cold", two_kinds({9, 8, 10}, 3, {wall, periodic, periodic}, 27), 3,
      [](PottsSpec& spec) {
        spec.temperatures = {0, 0, 30};
        spec.terms.change<potts::SurfaceTerm>(
            [](potts::SurfaceTerm& term) { term.neighbourhood = neighbours_in_range(3, 2); });
        set_surface(spec, 2, Constraint{900, 0.01});
      });
  add("flat and cold", two_kinds({20, 20, 1}, 2, periodic, 16), 4,
      [](PottsSpec& spec) { spec.temperature = 0; });
  add("flat exclusive", two_kinds({26, 19, 1}, 2, {periodic, wall, wall}, 16), 3, [&](PottsSpec& spec) {
    every_term(spec);
    spec.region_side = 2;
    spec.exclusive = true;
    spec.replicas = 3;
  });
  const auto crawls = [](PottsSpec& spec) {
    set_act(spec, 1, {2, 60, false});
    set_act(spec, 2, {7, 90.5, true});
    set_surface(spec, 2, Constraint{20, 0.25});
  };
  add("flat crawling", two_kinds({23, 17, 1}, 2, periodic, 16), 4, crawls);
  add("flat crawling with walls", two_kinds({20, 13, 1}, 2, {wall, periodic, wall}, 16), 4,
      [&](PottsSpec& spec) {
        crawls(spec);
        set_connected(spec, 1);
        set_act(spec, 2, {80, 200, false});
        spec.copy = neighbours_of_order(2, 1);
        spec.replicas = 3;
        spec.first_replica = 1;
      });
  add("flat crawling exclusive", two_kinds({21, 18, 1}, 2, periodic, 16), 4, [&](PottsSpec& spec) {
    crawls(spec);
    spec.region_side = 2;
    spec.exclusive = true;
  });
  add("solid crawling", two_kinds({9, 8, 11}, 3, {periodic, wall, periodic}, 27), 3, [&](PottsSpec& spec) {
    crawls(spec);
    spec.copy = neighbours_of_order(3, 4);
    spec.region_side = 3;
    spec.temperature = 30;
  });
  const auto stretches = [](PottsSpec& spec) {
    set_length(spec, 1, Constraint{7.5, 3});
    set_length(spec, 2, Constraint{2, 0.25});
  };
  add("flat elongated", two_kinds({29, 26, 1}, 2, periodic, 16), 4, stretches);
  add("flat elongated with walls", two_kinds({23, 30, 1}, 2, {wall, periodic, wall}, 16), 4,
      [&](PottsSpec& spec) {
        set_length(spec, 2, Constraint{9, 2});
        set_surface(spec, 1, Constraint{20, 0.25});
        set_connected(spec, 2);
        set_act(spec, 1, {7, 20, false});
        spec.replicas = 3;
        spec.first_replica = 1;
      });
  add("flat elongated exclusive", two_kinds({25, 27, 1}, 2, periodic, 16), 4, [&](PottsSpec& spec) {
    stretches(spec);
    spec.region_side = 2;
    spec.exclusive = true;
  });
  add("solid elongated", two_kinds({13, 9, 14}, 3, {periodic, wall, periodic}, 27), 3, [&](PottsSpec& spec) {
    stretches(spec);
    set_surface(spec, 2, Constraint{40, 0.1});
  });
  add("solid", two_kinds({11, 9, 8}, 3, periodic, 27), 3, nothing);
  add("solid, the smallest regions", two_kinds({12, 9, 8}, 3, {wall, periodic, periodic}, 27), 3,
      [](PottsSpec& spec) {
        spec.region_side = 1;
        spec.copy = spec.contact = neighbours_of_order(3, 1);
        spec.region_turns = 5;
      });
  add("solid, ordered by parities", two_kinds({9, 8, 10}, 3, {periodic, wall, periodic}, 27), 3,
      [](PottsSpec& spec) {
        spec.contact = spec.copy = neighbours_of_order(3, 3);
        spec.region_side = 2;
        spec.region_turns = 2;
      });
  add("solid every term", two_kinds({9, 10, 7}, 3, {periodic, wall, periodic}, 27), 3, [&](PottsSpec& spec) {
    every_term(spec);
    spec.temperature = 40;
    spec.region_side = 2;
    spec.region_turns = 8;
  });
  add("solid range two", two_kinds({8, 7, 9}, 3, {wall, periodic, wall}, 27), 3, [](PottsSpec& spec) {
    spec.contact = neighbours_in_range(3, 2);
    spec.copy = neighbours_of_order(3, 4);
    spec.temperature = 60;
  });
  return cases;
}

}  // namespace morula::test
