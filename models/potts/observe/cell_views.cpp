#include "models/potts/observe/cell_views.h"

#include "core/mix.h"
#include "io/palette.h"

namespace morula::potts {
namespace {

constexpr unsigned colours_of_ids = 31;

// The medium white, then colours that differ from each other.
std::vector<io::Colour> colours_by_type(const PottsSpec& spec) {
  std::vector<io::Colour> colours = io::palette("okabe-ito", static_cast<unsigned>(spec.types.size()));
  colours[0] = {255, 255, 255};
  return colours;
}

std::vector<io::Colour> colours_by_id() {
  std::vector<io::Colour> colours = {{255, 255, 255}};
  for (unsigned i = 0; i < colours_of_ids; ++i) {
    const u64 mixed = mix64(i + 1);
    const auto channel = [&](unsigned shift) {
      return static_cast<std::uint8_t>(70 + (mixed >> shift) % 160);
    };
    colours.push_back({channel(0), channel(20), channel(40)});
  }
  return colours;
}

}  // namespace

Field cells_field(const PottsSpec& spec) {
  return {"cell", ValueType::U32, spec.lattice.global, spec.lattice.dimensions};
}

std::vector<View> cell_views(const PottsSpec& spec) {
  std::vector<std::string> types, ids(colours_of_ids + 1, "cells, each in one of these colours");
  for (const CellType& type : spec.types) types.push_back(type.name);
  ids.front() = types.empty() ? "" : types.front();
  return {{.name = "type",
           .field = cells_field(spec),
           .classes = static_cast<unsigned>(spec.types.size()),
           .colours = colours_by_type(spec),
           .names = types,
           .borders = true,
           .quantity = "site_type"},
          {.name = "id",
           .field = cells_field(spec),
           .classes = colours_of_ids + 1,
           .colours = colours_by_id(),
           .names = ids,
           .borders = true}};
}

ClassOf cell_classes(const View& view, std::span<const std::uint8_t> types) {
  if (view.name == "type") return [types](std::uint64_t cell) { return std::uint32_t{types[cell]}; };
  return [](std::uint64_t cell) {
    return cell == 0 ? 0u : static_cast<std::uint32_t>(1 + mix64(cell) % colours_of_ids);
  };
}

}  // namespace morula::potts
