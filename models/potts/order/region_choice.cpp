#include "models/potts/order/region_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>
#include <vector>

#include "models/potts/order/regions.h"
#include "models/potts/terms/constraint_term.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {
namespace {

// The constants of the choice; docs/validation/potts.md has the comparisons that they come from.
constexpr u32 fewest_turns = 8;
constexpr double turns_for_border = 2.0 / 3;
constexpr double most_stiffness = 4;
constexpr double unknown_volume = 100;  // of a cell, where neither targets nor the initial state tell
constexpr u32 longest_edge = 1u << 24;
constexpr u64 least_attempts = 32;    // of a region in a turn: one for each work-item that runs in lockstep
constexpr u64 enough_regions = 1024;  // of one kind, to keep a large device busy

// The edge, in whole sites, of the smallest square or cube with this many sites. Only products are computed,
// since the roots of two machines' libraries may differ.
u32 edge_of(double sites, unsigned dimensions) {
  u32 edge = 1;
  for (; edge < longest_edge; ++edge) {
    const double length = edge;
    if ((dimensions == 3 ? length * length * length : length * length) >= sites) break;
  }
  return edge;
}

double sites_of(const Shape& shape) {
  return static_cast<double>(shape.to.x - shape.from.x + 1) *
         static_cast<double>(shape.to.y - shape.from.y + 1) *
         static_cast<double>(shape.to.z - shape.from.z + 1);
}

double sites_of_tile(u64 width, unsigned dimensions) {
  const double edge = static_cast<double>(width);
  return dimensions == 3 ? edge * edge * edge : edge * edge;
}

// The largest cells of a type in the initial state; 0 if it is not known, or if there are none.
double initial_volume(const PottsSpec& spec, std::size_t type) {
  if (const auto* labels = std::get_if<Labels>(&spec.initial)) {
    std::vector<double> volumes(labels->types.size());
    for (const u32 cell : labels->cells) ++volumes[cell];
    double largest = 0;
    for (std::size_t cell = 1; cell < volumes.size(); ++cell)
      if (labels->types[cell] == type) largest = std::max(largest, volumes[cell]);
    return largest;
  }
  double largest = 0;
  for (const Tiles& tiles : std::get<std::vector<Tiles>>(spec.initial)) {
    if (type >= tiles.fractions.size() || tiles.fractions[type] == 0) continue;
    largest = std::max(
        largest, tiles.width ? sites_of_tile(*tiles.width, spec.lattice.dimensions) : sites_of(tiles.shape));
  }
  return largest;
}

// The largest volume that cells of a type have at the start or as a target.
double largest_volume(const PottsSpec& spec, std::size_t type) {
  double volume = initial_volume(spec, type);
  if (const auto* term = spec.terms.find<VolumeTerm>())
    if (const auto constraint = constraint_of(*term->constraints(), type))
      volume = std::max(volume, constraint->target);
  for (const VaryingTarget& varying : varying_targets(spec))
    if (varying.number == 0) volume = std::max(volume, varying.most);
  const double sites = static_cast<double>(spec.lattice.global.sites());
  return std::min(volume > 0 ? volume : unknown_volume, sites);
}

// Where contacts cost little, borders of cells are longer than those of compact cells: in 2D with 8 contacts
// 1.2, 1.5, 2.1 and 2.8 times as long at J / T = 0.4, 0.2, 0.1 and 0.05. The formula gives a little less, and
// 1 for all compact cells, for which the other constants were found.
double roughness(const PottsSpec& spec, std::size_t type) {
  double least = spec.adhesion_of(type, 0);
  for (std::size_t touched = 1; touched < spec.type_count(); ++touched)
    least = std::min(least, spec.adhesion_of(type, touched));
  const double cost = least * static_cast<double>(spec.contact.neighbours.size()) / 8;
  if (cost <= 0) return std::numeric_limits<double>::infinity();
  return std::max(1.0, 0.8 + 0.1 * spec.temperature_of(type, 0) / cost);
}

// About the number of sites at the border of a cell. In small cells, and in rough ones whose border moves
// while a turn lasts, it counts for more sites than the cell has, but at most for twice as many.
double border_sites(const PottsSpec& spec, std::size_t type) {
  const double volume = largest_volume(spec, type), edge = edge_of(volume, spec.lattice.dimensions);
  const double compact = spec.lattice.dimensions == 3 ? 4.9 * edge * edge : 3.6 * edge;
  return std::min(2 * volume, compact * roughness(spec, type));
}

// 1.6 diameters of a compact cell, so that a cell rarely touches two regions of one kind.
u32 side_for_cell(double volume, unsigned dimensions) {
  return edge_of((dimensions == 3 ? 8 : 3.3) * volume, dimensions);
}

// The neighbours of a site in the plane of a flat border: a copy changes a number that counts faces by as
// many.
double neighbours_in_plane(const std::optional<Neighbourhood>& neighbourhood) {
  if (!neighbourhood) return 1;
  const auto count = std::ranges::count(neighbourhood->neighbours, 0, &Neighbour::dx);
  return std::max(1.0, static_cast<double>(count));
}

// The square of the change that a copy makes in a number of its cell, in units of the variance of this
// number. A number that can take two values only has the variance 1/4 of that.
double stiffness(const PottsSpec& spec, const Term& term, std::size_t type) {
  const Constraints* const constraints = term.constraints();
  const auto constraint = constraints ? constraint_of(*constraints, type) : std::nullopt;
  if (!constraint || constraint->strength == 0) return 0;
  const double change = neighbours_in_plane(term.neighbours(spec)),
               temperature = spec.temperature_of(type, 0);
  if (temperature == 0) return most_stiffness;
  return std::min(most_stiffness, 2 * constraint->strength * change * change / temperature);
}

double stiffness(const PottsSpec& spec, std::size_t type) {
  double greatest = 0;
  for (const auto& term : spec.terms) greatest = std::max(greatest, stiffness(spec, *term, type));
  return greatest;
}

template <typename OfType>
double largest_of_types(const PottsSpec& spec, OfType of_type) {
  double largest = 0;
  for (std::size_t type = 1; type < spec.type_count(); ++type)
    if (!spec.types[type].fixed) largest = std::max(largest, static_cast<double>(of_type(type)));
  return largest;
}

u32 turns_for_cells(const PottsSpec& spec) {
  const double turns = largest_of_types(spec, [&](std::size_t type) {
    return turns_for_border * border_sites(spec, type) * stiffness(spec, type);
  });
  return static_cast<u32>(
      std::clamp(std::ceil(turns), double{fewest_turns}, static_cast<double>(most_turns)));
}

bool divides(const PottsSpec& spec, u32 side) {
  const Extent& extent = spec.lattice.global;
  return std::max({extent.x, extent.y, extent.z}) >= 2 * u64{side};
}

}  // namespace

u32 region_side(const PottsSpec& spec) {
  if (spec.region_side) return *spec.region_side;
  const unsigned dimensions = spec.lattice.dimensions;
  const u32 turns = spec.region_turns.value_or(turns_for_cells(spec)), widest = dimensions == 3 ? 16 : 32;
  const u64 kinds = dimensions == 3 ? 8 : 4, sites = spec.lattice.global.sites();
  const double for_cells = largest_of_types(
      spec, [&](std::size_t type) { return side_for_cell(largest_volume(spec, type), dimensions); });
  return std::max(
      {reach_of(spec), static_cast<u32>(for_cells),
       edge_of(static_cast<double>(least_attempts * turns), dimensions),
       std::min(widest, edge_of(static_cast<double>(sites / (kinds * enough_regions)), dimensions))});
}

u32 region_turns(const PottsSpec& spec) {
  if (spec.region_turns) return *spec.region_turns;
  return divides(spec, region_side(spec)) ? turns_for_cells(spec) : 1;
}

void choose_regions(PottsSpec& spec) {
  const u32 side = region_side(spec), turns = region_turns(spec);
  spec.region_side = side;
  spec.region_turns = turns;
}

}  // namespace morula::potts
