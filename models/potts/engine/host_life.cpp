// What formulas of cells read of sites, and what life does to them, on the host.
#include "models/potts/engine/host_engine.h"

namespace morula::potts {

std::optional<std::vector<WideSum>> HostEngine::field_sums(u32 field, u64 replica) {
  std::vector<WideSum> sums(cells_);
  const Extent& extent = spec_.lattice.global;
  const std::span values = fields_->in_memory(field).subspan(replica * extent.sites(), extent.sites());
  for (u64 row = 0; row < extent.y * extent.z; ++row) {
    const u32* const from = sites_of(replica) + padded_.index(0, row % extent.y, row / extent.y);
    for (u64 x = 0; x < extent.x; ++x) {
      const u32 cell = words_.cell(from[x]);
      if (cell == 0) continue;
      const f64 value = values[row * extent.x + x];
      if (!can_be_summed(value)) return std::nullopt;
      sums[cell] = added_sums(sums[cell], in_sum_units(value));
    }
  }
  return sums;
}

std::vector<u32> HostEngine::faces(u64 replica) {
  const u64 types = spec_.types.size(), rows = u64{padded_.side[1]} * padded_.side[2];
  std::vector<u32> faces(cells_ * types);
  for (const Neighbour& offset : neighbours_of_order(spec_.lattice.dimensions, 1).later()) {
    const i64 distance = padded_.distance(offset);
    for (u64 row = 0; row < rows; ++row) {
      const u32* const from =
          sites_of(replica) + padded_.index(0, row % padded_.side[1], row / padded_.side[1]);
      for (u64 x = 0; x < padded_.side[0]; ++x) {
        const u32 word = from[x], neighbour = from[static_cast<i64>(x) + distance];
        if (word == neighbour || neighbour == words_.outside) continue;
        ++faces[words_.cell(word) * types + words_.type(neighbour)];
        ++faces[words_.cell(neighbour) * types + words_.type(word)];
      }
    }
  }
  return faces;
}

std::vector<std::vector<u32>> HostEngine::sites_of_cells(u64 replica, std::span<const u32> cells) {
  constexpr u32 not_chosen = 0xFFFFFFFFu;
  std::vector<u32> places(cells_, not_chosen);
  for (u32 i = 0; i < cells.size(); ++i) places[cells[i]] = i;
  std::vector<std::vector<u32>> of_cells(cells.size());
  const Extent& extent = spec_.lattice.global;
  for (u64 row = 0; row < extent.y * extent.z; ++row) {
    const u32* const from = sites_of(replica) + padded_.index(0, row % extent.y, row / extent.y);
    for (u64 x = 0; x < extent.x; ++x)
      if (const u32 place = places[words_.cell(from[x])]; place != not_chosen)
        of_cells[place].push_back(static_cast<u32>(row * extent.x + x));
  }
  return of_cells;
}

// Sites that became medium were gained in no step.
void HostEngine::change_sites(u64 replica, const SiteChanges& changes) {
  const std::span<const u8> types = table_.types(replica);
  u32* const sites = sites_of(replica);
  if (!changes.dead.empty() || changes.has_types) {
    std::vector<u8> is_dead(cells_);
    for (const u32 cell : changes.dead) is_dead[cell] = 1;
    for (u64 place = 0; place < padded_.size; ++place) {
      const u32 cell = words_.cell(sites[place]);
      if (sites[place] == words_.outside || cell == 0) continue;
      sites[place] = is_dead[cell] ? 0 : words_.word(cell, types[cell]);
      if (gains_ != 0 && is_dead[cell]) sites[gains_ + place] = 0;
    }
  }
  for (const auto& [site, cell] : changes.taken) {
    const Site at = place_of(site);
    set_images(sites, static_cast<u32>(at.x), static_cast<u32>(at.y), static_cast<u32>(at.z),
               words_.word(cell, types[cell]));
  }
}

}  // namespace morula::potts
