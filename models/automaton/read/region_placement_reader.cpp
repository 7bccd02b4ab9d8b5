#include "models/automaton/read/region_placement_reader.h"

#include "models/sites/shape_reader.h"
#include "models/volume_reader.h"

namespace morula {
namespace {

std::shared_ptr<const io::Volume> read_map(io::Section& section, const InputFolder& folder,
                                           const Lattice& lattice, Spec& spec) {
  constexpr unsigned any_value = 256;
  const auto map = read_lattice_states(section, folder, lattice, values_themselves(), any_value, spec);
  return map ? map->volume : nullptr;
}

}  // namespace

RegionPlacement read_region_placement(io::Section& section, const InputFolder& folder, const Lattice& lattice,
                                      Spec& spec) {
  RegionPlacement placement;
  const auto kind = section.exactly_one({"site", "box", "ball", "map"});
  if (kind && kind != "map") placement.shape = read_shape(section, lattice);
  if (kind != "map") return placement;
  auto map = section.section("map");
  if (!map) return placement;
  placement.map = read_map(*map, folder, lattice, spec);
  placement.value = static_cast<u8>(map->whole("value", 0, 255, io::Presence::Required).value_or(0));
  map->finish();
  return placement;
}

void read_mask(io::Section& tissue_section, const InputFolder& folder, const Lattice& lattice,
               TissueSpec& tissue, Spec& spec) {
  auto section = tissue_section.section("mask");
  if (!section) return;
  RegionPlacement outside;
  outside.map = read_map(*section, folder, lattice, spec);
  section->finish();
  if (outside.map) tissue.placements.push_back(outside);
}

}  // namespace morula
