#include "models/automaton/read/bounded_grid.h"

#include <fmt/format.h>

#include <charconv>

#include "models/automaton/read/rule_characters.h"

namespace morula {
namespace {

// Removes the number at the beginning of `text` and returns it. Like Golly, it returns 0 if there is none.
Index take_count(std::string_view& text) {
  Index count = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), count);
  text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  return parsed.ec == std::errc{} ? count : 0;
}

BoundedGrid::Surface surface_of(char letter) {
  switch (upper(letter)) {
    case 'T':
      return BoundedGrid::Surface::Torus;
    case 'P':
      return BoundedGrid::Surface::Plane;
    default:
      return BoundedGrid::Surface::Other;
  }
}

std::string boundary_text(const Lattice& lattice) {
  const auto name = [](Boundary boundary) { return boundary == Boundary::Periodic ? "periodic" : "fixed"; };
  if (lattice.boundary.x == lattice.boundary.y) return name(lattice.boundary.x);
  return fmt::format("{{x: {}, y: {}}}", name(lattice.boundary.x), name(lattice.boundary.y));
}

}  // namespace

std::string_view without_grid(std::string_view rule) { return trimmed(rule.substr(0, rule.find(':'))); }

std::optional<BoundedGrid> grid_in(std::string_view rule) {
  const std::size_t colon = rule.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  BoundedGrid grid;
  grid.suffix = rule.substr(colon);
  std::string_view text = trimmed(rule.substr(colon + 1));
  if (text.empty()) return grid;
  const BoundedGrid::Surface surface = surface_of(text.front());
  text.remove_prefix(1);
  const Index width = take_count(text);
  const bool is_square = text.empty();  // :T30 is :T30,30
  if (text.starts_with(',')) text.remove_prefix(1);
  const Index height = is_square ? width : take_count(text);
  // A bounded grid, neither shifted nor twisted.
  const bool is_plain = text.empty() && width > 0 && height > 0;
  if (!is_plain || surface == BoundedGrid::Surface::Other) return grid;
  return BoundedGrid{surface, width, height, grid.suffix};
}

bool is_same(const BoundedGrid& grid, const Lattice& lattice) {
  if (grid.surface == BoundedGrid::Surface::Other || lattice.dimensions != 2) return false;
  const Boundary boundary =
      grid.surface == BoundedGrid::Surface::Torus ? Boundary::Periodic : Boundary::Fixed;
  return lattice.boundary.x == boundary && lattice.boundary.y == boundary && lattice.global.x == grid.width &&
         lattice.global.y == grid.height;
}

std::string grid_problem(const BoundedGrid& grid, const Lattice& lattice, std::string_view rule) {
  const std::string regardless =
      fmt::format("to place the pattern on this lattice regardless, write automaton: {{rule: {}}}", rule);
  if (grid.surface == BoundedGrid::Surface::Other)
    return fmt::format("its rule ends with '{}', a grid of Golly that Morula has no lattice for; {}",
                       grid.suffix, regardless);
  const bool is_torus = grid.surface == BoundedGrid::Surface::Torus;
  const std::string dimensions =
      lattice.dimensions == 2 ? fmt::format("boundary {}", boundary_text(lattice)) : "three dimensions";
  return fmt::format(
      "its rule ends with '{}', a {} of {} x {} cells, but the lattice has {} and {}; write lattice: {{size: "
      "[{}, {}], boundary: {}}}, or, {}",
      grid.suffix, is_torus ? "torus" : "bounded plane", grid.width, grid.height,
      to_string(lattice.global, lattice.dimensions), dimensions, grid.width, grid.height,
      is_torus ? "periodic" : "fixed", regardless);
}

std::optional<std::string> grid_suffix(const Lattice& lattice) {
  if (lattice.dimensions != 2 || lattice.boundary.x != lattice.boundary.y) return std::nullopt;
  return fmt::format(":{}{},{}", lattice.boundary.x == Boundary::Periodic ? 'T' : 'P', lattice.global.x,
                     lattice.global.y);
}

}  // namespace morula
