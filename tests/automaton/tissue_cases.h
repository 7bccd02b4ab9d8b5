// Each tissue in two forms: as text for a model file, and as data for the reference.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tests/automaton/tissue_reference.h"

namespace morula::test {

struct TissueCase {
  std::string name, size, neighbourhood;
  std::string tissue;  // the keys of the section `tissue`
  TissueReference reference;
  // The boundary on slow devices, which take seconds to compile; empty: not run there.
  std::string on_slow_devices = "";
};

inline void PrintTo(const TissueCase& tissue, std::ostream* out) { *out << tissue.name; }

inline TissueReference uniform(long width, long height, long depth, std::vector<WeightedNeighbour> neighbours,
                               TissuePhases phases, std::vector<Pulse> pulses = {}) {
  const auto cells = static_cast<std::size_t>(width * height * depth);
  return {width,
          height,
          depth,
          {true, true, true},
          std::move(neighbours),
          {phases},
          std::vector<int>(cells, 0),
          pulses,
          0,
          {},
          {}};
}

// Assigns a region to the cells where `where` is true, over what was there before; -1 means no tissue.
inline TissueReference covered(TissueReference tissue, int region, const Where& where) {
  tissue.for_each([&](long x, long y, long z, std::size_t cell) {
    if (where(x, y, z)) tissue.region[cell] = region;
  });
  return tissue;
}

inline Where box(long x0, long x1, long y0, long y1, long z0 = 0, long z1 = 0) {
  return
      [=](long x, long y, long z) { return x >= x0 && x <= x1 && y >= y0 && y <= y1 && z >= z0 && z <= z1; };
}

inline Where ball(long cx, long cy, long cz, long radius) {
  return [=](long x, long y, long z) {
    return (x - cx) * (x - cx) + (y - cy) * (y - cy) + (z - cz) * (z - cz) <= radius * radius;
  };
}

inline Where site(long x, long y, long z = 0) { return box(x, x, y, y, z, z); }

// The mask and the map of regions that the tests write to files.
inline long mask_at(long x, long y, long z) { return (x * 7 + y * 3 + z * 5) % 11 == 0 ? 0 : 1; }
inline long map_at(long x, long y, long z) { return (x / 4 + y / 3 + z / 2) % 3; }

inline std::vector<WeightedNeighbour> weighed(std::vector<WeightedNeighbour> neighbours,
                                              const std::function<long(const WeightedNeighbour&)>& weight) {
  for (WeightedNeighbour& neighbour : neighbours) neighbour.weight = weight(neighbour);
  return neighbours;
}

inline std::vector<TissueCase> even_tissues() {  // one region, all weights 1, range 1
  return {
      {"moore", "[37, 23]", "moore",
       "activated: 2, refractory: 3, threshold: 2, stimuli: [{ball: {centre: [3, 4], radius: 3}, start: 2, "
       "period: 7, count: 3}, {site: [36, 22], start: 4}]",
       uniform(37, 23, 1, neighbours_within(1, false, 2), {2, 3, 0, 2, 2},
               {{ball(3, 4, 0, 3), {2, 9, 16}}, {site(36, 22), {4}}}),
       "fixed"},
      {"vonNeumannRelative", "[70, 5]", "von-neumann",
       "activated: 1, refractory: 2, relative: 3, threshold: 1, relative_threshold: 2, stimuli: [{box: "
       "{from: [68, 0], to: [69, 4]}, period: 5, count: 4}]",
       uniform(70, 5, 1, neighbours_within(1, false, 1), {1, 2, 3, 1, 2},
               {{box(68, 69, 0, 4), {0, 5, 10, 15}}}),
       "periodic"},
      {"cube26Scar", "[13, 11, 9]", "26",
       "activated: 3, refractory: 4, relative: 2, threshold: 3, relative_threshold: 6, regions: [{scar: "
       "true, ball: {centre: [6, 5, 4], radius: 3}}, {scar: true, site: [0, 0, 0]}], stimuli: [{box: {from: "
       "[0, 0, 0], to: [1, 10, 8]}, start: 3, period: 12, count: 2}]",
       covered(covered(uniform(13, 11, 9, neighbours_within(1, true, 3), {3, 4, 2, 3, 6},
                               {{box(0, 1, 0, 10, 0, 8), {3, 15}}}),
                       -1, ball(6, 5, 4, 3)),
               -1, site(0, 0, 0)),
       "fixed"},
      {"cube18", "[13, 11, 9]", "18",
       "activated: 1, refractory: 5, threshold: 2, stimuli: [{ball: {centre: [6, 5, 4], radius: 2}, start: "
       "9}]",
       uniform(13, 11, 9, neighbours_within(1, true, 2), {1, 5, 0, 2, 2}, {{ball(6, 5, 4, 2), {9}}})},
      {"cube6", "[13, 11, 9]", "6",
       "activated: 2, refractory: 0, relative: 4, threshold: 1, relative_threshold: 3",
       uniform(13, 11, 9, neighbours_within(1, true, 1), {2, 0, 4, 1, 3})},
      {"manyStates", "[37, 23]", "moore",
       "activated: 9, refractory: 200, relative: 46, threshold: 1, relative_threshold: 3",
       uniform(37, 23, 1, neighbours_within(1, false, 2), {9, 200, 46, 1, 3})},
  };
}

inline std::vector<TissueCase> wide_tissues() {
  return {
      {"mooreRange2", "[37, 23]", "moore",
       "range: 2, activated: 2, refractory: 4, threshold: 3, stimuli: [{ball: {centre: [9, 9], radius: 2}, "
       "start: 8}]",
       uniform(37, 23, 1, neighbours_within(2, false, 4), {2, 4, 0, 3, 3}, {{ball(9, 9, 0, 2), {8}}})},
      {"vonNeumannRange3", "[70, 5]", "von-neumann",
       "range: 3, activated: 2, refractory: 4, relative: 3, threshold: 3, relative_threshold: 5, stimuli: "
       "[{box: {from: [9, 0], to: [11, 4]}, start: 8}]",
       uniform(70, 5, 1, neighbours_within(3, false, 3), {2, 4, 3, 3, 5}, {{box(9, 11, 0, 4), {8}}}),
       "periodic"},
      {"cubeRange2", "[13, 11, 9]", "26",
       "range: 2, activated: 2, refractory: 4, threshold: 9, stimuli: [{ball: {centre: [1, 1, 1], radius: "
       "3}, start: 8}]",
       uniform(13, 11, 9, neighbours_within(2, true, 6), {2, 4, 0, 9, 9}, {{ball(1, 1, 1, 3), {8}}})},
      {"octahedronRange3", "[13, 11, 9]", "6",
       "range: 3, activated: 1, refractory: 4, threshold: 3, stimuli: [{site: [6, 5, 4], start: 7}, {box: "
       "{from: [0, 0, 0], to: [2, 1, 1]}, start: 8}]",
       uniform(13, 11, 9, neighbours_within(3, true, 3), {1, 4, 0, 3, 3},
               {{site(6, 5, 4), {7}}, {box(0, 2, 0, 1, 0, 1), {8}}})},
  };
}

inline TissueReference patchwork() {
  const auto along = [](const WeightedNeighbour& neighbour) { return neighbour.dy == 0 ? 3L : 1L; };
  TissueReference tissue = uniform(37, 23, 1, weighed(neighbours_within(1, false, 2), along), {2, 3, 1, 3, 5},
                                   {{box(0, 36, 0, 1), {1, 9, 17}}, {ball(30, 11, 0, 37), {6}}});
  tissue.regions.push_back({4, 2, 1, 1, 5});  // relatively refractory for as long as elsewhere
  tissue.regions.push_back({2, 3, 5, 4, 9});
  tissue.regions.push_back({2, 3, 1, 10, 10});
  tissue = covered(tissue, 1, box(5, 20, 3, 15));
  tissue = covered(tissue, 2, ball(20, 15, 0, 6));
  tissue = covered(tissue, -1, box(10, 12, 0, 22));
  tissue = covered(tissue, 3, site(11, 11));
  return covered(tissue, -1, [](long x, long y, long z) { return mask_at(x, y, z) == 0; });
}

inline TissueReference mapped() {
  const auto weight = [](const WeightedNeighbour& neighbour) {
    return neighbour.dx + 2 * neighbour.dy + 3 * neighbour.dz + 6;
  };  // 0 … 12
  TissueReference tissue =
      uniform(13, 11, 9, weighed(neighbours_within(1, true, 3), weight), {2, 3, 0, 12, 12});
  tissue.regions.push_back({1, 6, 0, 7, 7});
  tissue = covered(tissue, 1, [](long x, long y, long z) { return map_at(x, y, z) == 2; });
  return covered(tissue, -1, [](long x, long y, long z) { return mask_at(x, y, z) == 0; });
}

inline std::vector<TissueCase> uneven_tissues() {
  std::string weights;
  for (long dz = -1; dz <= 1; ++dz)
    for (long dy = -1; dy <= 1; ++dy)
      for (long dx = -1; dx <= 1; ++dx)
        if (dx != 0 || dy != 0 || dz != 0) weights += std::to_string(dx + 2 * dy + 3 * dz + 6) + ", ";
  return {
      {"patchwork", "[37, 23]", "moore",
       "weights: {x: 3, y: 1}, activated: 2, refractory: 3, relative: 1, threshold: 3, relative_threshold: "
       "5, mask: {file: mask.png}, regions: [{box: {from: [5, 3], to: [20, 15]}, name: slow, activated: 4, "
       "refractory: 2, threshold: 1}, {ball: {centre: [20, 15], radius: 6}, relative: 5, threshold: 4, "
       "relative_threshold: 9}, {scar: true, box: {from: [10, 0], to: [12, 22]}}, {site: [11, 11], "
       "threshold: 10}], stimuli: [{box: {from: [0, 0], to: [36, 1]}, start: 1, period: 8, count: 3}, "
       "{ball: {centre: [30, 11], radius: 37}, start: 6}]",
       patchwork(), "fixed"},
      {"mappedIn3D", "[13, 11, 9]", "26",
       "weights: [" + weights +
           "], activated: 2, refractory: 3, threshold: 12, mask: {file: maps.h5, dataset: mask}, regions: "
           "[{map: {file: maps.h5, dataset: regions, value: 2}, activated: 1, refractory: 6, threshold: 7}]",
       mapped()},
  };
}

}  // namespace morula::test
