// Data for formulas of cells from the sites, and changes of sites by life, on the host.
#include <algorithm>

#include "core/bytes.h"
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

// Lists the sites of these cells, in one pass through each replica in which cells divide.
void HostEngine::list_sites(std::span<const CellToCut> cells) {
  constexpr u32 not_chosen = 0xFFFFFFFFu;
  std::vector<u32> chosen(table_.rows(), not_chosen);
  cut_.spans.assign(cells.size() + 1, 0);
  cut_.replicas.clear();
  for (u32 i = 0; i < cells.size(); ++i) {
    const u64 row = cells[i].replica * cells_ + cells[i].row;
    chosen[row] = i;
    cut_.replicas.push_back(cells[i].replica);
    cut_.spans[i + 1] = cut_.spans[i] + static_cast<u64>(numbers_[row * rule_.kept()]);
  }
  cut_.sites.resize(cut_.spans.back());
  cut_.of_daughter.resize(cut_.spans.back());
  std::vector<u64> next(cut_.spans.begin(), cut_.spans.end() - 1);
  const Extent& extent = spec_.lattice.global;
  for (u64 replica = 0; replica < spec_.replicas; ++replica) {
    if (!std::ranges::binary_search(cut_.replicas, replica)) continue;
    const u32* const places = chosen.data() + replica * cells_;
    for (u64 row = 0; row < extent.y * extent.z; ++row) {
      const u32* const from = sites_of(replica) + padded_.index(0, row % extent.y, row / extent.y);
      for (u64 x = 0; x < extent.x; ++x)
        if (const u32 place = places[words_.cell(from[x])]; place != not_chosen)
          cut_.sites[next[place]++] = static_cast<u32>(row * extent.x + x);
    }
  }
}

bool HostEngine::has_room(u64 cells) {
  const Footprint needed = rows_footprint(spec_, BackendKind::Cpu, cells * spec_.replicas);
  return needed.host_bytes + memory_left_free <= available_memory();
}

std::vector<u32> HostEngine::cut_cells(const CellCutter& cutter, std::span<const CellToCut> cells,
                                       u64 steps_done) {
  list_sites(cells);
  std::vector<u32> can_divide(cells.size());
  threads_->for_ranges(cells.size(), [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i) {
      const u64 first = cut_.spans[i], count = cut_.spans[i + 1] - first;
      can_divide[i] = cutter.cut(cells[i], std::span(cut_.sites).subspan(first, count), steps_done,
                                 std::span(cut_.of_daughter).subspan(first, count));
    }
  });
  return can_divide;
}

bool HostEngine::take_sites(std::span<const u32> daughters) {
  ++revision_;
  threads_->for_ranges(daughters.size(), [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i) {
      if (daughters[i] == 0) continue;
      const u64 replica = cut_.replicas[i];
      const u32 word = words_.word(daughters[i], table_.types(replica)[daughters[i]]);
      for (u64 k = cut_.spans[i]; k < cut_.spans[i + 1]; ++k) {
        const Site at = place_of(cut_.sites[k]);
        if (cut_.of_daughter[k])
          set_images(sites_of(replica), static_cast<u32>(at.x), static_cast<u32>(at.y),
                     static_cast<u32>(at.z), word);
      }
    }
  });
  return false;
}

// Sites that become medium have no step of gain.
void HostEngine::change_sites(u64 replica, const SiteChanges& changes) {
  ++revision_;
  const std::span<const u8> types = table_.types(replica);
  u32* const sites = sites_of(replica);
  std::vector<u8> is_dead(cells_);
  for (const u32 cell : changes.dead) is_dead[cell] = 1;
  for (u64 place = 0; place < padded_.size; ++place) {
    const u32 cell = words_.cell(sites[place]);
    if (sites[place] == words_.outside || cell == 0) continue;
    sites[place] = is_dead[cell] ? 0 : words_.word(cell, types[cell]);
    if (gains_ != 0 && is_dead[cell]) sites[gains_ + place] = 0;
  }
}

}  // namespace morula::potts
