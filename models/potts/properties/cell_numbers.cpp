#include "models/potts/properties/cell_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/formula/compiler.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {
namespace {

using InputKind = CellInput::Kind;
using formula::Int128;

constexpr f64 units = 4294967296.0;  // units of exact sums in 1
constexpr f64 largest = 4.611686018427388e18;

// A number in units of 2^-32, so that sums are exact in any order.
Int128 in_units(f64 number, const std::string& what, const std::string& when) {
  if (!(std::abs(number) < largest))
    throw Error(fmt::format("{} is {} {}; sums are exact for numbers below 2^62: use a smaller unit", what,
                            number, when));
  return static_cast<Int128>(std::floor(number * units + 0.5));
}

f64 from_units(Int128 sum) { return static_cast<f64>(sum) / units; }

}  // namespace

std::vector<u64> parameter_bits(const PottsSpec& spec) {
  std::vector<u64> bits;
  for (const RuleParameter& parameter : spec.fields.parameters) bits.push_back(parameter.bits);
  return bits;
}

CellNumbersReader::CellNumbersReader(const PottsSpec& spec, std::vector<CellInput> inputs)
    : spec_(spec), inputs_(std::move(inputs)), kept_(kept_numbers(spec)) {}

bool CellNumbersReader::reads(CellInput::Kind kind) const {
  return std::ranges::any_of(inputs_, [&](const CellInput& input) { return input.kind == kind; });
}

CellNumbers CellNumbersReader::read(const CellTable& table, ReplicaReader& reader, u64 replica,
                                    const std::string& when) {
  const std::vector<i32> numbers = reader.numbers(replica);
  const std::span<const u8> types = table.types(replica);
  const u64 kept = kept_.size(), first = replica * table.cells();
  const std::size_t age = table.place("age");
  const auto surface = static_cast<u64>(std::ranges::find(kept_, "surface") - kept_.begin());
  CellNumbers cells;
  const auto reserve = [&](auto&... lists) { (lists.reserve(table.cells()), ...); };
  reserve(cells.rows, cells.numbers, cells.volumes, cells.types);
  // The table may have grown since the engine saw it, because of cells of another replica.
  for (u32 cell = 1; cell < numbers.size() / kept; ++cell) {
    if (numbers[cell * kept] <= 0) continue;
    cells.rows.push_back(cell);
    cells.numbers.push_back(table.cell_number(first + cell));
    cells.volumes.push_back(numbers[cell * kept]);
    cells.types.push_back(types[cell]);
    if (surface < kept) cells.surfaces.push_back(numbers[cell * kept + surface]);
    if (age < table.columns().size()) cells.ages.push_back(table.values<u32>(age)[first + cell]);
  }
  const auto reals_of = [&](const std::string& name) {
    std::vector<f64> reals;
    const std::size_t column = table.place(name);
    if (column == table.columns().size()) return reals;
    reals.reserve(cells.rows.size());
    for (const u32 cell : cells.rows) reals.push_back(table.values<f64>(column)[first + cell]);
    return reals;
  };
  for (const Property& property : spec_.properties.properties)
    cells.properties.push_back(reals_of(property.name));
  for (const char* name : {"target_volume", "target_surface"}) cells.targets.push_back(reals_of(name));
  std::vector<u32> sites;
  current_ = nullptr;
  faces_.resize(spec_.replicas);
  if (reads(InputKind::Neighbours) || reads(InputKind::Around)) {
    current_ = &faces_of(reader, replica, table.cells(), sites);
    add_faces(cells, *current_, types, surface < kept);
  } else if (reads(InputKind::Contact) || (reads(InputKind::Surface) && surface == kept)) {
    add_faces(cells, reader.faces(replica), surface < kept);
  }
  add_sums(cells, reader, replica, when);
  return cells;
}

const CellFaces& CellNumbersReader::faces_of(ReplicaReader& reader, u64 replica, u64 cells,
                                             std::vector<u32>& sites) {
  Faces& faces = faces_[replica];
  const u64 accepted = reader.accepted(replica);
  if (faces.accepted == accepted) return faces.of_cells;
  sites.resize(spec_.lattice.global.sites());
  reader.read_sites(replica, sites);
  faces = {accepted, CellFaces(spec_.lattice, sites, cells)};
  return faces.of_cells;
}

