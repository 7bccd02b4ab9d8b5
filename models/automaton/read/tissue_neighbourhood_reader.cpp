#include "models/automaton/read/tissue_neighbourhood_reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace morula {
namespace {

constexpr u64 heaviest = 255;

struct Weights {
  u64 x = 1, y = 1, z = 1;
};

// The neighbourhood `near`, extended to this range in the same shape.
Neighbourhood of_range(unsigned dimensions, unsigned range, const Neighbourhood& near) {
  if (range == 1) return near;
  return near.reach.value_or(1) > 1 ? neighbours_in_range(dimensions, range)
                                    : neighbours_in_diamond(dimensions, range);
}

// A neighbour along an axis has the weight of that axis; a diagonal one has the smallest weight of its axes.
u32 weight_of(const Neighbour& neighbour, const Weights& weights) {
  u64 least = heaviest;
  if (neighbour.dx != 0) least = std::min(least, weights.x);
  if (neighbour.dy != 0) least = std::min(least, weights.y);
  if (neighbour.dz != 0) least = std::min(least, weights.z);
  return static_cast<u32>(least);
}

void weigh_by_axis(io::Section section, unsigned dimensions, Neighbourhood& neighbourhood) {
  Weights weights;
  weights.x = section.whole("x", 0, heaviest).value_or(1);
  weights.y = section.whole("y", 0, heaviest).value_or(1);
  if (dimensions == 3) weights.z = section.whole("z", 0, heaviest).value_or(1);
  section.finish();
  for (Neighbour& neighbour : neighbourhood.neighbours) neighbour.weight = weight_of(neighbour, weights);
}

void weigh_one_by_one(io::Section& section, Neighbourhood& neighbourhood) {
  const auto weights = section.wholes("weights", 0, heaviest);
  if (!weights) return;
  if (weights->size() != neighbourhood.neighbours.size())
    return section.problem(
        "weights", fmt::format("has {} numbers; this neighbourhood has {} cells, x varying fastest, the "
                               "cell itself left out",
                               weights->size(), neighbourhood.neighbours.size()));
  for (std::size_t i = 0; i < weights->size(); ++i)
    neighbourhood.neighbours[i].weight = static_cast<u32>((*weights)[i]);
}

void drop_weightless(Neighbourhood& neighbourhood) {
  std::erase_if(neighbourhood.neighbours, [](const Neighbour& neighbour) { return neighbour.weight == 0; });
}

}  // namespace

Neighbourhood read_tissue_neighbourhood(io::Section& section, unsigned dimensions,
                                        const Neighbourhood& near) {
  const auto range = static_cast<unsigned>(section.whole("range", 1, 3).value_or(1));
  if (range > 1 && dimensions == 3 && near.reach == 2)
    section.problem("range", "can be above 1 only for the neighbourhoods 26 and 6, whose shape it widens");
  Neighbourhood neighbourhood = of_range(dimensions, range, near);
  const io::Value* weights = section.value("weights");
  if (!weights) return neighbourhood;
  if (weights->kind == io::Value::Kind::Map)
    weigh_by_axis(*section.section("weights"), dimensions, neighbourhood);
  else if (weights->kind == io::Value::Kind::List)
    weigh_one_by_one(section, neighbourhood);
  else
    section.problem("weights",
                    fmt::format("is {}; must be a list, one for each neighbour, or a mapping of axes, "
                                "as in {{x: 3, y: 1}}",
                                describe(*weights)));
  const auto& neighbours = neighbourhood.neighbours;
  if (std::any_of(neighbours.begin(), neighbours.end(),
                  [](const Neighbour& neighbour) { return neighbour.weight != 1; }))
    neighbourhood.reach.reset();
  drop_weightless(neighbourhood);
  if (neighbourhood.neighbours.empty())
    section.problem("weights", "are all 0: no cell would ever see another");
  return neighbourhood;
}

}  // namespace morula
