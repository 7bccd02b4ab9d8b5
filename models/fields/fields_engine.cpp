#include "models/fields/fields_engine.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.h"
#include "core/mix.h"

namespace morula::fields {

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
  const std::size_t classes = on_.spec.classes.size(), each = 3 + classes;
  FieldTotals totals{0, numbers[1], numbers[2], std::vector<double>(classes), std::vector<u64>(classes)};
  for (std::size_t row = 0; row * each < numbers.size(); ++row) {
    const f64* const of_row = &numbers[row * each];
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
    std::vector<const f64*> fields;
    for (const auto& field : values) fields.push_back(field.data() + from);
    if (const auto source = failure_in(on_.spec.sources, uniform, sites_, part, fields))
      return fmt::format("{} (step {}, site [{}, {}{}])", source->what, failure.step,
                         part.first.x + source->place, part.first.y,
                         on_.lattice.dimensions == 3 ? fmt::format(", {}", part.first.z) : "");
  }
  const RowPart part = part_of_row(failure.row, 0, width);
  return fmt::format(
      "a field is no longer a finite number in step {}, at y = {}{}: its source grows too quickly for {} "
      "sub-steps; set sub_steps of the field to a larger number, or make the source smaller",
      failure.step, part.first.y, on_.lattice.dimensions == 3 ? fmt::format(", z = {}", part.first.z) : "",
      on_.spec.sub_steps);
}

u32 hash_number(const FieldSpec& field) {
  u64 word = 1;  // columns of cells begin with 0
  for (const char letter : field.name) word = mix64(word + static_cast<unsigned char>(letter));
  return static_cast<u32>(word) | 1u << 31;
}

u64 fields_bytes(const FieldsOnLattice& on) {
  u64 arrays = 0;
  for (const FieldSpec& field : on.spec.fields) arrays += field.changes() ? 2 : 1;
  return arrays * on.lattice.global.sites() * on.replicas * sizeof(f64);
}

}  // namespace morula::fields
