#include "models/potts/observe/cell_table.h"

#include <algorithm>
#include <cmath>
#include <string_view>

namespace morula::potts {
namespace {

std::array<i64, 3> sides_of(const Lattice& lattice) {
  return {static_cast<i64>(lattice.global.x), static_cast<i64>(lattice.global.y),
          static_cast<i64>(lattice.global.z)};
}
std::array<bool, 3> wraps_of(const Lattice& lattice) {
  const auto& [x, y, z] = lattice.boundary;
  return {x == Boundary::Periodic, y == Boundary::Periodic,
          lattice.dimensions == 3 && z == Boundary::Periodic};
}

// Extent and sums of a cell's sites, relative to the first of them.
struct Spread {
  std::array<i64, 3> anchor = {}, sum = {}, least = {}, most = {};
  u64 volume = 0;
};

class CellSurvey {
 public:
  CellSurvey(const PottsSpec& spec, std::span<const u8> types)
      : lattice_(spec.lattice),
        sides_(sides_of(lattice_)),
        wraps_(wraps_of(lattice_)),
        types_(types),
        kinds_(spec.types.size()),
        spreads_(types.size()),
        contacts_(types.size() * kinds_) {}

  void add_site(u32 cell, const std::array<i64, 3>& at) {
    if (cell == 0) return;
    Spread& spread = spreads_[cell];
    if (spread.volume++ == 0) spread.anchor = at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      i64 away = at[axis] - spread.anchor[axis];
      if (wraps_[axis] && 2 * away > sides_[axis]) away -= sides_[axis];
      if (wraps_[axis] && 2 * away < -sides_[axis]) away += sides_[axis];
      spread.sum[axis] += away;
      spread.least[axis] = std::min(spread.least[axis], away);
      spread.most[axis] = std::max(spread.most[axis], away);
    }
  }

  void add_face(u32 a, u32 b) {
    if (a == b) return;
    ++contacts_[a * kinds_ + types_[b]];
    ++contacts_[b * kinds_ + types_[a]];
  }

  std::vector<CellRow> rows() const {
    std::vector<CellRow> rows;
    for (u32 cell = 1; cell < spreads_.size(); ++cell)
      if (spreads_[cell].volume > 0) rows.push_back(row_of(cell));
    return rows;
  }

 private:
  CellRow row_of(u32 cell) const {
    const Spread& spread = spreads_[cell];
    CellRow row{cell, spread.volume, 0, std::nullopt, {}};
    const auto first = contacts_.begin() + static_cast<std::ptrdiff_t>(cell * kinds_);
    row.contacts.assign(first, first + static_cast<std::ptrdiff_t>(kinds_));
    for (const u64 faces : row.contacts) row.surface += faces;
    if (!is_wide(spread)) row.centroid = centroid_of(spread);
    return row;
  }

  // Does the cell extend over more than half of a periodic side? Its direction round the axis is then
  // ambiguous.
  bool is_wide(const Spread& cell) const {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (wraps_[axis] && 2 * (cell.most[axis] - cell.least[axis] + 1) > sides_[axis]) return true;
    return false;
  }

  Point centroid_of(const Spread& cell) const {
    Point centroid{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double side = static_cast<double>(sides_[axis]);
      double at = static_cast<double>(cell.anchor[axis]) +
                  static_cast<double>(cell.sum[axis]) / static_cast<double>(cell.volume);
      if (wraps_[axis] && at < 0) at += side;
      if (wraps_[axis] && at >= side) at -= side;
      centroid[axis] = at;
    }
    return centroid;
  }

