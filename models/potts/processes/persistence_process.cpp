#include "models/potts/processes/persistence_process.h"

#include <algorithm>
#include <cmath>

#include "core/elementary.h"
#include "models/potts/potts_spec.h"
#include "texts/morula_potts.h"

namespace morula::potts {
namespace {

constexpr double turn = 6.283185307179586;

// One component of a random direction, where all directions are equally likely. `words` are the random words
// of the cell.
double drawn_direction(const PottsSpec& spec, std::size_t axis, const u32x4& words) {
  const double angle = (words.x + 0.5) / 4294967296.0 * turn, height = (words.y + 0.5) / 2147483648.0 - 1;
  if (spec.lattice.dimensions == 2) return axis == 0 ? cosine(angle) : axis == 1 ? sine(angle) : 0;
  if (axis == 2) return height;
  return std::sqrt(1 - height * height) * (axis == 0 ? cosine(angle) : sine(angle));
}

}  // namespace

gpu::Text PersistenceProcess::text() const { return gpu::text::models::potts::processes::persistence_rule; }

std::vector<UsedColumn> PersistenceProcess::columns() const {
  std::vector<UsedColumn> columns = {{{.name = "type", .type = ValueType::U8}}};
  for (const std::string& name : place_columns) columns.push_back({{.name = name}});
  for (const char* name : {"last_x", "last_y", "last_z"})
    columns.push_back({{.name = name,
                        .initial = [](const PottsSpec&, std::size_t) { return -1.0; },
                        .from_run = false,
                        .from_mother = FromMother::Anew},
                       true});
  for (std::size_t axis = 0; axis < 3; ++axis)
    columns.push_back({{.name = direction_columns[axis],
                        .drawn =
                            [axis](const PottsSpec& spec, const CellDraw& drawn) {
                              return drawn_direction(spec, axis,
                                                     draw(drawn.key, drawn.cell, drawn_column, 0));
                            },
                        .from_mother = FromMother::Drawn},
                       true});
  return columns;
}

HostStep PersistenceProcess::host() const {
  using Cell = persistence_cell;
  return host_step<persistence_step, &Cell::type, &Cell::place_x, &Cell::place_y, &Cell::place_z,
                   &Cell::last_x, &Cell::last_y, &Cell::last_z, &Cell::direction_x, &Cell::direction_y,
                   &Cell::direction_z>;
}

bool uses_places(const PottsSpec& spec) {
  return std::ranges::any_of(processes_of(spec), [](const auto& process) {
    const std::vector<UsedColumn> columns = process->columns();
    return std::ranges::any_of(columns,
                               [](const UsedColumn& used) { return used.column.name == place_columns[0]; });
  });
}

}  // namespace morula::potts
