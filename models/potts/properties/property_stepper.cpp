#include "models/potts/properties/property_stepper.h"

#include <fmt/format.h>

#include <cmath>

#include "core/error.h"
#include "core/stream.h"

namespace morula::potts {
namespace {

constexpr f64 largest_property = 0x1p62;  // the range of exact sums, see sum_rule.h
constexpr const char* remedy_of_rates =
    "its rate grows beyond all bounds, or is too stiff and needs more sub_steps";

std::vector<CellInput> inputs_of(const PropertiesSpec& properties) {
  std::vector<CellInput> inputs = properties.rates.inputs;
  inputs.insert(inputs.end(), properties.nexts.inputs.begin(), properties.nexts.inputs.end());
  return inputs;
}

}  // namespace

f64 initial_property(const PottsSpec& spec, std::size_t property, u8 type, u32 cell, u32x2 key) {
  const auto& initial = spec.properties.properties[property].initial;
  if (const f64* number = std::get_if<f64>(&initial)) return *number;
  CellEvaluator evaluator(*std::get<1>(initial), parameter_bits(spec));
  CellNumbers cells;
  cells.rows = {cell};
  cells.numbers = {cell};
  cells.types = {type};
  cells.volumes = {1};
  const f64 value = evaluator.evaluate(cells, key, drawn_property, "of the initial state").front().front();
  if (!std::isfinite(value))
    throw Error(fmt::format("potts.properties.{} of cell {} begins with {}; it must be finite",
                            spec.properties.properties[property].name, cell, value));
  return value;
}

PropertyStepper::PropertyStepper(const PottsSpec& spec, u64 seed)
    : spec_(spec),
      numbers_(spec, inputs_of(spec.properties)),
      rates_(spec.properties.rates, parameter_bits(spec)),
      nexts_(spec.properties.nexts, parameter_bits(spec)) {
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    keys_.push_back(stream(seed, Purpose::CellFormula, spec.first_replica + replica));
}

void PropertyStepper::step(CellTable& table, ReplicaReader& replicas, u64 steps_done) {
  for (u64 replica = 0; replica < spec_.replicas; ++replica)
    step_replica(table, replicas, replica, steps_done);
}

void PropertyStepper::step_replica(CellTable& table, ReplicaReader& reader, u64 replica, u64 steps_done) {
  const std::string when = fmt::format("in step {}", steps_done);
  CellNumbers cells = numbers_.read(table, reader, replica, when);
  if (!spec_.properties.rates.is_empty()) integrate(cells, replica, steps_done - 1, when);
  if (!spec_.properties.nexts.is_empty()) set_next(cells, replica, steps_done - 1, when);
  for (std::size_t property = 0; property < cells.properties.size(); ++property) {
    const std::size_t column = table.place(spec_.properties.properties[property].name);
    for (std::size_t i = 0; i < cells.rows.size(); ++i)
      table.set(column, replica * table.cells() + cells.rows[i], cells.properties[property][i]);
  }
}

std::vector<std::vector<f64>> PropertyStepper::rates(CellNumbers& cells, u64 replica, u64 step,
                                                     const std::string& when) {
  numbers_.add_around(cells, when);
  return rates_.evaluate(cells, keys_[replica], step, when);
}

// Heun's method: uses the mean of the rates at the beginning of a sub-step and at its predicted end.
void PropertyStepper::integrate(CellNumbers& cells, u64 replica, u64 step, const std::string& when) {
  const PropertiesSpec& properties = spec_.properties;
  const f64 length = 1.0 / properties.sub_steps, half = 0.5 * length;
  for (u32 sub_step = 0; sub_step < properties.sub_steps; ++sub_step) {
    const std::vector<std::vector<f64>> begun = cells.properties, first = rates(cells, replica, step, when);
    for (const auto& [property, result] : properties.of_rates)
      for (std::size_t i = 0; i < cells.rows.size(); ++i)
        cells.properties[property][i] = begun[property][i] + length * first[result][i];
    check_range(cells, when, remedy_of_rates);
    const std::vector<std::vector<f64>> second = rates(cells, replica, step, when);
    for (const auto& [property, result] : properties.of_rates)
      for (std::size_t i = 0; i < cells.rows.size(); ++i)
        cells.properties[property][i] = begun[property][i] + half * (first[result][i] + second[result][i]);
    check_range(cells, when, remedy_of_rates);
  }
}

void PropertyStepper::set_next(CellNumbers& cells, u64 replica, u64 step, const std::string& when) {
  numbers_.add_around(cells, when);
  const std::vector<std::vector<f64>> next = nexts_.evaluate(cells, keys_[replica], step, when);
  for (const auto& [property, result] : spec_.properties.of_nexts) cells.properties[property] = next[result];
  check_range(cells, when, "its formula 'next' grows beyond all bounds");
}

// A rate that is too stiff for its sub-steps makes its property grow by a factor in every step. This check
// finds it long before the property overflows.
void PropertyStepper::check_range(const CellNumbers& cells, const std::string& when,
                                  const char* remedy) const {
  for (std::size_t property = 0; property < cells.properties.size(); ++property)
    for (std::size_t i = 0; i < cells.rows.size(); ++i)
      if (const f64 value = cells.properties[property][i]; !(std::abs(value) <= largest_property))
        throw Error(
            fmt::format("potts.properties.{} of cell {} becomes {:.3g} {}; must be below 2^62 in size: {}",
                        spec_.properties.properties[property].name, cells.numbers[i], value, when, remedy));
}

}  // namespace morula::potts