void CellNumbersReader::add_faces(CellNumbers& cells, const CellFaces& faces, std::span<const u8> types,
                                  bool has_surface) const {
  const std::size_t count = cells.rows.size();
  cells.contacts.assign(spec_.types.size(), std::vector<i64>(count));
  cells.neighbours = cells.contacts;
  if (!has_surface) cells.surfaces.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (const CellFaces::Neighbour& neighbour : faces.of(cells.rows[i])) {
      const u8 type = types[neighbour.cell];
      cells.contacts[type][i] += neighbour.faces;
      cells.neighbours[type][i] += 1;
      if (!has_surface) cells.surfaces[i] += neighbour.faces;
    }
}

void CellNumbersReader::add_faces(CellNumbers& cells, const std::vector<u32>& faces, bool has_surface) const {
  const std::size_t types = spec_.types.size(), count = cells.rows.size();
  cells.contacts.assign(types, std::vector<i64>(count));
  if (!has_surface) cells.surfaces.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t type = 0; type < types; ++type) {
      const u32 of_type = faces[cells.rows[i] * types + type];
      cells.contacts[type][i] = of_type;
      if (!has_surface) cells.surfaces[i] += of_type;
    }
}

void CellNumbersReader::add_sums(CellNumbers& cells, ReplicaReader& reader, u64 replica,
                                 const std::string& when) const {
  cells.sums.assign(spec_.fields.fields.size(), {});
  for (const CellInput& input : inputs_) {
    const bool is_sum = input.kind == InputKind::SumOfField || input.kind == InputKind::MeanOfField;
    if (!is_sum || !cells.sums[input.number].empty()) continue;
    const auto sums = reader.field_sums(input.number, replica);
    if (!sums) fail_to_sum(reader, input.number, replica, when);
    for (const u32 cell : cells.rows) {
      const auto& [low, high] = (*sums)[cell];
      cells.sums[input.number].push_back(from_units(
          static_cast<Int128>(static_cast<i64>(high)) * (Int128{1} << 64) + static_cast<Int128>(low)));
    }
  }
}

// Finds the value that cannot be summed and throws an Error that names it.
void CellNumbersReader::fail_to_sum(ReplicaReader& reader, u32 field, u64 replica,
                                    const std::string& when) const {
  std::vector<u32> sites(spec_.lattice.global.sites());
  std::vector<f64> values(sites.size());
  reader.read_sites(replica, sites);
  reader.read_field(field, replica, values);
  for (std::size_t i = 0; i < sites.size(); ++i)
    if (sites[i] != 0) in_units(values[i], spec_.fields.fields[field].name, when);
  throw Error(fmt::format("{} cannot be summed {}", spec_.fields.fields[field].name, when));
}

void CellNumbersReader::add_around(CellNumbers& cells, const std::string& when) const {
  if (!current_) return;
  const CellFaces& faces = *current_;
  cells.around.resize(cells.properties.size());
  std::vector<Int128> in_cells;
  for (const CellInput& input : inputs_) {
    if (input.kind != InputKind::Around) continue;
    const std::vector<f64>& values = cells.properties[input.number];
    const std::string& name = spec_.properties.properties[input.number].name;
    in_cells.assign(cells.rows.empty() ? 1 : cells.rows.back() + 1, 0);
    for (std::size_t i = 0; i < values.size(); ++i)
      in_cells[cells.rows[i]] =
          in_units(values[i], fmt::format("{} of cell {}", name, cells.numbers[i]), when);
    std::vector<f64>& means = cells.around[input.number];
    means.assign(values.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      Int128 sum = 0;
      u64 count = 0;
      for (const CellFaces::Neighbour& neighbour : faces.of(cells.rows[i])) {
        if (neighbour.cell == 0) continue;
        sum += in_cells[neighbour.cell] * neighbour.faces;
        count += neighbour.faces;
      }
      if (count > 0) means[i] = from_units(sum) / static_cast<f64>(count);
    }
  }
}

}  // namespace morula::potts