  Lattice lattice_;
  std::array<i64, 3> sides_;
  std::array<bool, 3> wraps_;
  std::span<const u8> types_;
  std::size_t kinds_;
  std::vector<Spread> spreads_;
  std::vector<u64> contacts_;  // [cell · types + type]
};

// Counts the faces within a plane, and those to the previous plane.
void survey_plane(CellSurvey& survey, const Lattice& lattice, i64 z, const std::vector<u32>& plane,
                  const std::vector<u32>* before) {
  const Index width = lattice.global.x, height = lattice.global.y;
  const auto [wraps_x, wraps_y, wraps_z] = wraps_of(lattice);
  for (Index y = 0; y < height; ++y)
    for (Index x = 0; x < width; ++x) {
      const u32 cell = plane[y * width + x];
      survey.add_site(cell, {static_cast<i64>(x), static_cast<i64>(y), z});
      if (x + 1 < width || wraps_x) survey.add_face(cell, plane[y * width + (x + 1) % width]);
      if (y + 1 < height || wraps_y) survey.add_face(cell, plane[(y + 1) % height * width + x]);
      if (before) survey.add_face(cell, (*before)[y * width + x]);
    }
}

}  // namespace

std::vector<CellRow> cell_rows(PottsEngine& engine, const PottsSpec& spec, u64 replica) {
  const Lattice& lattice = spec.lattice;
  const Index in_plane = lattice.global.x * lattice.global.y, first = replica * lattice.global.sites();
  CellSurvey survey(spec, engine.cells().types(replica));
  std::vector<u32> plane(in_plane), before(in_plane), lowest;
  for (Index z = 0; z < lattice.global.z; ++z) {
    engine.read({first + z * in_plane, in_plane}, plane);
    survey_plane(survey, lattice, static_cast<i64>(z), plane, z == 0 ? nullptr : &before);
    if (z == 0 && wraps_of(lattice)[2]) lowest = plane;
    std::swap(plane, before);
  }
  for (Index i = 0; i < lowest.size(); ++i) survey.add_face(before[i], lowest[i]);
  return survey.rows();
}

std::vector<CellRow> cell_places(PottsEngine& engine, const PottsSpec& spec, u64 replica) {
  const Lattice& lattice = spec.lattice;
  const Index width = lattice.global.x, height = lattice.global.y, in_plane = width * height,
              first = replica * lattice.global.sites();
  CellSurvey survey(spec, engine.cells().types(replica));
  std::vector<u32> plane(in_plane);
  for (Index z = 0; z < lattice.global.z; ++z) {
    engine.read({first + z * in_plane, in_plane}, plane);
    for (Index y = 0; y < height; ++y)
      for (Index x = 0; x < width; ++x)
        if (const u32 cell = plane[y * width + x])
          survey.add_site(cell, {static_cast<i64>(x), static_cast<i64>(y), static_cast<i64>(z)});
  }
  return survey.rows();
}

CellValues::CellValues(const PottsSpec& spec, const Energies& energies, const CellTable& cells,
                       std::span<const i32> numbers, u64 replica)
    : columns_(table_columns(spec)),
      cells_(cells),
      numbers_(numbers),
      kept_(energies.kept()),
      replica_(replica),
      lengths_(energies) {
  for (const Column& column : columns_)
    places_.push_back(column.kind == ColumnKind::Counted ? energies.number(column.name)
                                                         : cells.place(column.name));
}

std::optional<std::size_t> CellValues::place(std::string_view column) const {
  const auto found = std::ranges::find(columns_, column, &Column::name);
  if (found == columns_.end() || found->kind == ColumnKind::Derived) return std::nullopt;
  return static_cast<std::size_t>(found - columns_.begin());
}

double CellValues::number(std::size_t column, u64 cell) const {
  if (columns_[column].kind == ColumnKind::Counted) return numbers_[cell * kept_ + places_[column]];
  return cells_.number(places_[column], replica_ * cells_.cells() + cell);
}

std::optional<double> CellValues::length(u64 cell) const {
  if (!lengths_.has(cells_.types(replica_)[cell])) return std::nullopt;
  return CellLengths::in_sites(lengths_.length(&numbers_[cell * kept_]));
}

