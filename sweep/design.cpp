#include "sweep/design.h"

#include <functional>

#include "core/shuffle.h"
#include "core/stream.h"
#include "sweep/sobol.h"

namespace morula::sweep {
namespace {

Setting listed(const SweptKey& key, std::size_t value) { return {key.key, key.place, key.values[value]}; }

std::vector<Settings> grid(const SweepSpec& sweep) {
  std::vector<Settings> points = {{}};
  for (const SweptKey& key : sweep.over) {
    std::vector<Settings> longer;
    for (const Settings& begun : points)
      for (std::size_t value = 0; value < key.values.size(); ++value) {
        longer.push_back(begun);
        longer.back().push_back(listed(key, value));
      }
    points = std::move(longer);
  }
  return points;
}

std::vector<Settings> zip(const SweepSpec& sweep) {
  std::vector<Settings> points(sweep.over.front().values.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    for (const SweptKey& key : sweep.over) points[i].push_back(listed(key, i));
  return points;
}

using Coordinate = std::function<double(std::uint64_t index, std::size_t dimension)>;

std::vector<Settings> within_ranges(const SweepSpec& sweep, const Coordinate& coordinate) {
  std::vector<Settings> points(sweep.points);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t d = 0; d < sweep.over.size(); ++d) {
      const SweptKey& key = sweep.over[d];
      points[i].push_back(
          {key.key, key.place, number_value(key.range->at(coordinate(i, d)), key.range_place)});
    }
  return points;
}

}  // namespace

double latin_hypercube(std::uint64_t seed, std::uint64_t points, std::uint64_t index, std::size_t dimension) {
  const u32x2 key = stream(seed, Purpose::LatinHypercube, dimension);
  const double within = (draw(key, index, 0, 0).x + 0.5) / 4294967296.0;
  const u64 part =
      points == 1 ? 0
                  : Shuffle(stream(seed, Purpose::LatinHypercube, 1'000'000 + dimension), points).at(index);
  return (static_cast<double>(part) + within) / static_cast<double>(points);
}

std::vector<Settings> design_points(const SweepSpec& sweep) {
  switch (sweep.design) {
    case Design::Grid:
      return grid(sweep);
    case Design::Zip:
      return zip(sweep);
    case Design::Sobol:
      return within_ranges(sweep, sobol);
    case Design::LatinHypercube:
      return within_ranges(sweep, [&](std::uint64_t index, std::size_t dimension) {
        return latin_hypercube(sweep.seed, sweep.points, index, dimension);
      });
  }
  return {};
}

}  // namespace morula::sweep
