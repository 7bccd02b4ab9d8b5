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

// Where a cell's sites are, seen from the first of them.
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
    Spread& own = spreads_[cell];
    if (own.volume++ == 0) own.anchor = at;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      i64 away = at[axis] - own.anchor[axis];
      if (wraps_[axis] && 2 * away > sides_[axis]) away -= sides_[axis];
      if (wraps_[axis] && 2 * away < -sides_[axis]) away += sides_[axis];
      own.sum[axis] += away;
      own.least[axis] = std::min(own.least[axis], away);
      own.most[axis] = std::max(own.most[axis], away);
    }
  }

  void add_face(u32 a, u32 b) {
    if (a == b) return;
    ++contacts_[a * kinds_ + types_[b]];
    ++contacts_[b * kinds_ + types_[a]];
  }

  std::vector<CellRow> rows() const {
    std::vector<CellRow> all;
    for (u32 cell = 1; cell < spreads_.size(); ++cell)
      if (spreads_[cell].volume > 0) all.push_back(row_of(cell));
    return all;
  }

 private:
  CellRow row_of(u32 cell) const {
    const Spread& own = spreads_[cell];
    CellRow row{cell, types_[cell], own.volume, 0, std::nullopt, {}};
    const auto first = contacts_.begin() + static_cast<std::ptrdiff_t>(cell * kinds_);
    row.contacts.assign(first, first + static_cast<std::ptrdiff_t>(kinds_));
    for (const u64 faces : row.contacts) row.surface += faces;
    if (!is_wide(own)) row.centroid = centroid_of(own);
    return row;
  }

  // More than half of a periodic side: which way round is the cell's inside is then unknown.
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

// The faces inside a plane, and those to the plane before it.
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

std::vector<CellRow> cell_rows(PottsEngine& engine, const PottsSpec& spec, u64 replica,
                               std::span<const u8> types) {
  const Lattice& lattice = spec.lattice;
  const Index in_plane = lattice.global.x * lattice.global.y, first = replica * lattice.global.sites();
  CellSurvey survey(spec, types);
  std::vector<u32> plane(in_plane), before(in_plane), lowest;
  for (Index z = 0; z < lattice.global.z; ++z) {
    engine.read({first + z * in_plane, in_plane}, plane);
    survey_plane(survey, lattice, static_cast<i64>(z), plane, z == 0 ? nullptr : &before);
    if (z == 0 && wraps_of(lattice)[2]) lowest = plane;
    std::swap(plane, before);
  }
  for (Index i = 0; i < lowest.size(); ++i) survey.add_face(before[i], lowest[i]);
  std::vector<CellRow> rows = survey.rows();
  const std::vector<std::string> kept = kept_numbers(spec);
  const auto surface = static_cast<u64>(std::ranges::find(kept, "surface") - kept.begin());
  if (surface == kept.size()) return rows;
  const std::vector<i32> numbers = engine.numbers(replica);  // as the term counts it
  for (CellRow& row : rows) row.surface = static_cast<u64>(numbers[row.cell * kept.size() + surface]);
  return rows;
}

Table cells_table(const PottsSpec& spec) {
  const bool flat = spec.lattice.dimensions == 2;
  Table table{"cells", {}};
  if (spec.replicas > 1) table.columns.push_back("replica");
  for (const char* name : {"id", "type", "volume", "surface", "x", "y", "z", "dx", "dy", "dz"})
    if (!flat || std::string_view(name).find('z') == std::string_view::npos) table.columns.push_back(name);
  for (const CellType& type : spec.types) table.columns.push_back("contact_" + type.name);
  table.columns.push_back("mother");
  return table;
}

void add_row(const PottsSpec& spec, const CellRow& row, const std::optional<Point>& before,
             std::vector<Number>& numbers) {
  std::optional<Point> moved;
  if (before && row.centroid) moved = displacement(spec.lattice, *before, *row.centroid);
  for (const u64 number : {u64{row.cell}, u64{row.type}, row.volume, row.surface})
    numbers.emplace_back(number);
  for (const auto& vector : {row.centroid, moved})
    for (std::size_t axis = 0; axis < spec.lattice.dimensions; ++axis)
      numbers.push_back(vector ? Number((*vector)[axis]) : Number(Absent{}));
  for (const u64 faces : row.contacts) numbers.emplace_back(faces);
  numbers.emplace_back(u64{0});  // cells do not divide
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
