#include "models/potts/properties/property_stepper.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.h"
#include "core/stream.h"
#include "models/potts/terms/fixed_point.h"

namespace morula::potts {
namespace {

using Kind = CellInput::Kind;
using formula::Int128;

constexpr f64 units = 4294967296.0;  // of 1, in exact sums
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

f64 initial_property(const PottsSpec& spec, std::size_t property, u8 type, u32 cell, u32x2 key) {
  const auto& initial = spec.properties.properties[property].initial;
  if (const f64* number = std::get_if<f64>(&initial)) return *number;
  CellEvaluator evaluator(*std::get<1>(initial), parameter_bits(spec));
  CellNumbers cells;
  cells.cells = {cell};
  cells.types = {type};
  cells.volumes = {1};
  return evaluator.evaluate(cells, key, drawn_property, "of the initial state").front().front();
}

PropertyStepper::PropertyStepper(const PottsSpec& spec, u64 seed)
    : spec_(spec),
      kept_(kept_numbers(spec)),
      rates_(spec.properties.rates, parameter_bits(spec)),
      nexts_(spec.properties.nexts, parameter_bits(spec)) {
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    keys_.push_back(stream(seed, Purpose::CellFormula, spec.first_replica + replica));
}

void PropertyStepper::step(CellTable& table, ReplicaReader& replicas, u64 steps_done) {
  faces_.resize(spec_.replicas);
  for (u64 replica = 0; replica < spec_.replicas; ++replica)
    step_replica(table, replicas, replica, steps_done);
}

void PropertyStepper::step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done) {
  const std::string when = fmt::format("in step {}", steps_done);
  CellNumbers cells = numbers_of(table, reader, replica, when);
  if (!spec_.properties.rates.is_empty()) integrate(cells, replica, steps_done - 1, when);
  if (!spec_.properties.nexts.is_empty()) set_next(cells, replica, steps_done - 1, when);
  for (std::size_t property = 0; property < cells.properties.size(); ++property) {
    const std::size_t column = table.place(spec_.properties.properties[property].name);
    for (std::size_t i = 0; i < cells.cells.size(); ++i)
      table.set(column, replica * table.cells() + cells.cells[i], cells.properties[property][i]);
  }
}

CellNumbers PropertyStepper::numbers_of(const CellTable& table, ReplicaReader& reader, u64 replica,
                                        const std::string& when) {
  const std::vector<i32> numbers = reader.numbers(replica);
  const std::span<const u8> types = table.types(replica);
  const u64 kept = kept_.size(), first = replica * table.cells();
  const std::size_t age = table.place("age");
  const auto surface = static_cast<u64>(std::ranges::find(kept_, "surface") - kept_.begin());
  CellNumbers cells;
  for (u32 cell = 1; cell < table.cells(); ++cell) {
    if (numbers[cell * kept] <= 0) continue;
    cells.cells.push_back(cell);
    cells.volumes.push_back(numbers[cell * kept]);
    cells.types.push_back(types[cell]);
    if (surface < kept) cells.surfaces.push_back(numbers[cell * kept + surface]);
    if (age < table.columns().size()) cells.ages.push_back(static_cast<i64>(table.number(age, first + cell)));
  }
  for (const Property& property : spec_.properties.properties) {
    cells.properties.emplace_back();
    const std::size_t column = table.place(property.name);
    for (const u32 cell : cells.cells) cells.properties.back().push_back(table.number(column, first + cell));
  }
  std::vector<u32> sites;
  current_ = nullptr;
  if (spec_.properties.reads_faces()) {
    current_ = &faces_of(reader, replica, table.cells(), sites);
    add_faces(cells, *current_, types, surface < kept);
  }
  add_sums(cells, reader, replica, sites, table.cells(), when);
  return cells;
}

const CellFaces& PropertyStepper::faces_of(ReplicaReader& reader, u64 replica, u64 cells,
                                           std::vector<u32>& sites) {
  Faces& faces = faces_[replica];
  const u64 accepted = reader.accepted(replica);
  if (faces.accepted == accepted) return faces.of_cells;
  sites.resize(spec_.lattice.global.sites());
  reader.read_sites(replica, sites);
  faces = {accepted, CellFaces(spec_.lattice, sites, cells)};
  return faces.of_cells;
}

void PropertyStepper::add_faces(CellNumbers& cells, const CellFaces& faces, std::span<const u8> types,
                                bool has_surface) const {
  const std::size_t count = cells.cells.size();
  cells.contacts.assign(spec_.types.size(), std::vector<i64>(count));
  cells.neighbours = cells.contacts;
  if (!has_surface) cells.surfaces.assign(count, 0);
  for (std::size_t i = 0; i < count; ++i)
    for (const CellFaces::Neighbour& neighbour : faces.of(cells.cells[i])) {
      const u8 type = types[neighbour.cell];
      cells.contacts[type][i] += neighbour.faces;
      cells.neighbours[type][i] += 1;
      if (!has_surface) cells.surfaces[i] += neighbour.faces;
    }
}

void PropertyStepper::add_sums(CellNumbers& cells, ReplicaReader& reader, u64 replica,
                               std::vector<u32>& sites, u64 cell_count, const std::string& when) const {
  const PropertiesSpec& properties = spec_.properties;
  if (!properties.reads(Kind::SumOfField) && !properties.reads(Kind::MeanOfField)) return;
  if (sites.empty()) {
    sites.resize(spec_.lattice.global.sites());
    reader.read_sites(replica, sites);
  }
  std::vector<f64> values(sites.size());
  cells.sums.assign(spec_.fields.fields.size(), {});
  for (const CellProgram* program : {&properties.rates, &properties.nexts})
    for (const CellInput& input : program->inputs) {
      const bool is_sum = input.kind == Kind::SumOfField || input.kind == Kind::MeanOfField;
      if (!is_sum || !cells.sums[input.number].empty()) continue;
      reader.read_field(input.number, replica, values);
      std::vector<Int128> sums(cell_count);
      for (std::size_t i = 0; i < sites.size(); ++i)
        if (sites[i] != 0)
          sums[sites[i]] += in_units(values[i], spec_.fields.fields[input.number].name, when);
      for (const u32 cell : cells.cells) cells.sums[input.number].push_back(from_units(sums[cell]));
    }
}

void PropertyStepper::add_around(CellNumbers& cells, const CellProgram& program, const CellFaces& faces,
                                 const std::string& when) const {
  cells.around.resize(cells.properties.size());
  std::vector<Int128> in_cells;
  for (const CellInput& input : program.inputs) {
    if (input.kind != Kind::Around) continue;
    const std::vector<f64>& values = cells.properties[input.number];
    const std::string& name = spec_.properties.properties[input.number].name;
    in_cells.assign(cells.cells.empty() ? 1 : cells.cells.back() + 1, 0);
    for (std::size_t i = 0; i < values.size(); ++i)
      in_cells[cells.cells[i]] =
          in_units(values[i], fmt::format("{} of cell {}", name, cells.cells[i]), when);
    std::vector<f64>& means = cells.around[input.number];
    means.assign(values.size(), 0);
    for (std::size_t i = 0; i < values.size(); ++i) {
      Int128 sum = 0;
      u64 count = 0;
      for (const CellFaces::Neighbour& neighbour : faces.of(cells.cells[i])) {
        if (neighbour.cell == 0) continue;
        sum += in_cells[neighbour.cell] * neighbour.faces;
        count += neighbour.faces;
      }
      if (count > 0) means[i] = from_units(sum) / static_cast<f64>(count);
    }
  }
}

std::vector<std::vector<f64>> PropertyStepper::rates(CellNumbers& cells, u64 replica, u64 step,
                                                     const std::string& when) {
  if (current_) add_around(cells, spec_.properties.rates, *current_, when);
  return rates_.evaluate(cells, keys_[replica], step, when);
}

// Heun's method: the mean of the rates before a sub-step and at the end that they predict.
void PropertyStepper::integrate(CellNumbers& cells, u64 replica, u64 step, const std::string& when) {
  const PropertiesSpec& properties = spec_.properties;
  const f64 length = 1.0 / properties.sub_steps, half = 0.5 * length;
  for (u32 sub_step = 0; sub_step < properties.sub_steps; ++sub_step) {
    const std::vector<std::vector<f64>> begun = cells.properties, first = rates(cells, replica, step, when);
    for (const auto& [property, result] : properties.of_rates)
      for (std::size_t i = 0; i < cells.cells.size(); ++i)
        cells.properties[property][i] = begun[property][i] + length * first[result][i];
    check_finite(cells, when);
    const std::vector<std::vector<f64>> second = rates(cells, replica, step, when);
    for (const auto& [property, result] : properties.of_rates)
      for (std::size_t i = 0; i < cells.cells.size(); ++i)
        cells.properties[property][i] = begun[property][i] + half * (first[result][i] + second[result][i]);
    check_finite(cells, when);
  }
}

void PropertyStepper::set_next(CellNumbers& cells, u64 replica, u64 step, const std::string& when) {
  if (current_) add_around(cells, spec_.properties.nexts, *current_, when);
  const std::vector<std::vector<f64>> next = nexts_.evaluate(cells, keys_[replica], step, when);
  for (const auto& [property, result] : spec_.properties.of_nexts) cells.properties[property] = next[result];
  check_finite(cells, when);
}

void PropertyStepper::check_finite(const CellNumbers& cells, const std::string& when) const {
  for (std::size_t property = 0; property < cells.properties.size(); ++property)
    for (std::size_t i = 0; i < cells.cells.size(); ++i)
      if (!std::isfinite(cells.properties[property][i]))
        throw Error(fmt::format(
            "potts.properties.{} of cell {} becomes {} {}: it grows beyond all bounds, or "
            "needs more sub_steps",
            spec_.properties.properties[property].name, cells.cells[i], cells.properties[property][i], when));
}

}  // namespace morula::potts
