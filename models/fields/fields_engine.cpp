#include "models/fields/fields_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/counted.h"
#include "core/error.h"
#include "core/mix.h"
#include "models/fields/field_rule.h"

namespace morula::fields {
namespace {

std::vector<const f64*> values_at(const std::vector<std::vector<f64>>& values, Index from) {
  std::vector<const f64*> fields;
  for (const auto& field : values) fields.push_back(field.data() + from);
  return fields;
}

}  // namespace

std::optional<u32> FieldsEngine::number_of(const std::string& name) const {
  const auto found = std::ranges::find(on_.spec.fields, name, &FieldSpec::name);
  if (found == on_.spec.fields.end()) return std::nullopt;
  return static_cast<u32>(found - on_.spec.fields.begin());
}

RowPart FieldsEngine::part_of_row(u64 row, Index from, std::size_t count) const {
  const u64 in_replica = row % rows();
  return {row / rows(),
          {from, in_replica % on_.lattice.global.y, in_replica / on_.lattice.global.y},
          in_replica * on_.lattice.global.x + from,
          count};
}

FieldTotals FieldsEngine::totals_of_rows(std::span<const f64> numbers, std::span<const u32> counts) const {
  const std::size_t classes = on_.spec.classes.size(), numbers_of_row = 3 + classes;
  FieldTotals totals{0, numbers[1], numbers[2], std::vector<double>(classes), std::vector<u64>(classes)};
  for (std::size_t row = 0; row * numbers_of_row < numbers.size(); ++row) {
    const f64* const of_row = &numbers[row * numbers_of_row];
    totals.total += of_row[0];
    totals.least = std::min(totals.least, of_row[1]);
    totals.greatest = std::max(totals.greatest, of_row[2]);
    for (std::size_t i = 0; i < classes; ++i) {
      totals.of_class[i] += of_row[3 + i];
      totals.sites[i] += counts[row * classes + i];
    }
  }
  return totals;
}

void FieldsEngine::finish() {
  if (const auto failed = failure()) throw Error(what_failed(*failed));
}

std::string FieldsEngine::what_failed(const Failure& failure) {
  const Index width = on_.lattice.global.x;
  std::vector<std::vector<f64>> values;
  for (u32 field = 0; field < on_.spec.fields.size(); ++field) {
    values.emplace_back(width);
    read(field, {failure.row * width, width}, values.back());
  }
  const std::vector<u64> uniform = uniform_inputs(on_.spec.sources, on_.spec, failure.step);
  for (Index from = 0; from < width; from += formula::block) {
    const RowPart part = part_of_row(failure.row, from, std::min<std::size_t>(formula::block, width - from));
    if (const auto source = failure_in(on_.spec.sources, uniform, sites_, part, values_at(values, from)))
      return fmt::format("{} (step {}, site [{}, {}{}])", source->what, failure.step + 1,
                         part.first.x + source->place, part.first.y,
                         on_.lattice.dimensions == 3 ? fmt::format(", {}", part.first.z) : "");
  }
  const RowPart part = part_of_row(failure.row, 0, width);
  const auto [field, value] = fastest_in(failure, values);
  const std::string where =
      fmt::format("in step {}, at y = {}{}", failure.step + 1, part.first.y,
                  on_.lattice.dimensions == 3 ? fmt::format(", z = {}", part.first.z) : "");
  if (!field.is_signed && -value >= LARGEST_CUT && std::isfinite(value))
    return fmt::format(
        "the field '{}' would fall to {:.3g} {}; it is held at 0, but the amount cut off must stay "
        "below 2^31 at a site: let its source end at 0, as in -0.1 * {}, make it smaller, or write signed: "
        "true",
        field.name, value, where, field.name);
  return fmt::format(
      "the field '{}' is no longer a finite number {}: its source grows too quickly for {}; set "
      "sub_steps of the field to a larger number, or make the source smaller",
      field.name, where, counted(on_.spec.sub_steps, "sub-step"));
}

FieldsEngine::Fastest FieldsEngine::fastest_in(const Failure& failure,
                                               const std::vector<std::vector<f64>>& values) {
  const Index width = on_.lattice.global.x;
  const SiteProgram& program = on_.spec.sources;
  RowSources sources(program, std::make_shared<const formula::Code>(program.program.whole), sites_);
  const std::vector<u64> uniform = uniform_inputs(program, on_.spec, failure.step);
  for (std::size_t i = 0; i < uniform.size(); ++i)
    if (program.inputs[i].is_uniform()) sources.set_uniform(i, {uniform[i]});
  std::vector<f64> greatest(on_.spec.fields.size()), fastest(on_.spec.fields.size());
  for (Index from = 0; from < width; from += formula::block) {
    const RowPart part = part_of_row(failure.row, from, std::min<std::size_t>(formula::block, width - from));
    if (!program.is_empty()) sources.evaluate(part, values_at(values, from));
    for (std::size_t number = 0; number < greatest.size(); ++number)
      for (std::size_t i = 0; i < part.count; ++i) {
        const FieldSpec& field = on_.spec.fields[number];
        const f64 added = field.has_source ? sources.result(field.source)[i] / on_.spec.sub_steps : 0;
        const f64 next = values[number][from + i] + added;
        if (std::abs(next) <= greatest[number]) continue;
        greatest[number] = std::abs(next);  // NaN too
        fastest[number] = next;
      }
  }
  const auto grows = std::ranges::max_element(
      greatest, [](f64 a, f64 b) { return std::isfinite(a) && (a < b || !std::isfinite(b)); });
  const auto number = static_cast<std::size_t>(grows - greatest.begin());
  return {on_.spec.fields[number], fastest[number]};
}

u32 hash_number(const FieldSpec& field) {
  u64 word = 1;  // hash numbers of columns of cells begin with 0
  for (const char letter : field.name) word = mix64(word + static_cast<unsigned char>(letter));
  return static_cast<u32>(word) | 1u << 31;
}

u64 fields_bytes(const FieldsOnLattice& on) {
  u64 arrays = 0;
  for (const FieldSpec& field : on.spec.fields) arrays += field.changes() ? 2 : 1;
  return arrays * on.lattice.global.sites() * on.replicas * sizeof(f64);
}

}  // namespace morula::fields
