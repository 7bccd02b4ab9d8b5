#include "models/potts/observe/field_views.h"

#include <algorithm>
#include <cmath>

#include "models/potts/observe/cell_views.h"

namespace morula::potts {
namespace {

constexpr unsigned field_levels = 255, level_bits = 8;
const std::string shown = " shown";  // suffix of a field's name; names in model files have no space

}  // namespace

Field field_of_state(const PottsSpec& spec, const fields::FieldSpec& field) {
  return {field.name, ValueType::F64, spec.lattice.global, spec.lattice.dimensions};
}

std::vector<View> tissue_views(const PottsSpec& spec) {
  std::vector<View> views, of_cells = cell_views(spec);
  for (const fields::FieldSpec& field : spec.fields.fields)
    views.push_back(
        {.name = field.name,
         .field = {field.name + shown, ValueType::U64, spec.lattice.global, spec.lattice.dimensions},
         .classes = field_levels + 1,  // in viridis; class 0, the background, is not used
         .names = {"", "lowest", "highest"},
         .graded = true,
         .borders = spec.has_cells(),
         .border_shift = level_bits,
         .quantity = field.name});
  views.insert(spec.has_cells() ? views.begin() : views.end(), of_cells.begin(), of_cells.end());
  return views;
}

std::optional<u32> shown_field(const PottsSpec& spec, const std::string& name) {
  const auto& fields = spec.fields.fields;
  const auto found =
      std::ranges::find_if(fields, [&](const auto& field) { return field.name + shown == name; });
  if (found == fields.end()) return std::nullopt;
  return static_cast<u32>(found - fields.begin());
}

void read_shown(const PottsSpec& spec, PottsEngine& engine, u32 field, const LevelLimits& limits, Slab slab,
                std::span<u64> words) {
  std::vector<u32> cells(slab.count);
  std::vector<f64> values(slab.count);
  if (spec.has_cells()) engine.read(slab, cells);
  engine.fields()->read(field, slab, values);
  const double span = limits.highest - limits.lowest;
  for (u64 i = 0; i < slab.count; ++i) {
    const double part = span > 0 ? std::clamp((values[i] - limits.lowest) / span, 0.0, 1.0) : 0;
    words[i] = u64{cells[i]} << level_bits | (1 + static_cast<u64>(part * (field_levels - 1)));
  }
}

ClassOf shown_classes() {
  return [](std::uint64_t word) { return static_cast<std::uint32_t>(word & ((1u << level_bits) - 1)); };
}

SitesRead::SitesRead(const PottsSpec& spec, PottsEngine& engine, Slab slab)
    : lattice_(spec.lattice), slab_(slab), types_(slab.count) {
  std::vector<u32> cells(slab.count);
  engine.read(slab, cells);
  const u64 of_replica = lattice_.global.sites();
  for (u64 i = 0; i < slab.count; ++i)
    types_[i] = engine.cells().types((slab.first + i) / of_replica)[cells[i]];
}

void SitesRead::read_classes(u64 replica, const Site& first, std::size_t count, i64* classes) {
  const u64 from = replica * lattice_.global.sites() + lattice_.index_of(first) - slab_.first;
  for (std::size_t i = 0; i < count; ++i) classes[i] = types_[from + i];
}

}  // namespace morula::potts