Table cells_table(const PottsSpec& spec) {
  Table table{"cells", {}};
  if (spec.replicas > 1) table.columns.push_back("replica");
  table.columns.push_back("id");
  for (const Column& column : table_columns(spec)) table.columns.push_back(column.name);
  return table;
}

Table lineage_table(const PottsSpec& spec) {
  Table table{"lineage", {}};
  if (spec.replicas > 1) table.columns.push_back("replica");
  table.columns.insert(table.columns.end(), {"cell", "mother", "born", "died", "type"});
  return table;
}

void add_lineage(const PottsSpec& spec, const CellTable& cells, const LineageLog& dead, const RowSink& sink) {
  const auto value = [&](const char* name, u64 row) {
    const std::size_t column = cells.place(name);
    return column < cells.columns().size() ? static_cast<u32>(cells.number(column, row)) : 0;
  };
  for (u64 replica = 0; replica < spec.replicas; ++replica) {
    std::vector<DeadCell> all_cells = dead.of(replica);
    for (u64 row = replica * cells.cells() + 1; row < (replica + 1) * cells.cells(); ++row)
      if (cells.types()[row] != 0)
        all_cells.push_back(
            {cells.cell_number(row), value("mother", row), value("born", row), 0, cells.types()[row]});
    std::ranges::sort(all_cells, {}, &DeadCell::cell);
    std::vector<Number> values;
    for (const DeadCell& cell : all_cells) {
      values.clear();
      if (spec.replicas > 1) values.emplace_back(spec.first_replica + replica);
      for (const u32 number : {cell.cell, cell.mother, cell.born, cell.died, cell.type})
        values.emplace_back(u64{number});
      sink(values);
    }
  }
}

Table tracks_table(const PottsSpec& spec) {
  Table table{"tracks", {}};
  if (spec.replicas > 1) table.columns.push_back("replica");
  table.columns.insert(table.columns.end(), {"cell", "type", "x", "y"});
  if (spec.lattice.dimensions == 3) table.columns.push_back("z");
  return table;
}

void add_row(const PottsSpec& spec, const CellValues& columns, const CellRow& row,
             const std::optional<Point>& before, std::vector<Number>& values) {
  std::optional<Point> moved;
  if (before && row.centroid) moved = displacement(spec.lattice, *before, *row.centroid);
  std::vector<Number> derived;  // in the order of table_columns()
  if (columns.place("surface") == std::nullopt) derived.emplace_back(row.surface);
  for (const auto& vector : {row.centroid, moved})
    for (std::size_t axis = 0; axis < spec.lattice.dimensions; ++axis)
      derived.push_back(vector ? Number((*vector)[axis]) : Number(Absent{}));
  for (const u64 faces : row.contacts) derived.emplace_back(faces);
  derived.emplace_back(u64{0});  // the mother; 0 if no cell divides
  if (const auto length = columns.length(row.cell))
    derived.emplace_back(*length);
  else
    derived.emplace_back(Absent{});  // read only if there is such a column
  auto next = derived.begin();
  values.emplace_back(u64{columns.cell_number(row.cell)});
  for (std::size_t column = 0; column < columns.columns().size(); ++column) {
    const Column& declared = columns.columns()[column];
    if (declared.kind == ColumnKind::Derived)
      values.push_back(*next++);
    else if (const double number = columns.number(column, row.cell);
             declared.type == ValueType::F64 || number < 0)
      values.emplace_back(number);
    else
      values.emplace_back(static_cast<u64>(number));
  }
}

Point displacement(const Lattice& lattice, const Point& from, const Point& to) {
  Point moved{};
  const auto sides = sides_of(lattice);
  const auto wraps = wraps_of(lattice);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double side = static_cast<double>(sides[axis]);
    moved[axis] = to[axis] - from[axis];
    if (wraps[axis] && 2 * moved[axis] > side) moved[axis] -= side;
    if (wraps[axis] && 2 * moved[axis] < -side) moved[axis] += side;
  }
  return moved;
}

}  // namespace morula::potts
