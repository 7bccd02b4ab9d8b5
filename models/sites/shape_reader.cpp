#include "models/sites/shape_reader.h"

#include <algorithm>

#include "models/lattice_reader.h"

namespace morula {
namespace {

Shape read_box(io::Section section, const Lattice& lattice) {
  Shape shape;
  const auto from = read_site(section, "from", lattice), to = read_site(section, "to", lattice);
  section.finish();
  if (!from || !to) return shape;
  if (from->x > to->x || from->y > to->y || from->z > to->z)
    section.problem("to", "lies before 'from'; both are corners of the box, and belong to it");
  shape.from = *from;
  shape.to = *to;
  return shape;
}

Shape read_ball(io::Section section, const Lattice& lattice) {
  Shape shape;
  shape.is_ball = true;
  const auto centre = read_site(section, "centre", lattice);
  const Index longest = std::max({lattice.global.x, lattice.global.y, lattice.global.z});
  const auto radius = section.whole("radius", 0, longest, io::Presence::Required);
  section.finish();
  if (!centre || !radius) return shape;
  shape.centre = *centre;
  shape.radius = *radius;
  const auto low = [&](Index at) { return at > *radius ? at - *radius : 0; };
  const auto high = [&](Index at, Index side) { return std::min(at + *radius, side - 1); };
  shape.from = {low(centre->x), low(centre->y), low(centre->z)};
  shape.to = {high(centre->x, lattice.global.x), high(centre->y, lattice.global.y),
              high(centre->z, lattice.global.z)};
  return shape;
}

}  // namespace

Shape read_shape(io::Section& section, const Lattice& lattice) {
  const auto kind = section.exactly_one({"site", "box", "ball"});
  if (kind == "box") {
    if (auto box = section.section("box")) return read_box(std::move(*box), lattice);
  } else if (kind == "ball") {
    if (auto ball = section.section("ball")) return read_ball(std::move(*ball), lattice);
  } else if (kind == "site") {
    const auto site = read_site(section, "site", lattice);
    Shape shape;
    shape.from = shape.to = site.value_or(Site{});
    return shape;
  }
  return {};
}

}  // namespace morula
