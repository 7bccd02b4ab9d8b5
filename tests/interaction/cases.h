// Small models of every kind, with awkward sizes.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "models/interaction/interaction_spec.h"

namespace morula::test {

struct Case {
  std::string name;
  InteractionSpec spec;
  std::string kind = {};  // the name without the boundary
  friend std::ostream& operator<<(std::ostream& out, const Case& test_case) { return out << test_case.name; }
};

// Each species preys on the next; the rates are 0.5, 0.25 and 0.25.
inline InteractionSpec cyclic(unsigned species, Extent extent, unsigned dimensions, Boundaries boundary,
                              unsigned reach) {
  InteractionSpec spec;
  spec.lattice = Lattice::whole(extent, dimensions, boundary);
  spec.neighbourhood = neighbourhood_of_reach(dimensions, static_cast<int>(reach));
  spec.variant = {1, 0, 0};
  for (unsigned i = 0; i < species; ++i) spec.species.push_back({"s" + std::to_string(i), {}, 0.5, 0.25});
  spec.predation.assign(std::size_t{species} * species, 0.0);
  for (unsigned i = 0; i < species; ++i) spec.predation[i * species + (i + 1) % species] = 0.25;
  return spec;
}

// Some axes are periodic, the others end at walls.
inline std::vector<Case> mixed_boundaries() {
  constexpr Boundary periodic = Boundary::Periodic, walls = Boundary::Fixed;
  const Boundaries x(periodic, walls, walls), y(walls, periodic, walls), z(walls, walls, periodic),
      xy(periodic, periodic, walls), xz(periodic, walls, periodic), yz(walls, periodic, periodic);
  std::vector<Case> mixed;
  const auto add = [&](const std::string& kind, const std::string& boundary, InteractionSpec spec) {
    if (kind == "many small replicas") spec.replicas = 33;
    if (kind.starts_with("refined")) spec.refine = 3;
    if (kind.starts_with("with kin")) spec.variant = {0, 1, 0};
    mixed.push_back({kind + ", " + boundary + " periodic", std::move(spec), kind});
  };
  add("even", "x", cyclic(3, {98, 61, 1}, 2, x, 2));
  add("even", "y", cyclic(3, {97, 62, 1}, 2, y, 2));
  add("odd", "x", cyclic(3, {97, 61, 1}, 2, x, 2));
  add("odd and even", "y", cyclic(4, {66, 33, 1}, 2, y, 1));
  add("wide", "x", cyclic(5, {2102, 13, 1}, 2, x, 2));
  add("wide", "y", cyclic(5, {2101, 14, 1}, 2, y, 2));
  add("wide and low", "x", cyclic(3, {2306, 3, 1}, 2, x, 2));
  add("tall", "x", cyclic(12, {130, 189, 1}, 2, x, 2));
  add("tall", "y", cyclic(12, {131, 190, 1}, 2, y, 2));
  add("many small replicas", "x", cyclic(3, {70, 21, 1}, 2, x, 2));
  add("many small replicas", "y", cyclic(3, {71, 22, 1}, 2, y, 1));
  add("tiny", "x", cyclic(3, {4, 1, 1}, 2, x, 2));
  add("tiny", "y", cyclic(3, {3, 2, 1}, 2, y, 2));
  add("refined odd", "x", cyclic(3, {67, 35, 1}, 2, x, 2));
  add("refined, wide", "x", cyclic(3, {4352, 15, 1}, 2, x, 2));
  add("refined, wide", "y", cyclic(3, {4353, 14, 1}, 2, y, 2));
  add("refined, 3D", "x and z", cyclic(3, {34, 17, 10}, 3, xz, 3));
  add("refined, 3D", "y", cyclic(3, {35, 18, 11}, 3, y, 3));
  add("with kin", "x", cyclic(3, {61, 45, 1}, 2, x, 2));
  add("with kin", "y", cyclic(3, {46, 62, 1}, 2, y, 1));
  add("3D 26", "x and y", cyclic(3, {34, 18, 11}, 3, xy, 3));
  add("3D 26", "z", cyclic(3, {35, 17, 10}, 3, z, 3));
  add("3D 18 odd", "x and z", cyclic(3, {33, 17, 11}, 3, xz, 2));
  add("3D 6", "y and z", cyclic(7, {71, 11, 7}, 3, yz, 1));
  add("with kin, 3D", "y", cyclic(3, {31, 18, 13}, 3, y, 2));
  return mixed;
}

inline std::vector<Case> cases() {
  std::vector<Case> list;
  for (const Boundary boundary : {Boundary::Periodic, Boundary::Fixed}) {
    const std::string edges = boundary == Boundary::Periodic ? "periodic" : "walls";
    const auto add = [&](const std::string& kind, InteractionSpec spec, auto change) {
      change(spec);
      list.push_back({kind + ", " + edges, std::move(spec), kind});
    };
    const auto nothing = [](InteractionSpec&) {};
    add("even", cyclic(3, {98, 62, 1}, 2, boundary, 2), nothing);
    add("odd", cyclic(3, {97, 61, 1}, 2, boundary, 2), nothing);
    add("odd and even", cyclic(4, {66, 33, 1}, 2, boundary, 1), nothing);
    add("wide", cyclic(5, {2100, 12, 1}, 2, boundary, 2), nothing);
    add("wide and low", cyclic(3, {2300, 4, 1}, 2, boundary, 2), nothing);
    add("tall", cyclic(12, {130, 190, 1}, 2, boundary, 2), nothing);
    add("many small replicas", cyclic(3, {70, 20, 1}, 2, boundary, 2),
        [](InteractionSpec& spec) { spec.replicas = 33; });
    add("tiny", cyclic(3, {4, 6, 1}, 2, boundary, 2), nothing);
    add("3D 26", cyclic(3, {34, 18, 10}, 3, boundary, 3), nothing);
    add("3D 18 odd", cyclic(3, {33, 17, 11}, 3, boundary, 2), nothing);
    add("3D 6", cyclic(7, {70, 10, 8}, 3, boundary, 1), nothing);
    add("into empty, taken over", cyclic(3, {90, 64, 1}, 2, boundary, 2), [](InteractionSpec& spec) {
      spec.variant = {0, 0, 1};
    });
    add("with kin", cyclic(3, {61, 45, 1}, 2, boundary, 2), [](InteractionSpec& spec) {
      spec.variant = {0, 1, 0};
    });
    add("with kin, 3D", cyclic(3, {31, 18, 13}, 3, boundary, 2), [](InteractionSpec& spec) {
      spec.variant = {1, 1, 0};
    });
    add("rates of their own", cyclic(6, {130, 38, 1}, 2, boundary, 2), [](InteractionSpec& spec) {
      for (std::size_t i = 0; i < 6; ++i) {
        spec.species[i].mobility = 0.1 * double(i);
        spec.species[i].reproduction = 0.3 - 0.04 * double(i);
        spec.predation[i * 6 + (i + 2) % 6] = 0.05 + 0.02 * double(i);
      }
    });
    const auto own_rates = [](InteractionSpec& spec) {
      const std::size_t count = spec.species.size();
      for (std::size_t i = 0; i < count; ++i) {
        spec.species[i].mobility = 0.3 + 0.1 * double(i) / double(count);
        spec.species[i].reproduction = 0.2 + 0.07 * double(i % 3);
        spec.predation[i * count + (i + 1) % count] = 0.1 + 0.05 * double(i) / double(count);
      }
    };
    add("many species, rates of their own", cyclic(20, {67, 45, 1}, 2, boundary, 2), own_rates);
    add("fifteen species, rates by pair", cyclic(15, {192, 21, 1}, 2, boundary, 2),
        [&](InteractionSpec& spec) {
          own_rates(spec);
          spec.species[3].mobility = 1;  // this action is certain, so the others never happen
          spec.species[3].reproduction = spec.species[5].mobility = 0;
          for (std::size_t i = 0; i < 15; ++i)
            for (std::size_t j = 0; j < i % 4; ++j)
              spec.predation[i * 15 + (i + 2 + 3 * j) % 15] = 0.02 + 0.01 * double(j);
        });
    add("255 species", cyclic(255, {131, 22, 1}, 2, boundary, 1), nothing);
    add("3D, words without a rest, many species", cyclic(20, {128, 8, 6}, 3, boundary, 3), own_rates);
    add("3D odd, rates of their own", cyclic(3, {37, 19, 11}, 3, boundary, 3), own_rates);
    add("with kin, rates of their own", cyclic(4, {199, 22, 1}, 2, boundary, 2), [&](InteractionSpec& spec) {
      own_rates(spec);
      spec.variant = {1, 1, 1};
    });
    add("odd and narrow", cyclic(3, {65, 9, 1}, 2, boundary, 2), nothing);
    add("odd and wide", cyclic(3, {1155, 9, 1}, 2, boundary, 2), nothing);
    add("rates of many digits", cyclic(3, {194, 46, 1}, 2, boundary, 2), [](InteractionSpec& spec) {
      for (Species& species : spec.species) species.mobility = species.reproduction = 0.3;
      for (double& rate : spec.predation) rate = rate > 0 ? 0.4 : 0;
    });
    add("two species, certain to move", cyclic(2, {258, 14, 1}, 2, boundary, 1), [](InteractionSpec& spec) {
      for (Species& species : spec.species) species.mobility = 1, species.reproduction = 0;
    });
    add("all prey on all of nine", cyclic(9, {300, 22, 1}, 2, boundary, 2), [](InteractionSpec& spec) {
      for (std::size_t i = 0; i < spec.predation.size(); ++i) spec.predation[i] = i % 10 == 0 ? 0 : 0.1;
    });
    add("wider than what is drawn at once", cyclic(3, {17410, 6, 1}, 2, boundary, 2), nothing);
    add("refined odd", cyclic(3, {67, 35, 1}, 2, boundary, 2),
        [](InteractionSpec& spec) { spec.refine = 3; });
    add("refined", cyclic(3, {66, 34, 1}, 2, boundary, 1), [](InteractionSpec& spec) {
      spec.refine = 4;
      spec.variant = {1, 0, 1};
      spec.replicas = 33;  // small enough for each to fit into a tile
    });
    const auto refined = [](u64 times) {
      return [times](InteractionSpec& spec) {
        spec.refine = times;
        spec.variant.takes_over = 1;
      };
    };
    add("refined, wide", cyclic(3, {4352, 22, 1}, 2, boundary, 2), refined(16));
    add("refined, wide, part of a comb", cyclic(3, {4226, 14, 1}, 2, boundary, 2), refined(7));
    add("refined, tall", cyclic(12, {194, 190, 1}, 2, boundary, 2), refined(16));
    add("refined, 3D", cyclic(3, {134, 18, 10}, 3, boundary, 3), refined(22));
    add("refined, with kin", cyclic(3, {201, 45, 1}, 2, boundary, 2), [&](InteractionSpec& spec) {
      refined(5)(spec);
      spec.variant = {1, 1, 1};
    });
    add("refined, many species", cyclic(40, {198, 41, 1}, 2, boundary, 2), refined(8));
    add("refined, low", cyclic(3, {600, 6, 1}, 2, boundary, 2), refined(200));
    add("many species", cyclic(40, {64, 40, 1}, 2, boundary, 2), nothing);
    add("replicas", cyclic(3, {98, 32, 1}, 2, boundary, 2), [](InteractionSpec& spec) {
      spec.replicas = 3;
      spec.first_replica = 5;
    });
  }
  for (Case& mixed : mixed_boundaries()) list.push_back(std::move(mixed));
  return list;
}

}  // namespace morula::test
