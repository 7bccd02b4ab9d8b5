#include "models/lattice_reader.h"

#include <fmt/format.h>

#include "core/counted.h"
#include "core/stream.h"

namespace morula {
namespace {

// Every draw addresses sites with 48 bits.
bool addressable(const std::vector<std::uint64_t>& size) {
  std::uint64_t sites = 1;
  for (const std::uint64_t side : size) {
    if (side > largest_where / sites) return false;
    sites *= side;
  }
  return true;
}

Boundary read_boundary(io::Section& section, const char* key) {
  return section.choice(key, {"periodic", "fixed"}) == "fixed" ? Boundary::Fixed : Boundary::Periodic;
}

// `boundary: fixed`, or one value for each axis: `boundary: {x: periodic, y: fixed}`. The default is
// periodic.
Boundaries read_boundaries(io::Section& lattice, std::size_t dimensions) {
  const io::Value* value = lattice.value("boundary");
  if (value && value->kind == io::Value::Kind::List) {
    lattice.problem("boundary",
                    "is a list; must be periodic or fixed, or a mapping as in {x: periodic, y: fixed}");
    return Boundary::Periodic;
  }
  if (!value || value->kind != io::Value::Kind::Map) return read_boundary(lattice, "boundary");
  auto axes = *lattice.section("boundary");
  const Boundary x = read_boundary(axes, "x"), y = read_boundary(axes, "y");
  const Boundary z = dimensions == 3 ? read_boundary(axes, "z") : x;
  axes.finish();
  return {x, y, z};
}

// A lattice as large as any site or pattern may need.
Lattice stand_in(unsigned dimensions) {
  constexpr Index side_2d = Index{1} << 20, side_3d = Index{1} << 15;
  const Extent extent = dimensions == 2 ? Extent{side_2d, side_2d, 1} : Extent{side_3d, side_3d, side_3d};
  return Lattice::whole(extent, dimensions, Boundary::Fixed);
}

// The intended number of dimensions: the number of sizes, whether these are valid or not.
std::optional<unsigned> dimensions_meant(const io::Section& root) {
  const auto lattice = root.peek("lattice");
  const io::Value* size = lattice ? lattice->find("size") : nullptr;
  if (!size || (size->items.size() != 2 && size->items.size() != 3)) return std::nullopt;
  return static_cast<unsigned>(size->items.size());
}

}  // namespace

void read_with_lattice(io::Section& root, Spec& spec, const std::function<void(const Lattice&)>& read) {
  if (const auto lattice = read_lattice(root, spec)) return read(*lattice);
  if (const auto meant = dimensions_meant(root)) return read(stand_in(*meant));
  const std::size_t before = root.problems().count();
  read(stand_in(2));
  const std::vector<Problem> in_2d = root.problems().take_from(before);
  if (in_2d.empty()) return;
  read(stand_in(3));
  const std::vector<Problem> in_3d = root.problems().take_from(before);
  root.problems().add(in_3d.size() < in_2d.size() ? in_3d : in_2d);
}

std::optional<Lattice> read_lattice(io::Section& root, Spec& spec) {
  auto section = root.section("lattice", io::Presence::Required);
  if (!section) return std::nullopt;
  spec.size = {section->place_of("size"), section->path_of("size")};
  const auto size = section->wholes("size", 1, largest_where, io::Presence::Required);
  const Boundaries boundary = read_boundaries(*section, size ? size->size() : 3);
  section->finish();
  if (!size) return std::nullopt;
  if (size->size() != 2 && size->size() != 3) {
    section->problem("size", "must be [width, height] or [width, height, depth]");
    return std::nullopt;
  }
  if (!addressable(*size)) {
    section->problem("size", "has more than 2^48 sites; make it smaller");
    return std::nullopt;
  }
  const Extent extent{(*size)[0], (*size)[1], size->size() == 3 ? (*size)[2] : 1};
  spec.lattice = Lattice::whole(extent, static_cast<unsigned>(size->size()), boundary);
  return spec.lattice;
}

void read_steps(io::Section& root, Spec& spec, io::Presence presence) {
  spec.steps = root.whole("steps", 0, largest_when, presence);
}

std::optional<Site> site_in(const io::Value& value, const std::string& path, const Lattice& lattice,
                            io::Problems& problems) {
  const std::size_t dimensions = lattice.dimensions;
  const char* const example = dimensions == 2 ? "[3, 4]" : "[3, 4, 5]";
  if (value.kind != io::Value::Kind::List) {
    problems.add(value.place(), path,
                 fmt::format("is {}; must be a site, as in {}", describe(value), example));
    return std::nullopt;
  }
  if (const std::size_t coordinates = value.items.size(); coordinates != dimensions) {
    problems.add(value.place(), path,
                 fmt::format("has {}, but the lattice has {} dimensions; write {} numbers, as in {}",
                             counted(coordinates, "coordinate"), dimensions, dimensions, example));
    return std::nullopt;
  }
  const std::array<Index, 3> sides = {lattice.global.x, lattice.global.y, lattice.global.z};
  std::array<Index, 3> at = {0, 0, 0};
  for (std::size_t axis = 0; axis < dimensions; ++axis) {
    const auto number = whole_in(value.items[axis], path, 0, sides[axis] - 1, problems);
    if (!number) return std::nullopt;
    at[axis] = *number;
  }
  return Site{at[0], at[1], at[2]};
}

std::optional<Site> read_site(io::Section& section, const char* key, const Lattice& lattice) {
  const io::Value* value = section.value(key, io::Presence::Required);
  return value ? site_in(*value, section.path_of(key), lattice, section.problems()) : std::nullopt;
}

}  // namespace morula
