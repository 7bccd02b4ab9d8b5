#include "models/potts/engine/host_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>

#include "core/error.h"
#include "models/potts/engine/copy_rule.h"
#include "models/potts/processes/persistence_process.h"
#include "models/potts/processes/place_rule.h"
#include "models/potts/terms/level_rule.h"
#include "models/potts/terms/persistence_rule.h"
#include "models/potts/terms/target_rule.h"

namespace morula::potts {

HostEngine::HostEngine(const PottsSpec& spec, std::shared_ptr<ThreadPool> threads)
    : PottsEngine(spec),
      spec_(spec),
      energies_(fixed_point(spec)),
      padded_(spec),
      words_(energies_.types),
      threads_(std::move(threads)),
      rule_(spec_, energies_, padded_, words_),
      sites_(spec.replicas * padded_.size, words_.outside),
      gains_(reads_gains(spec) ? sites_.size() : 0),
      numbers_(spec.replicas * rule_.kept()),
      accepted_(spec.replicas) {
  sites_.resize(sites_.size() * site_arrays(spec));
  if (spec.fields.empty()) return;
  field_sites_ = std::make_unique<HostSites>(spec_, padded_, words_, sites_.data(), table_);
  fields_ = fields::fields_on_threads(fields_of(spec), *field_sites_, threads_);
}

void HostEngine::set_cells(CellTable cells) {
  table_ = std::move(cells);
  cells_ = table_.cells();
  ++revision_;
  numbers_.assign(table_.rows() * rule_.kept(), 0);
  linears_.assign(table_.rows() * energies_.cell_words(), 0);
  boxes_.assign(rule_.has_moments() ? table_.rows() : 0, {});
  failure_.reset();
  level_failure_.reset();
  shape_failure_.reset();
  counted_at_ = 0;
  set_linears(0);
}

ColumnView HostEngine::column_view(const UsedColumn& used) {
  const u64 place = table_.place(used.column.name);
  if (place < table_.columns().size())
    return {table_.bytes(place).data(), size_of(table_.columns()[place].type), used.is_set};
  i32* const number = numbers_.data() + energies_.number(used.column.name);
  return {reinterpret_cast<std::byte*>(number), rule_.kept() * sizeof(i32), false};
}

void HostEngine::run(const Process& process, u64 steps_done) {
  std::vector<ColumnView> columns;
  for (const UsedColumn& used : process.columns()) columns.push_back(column_view(used));
  const std::vector<double> parameters = process.parameters();
  const HostStep step = process.host();
  threads_->for_ranges(table_.rows(), [&](u64 begin, u64 end) {
    for (u64 row = begin; row < end; ++row)
      if (row % cells_ != 0 && numbers_[row * rule_.kept()] > 0)
        step(columns.data(), row, parameters.data(), steps_done);
  });
}

void HostEngine::run_processes(u64 steps_done) {
  fill_places();
  for (const auto& process : processes_) run(*process, steps_done);
  if (sets_types_) set_type_words();
  set_linears(steps_done);
}

// Returns whether all levels of the row fit. `words` are the words of the level.
bool HostEngine::set_levels_of_row(const SiteLevel& level, u64 row, u32* words) const {
  const u64 rows = u64{padded_.side[1]} * padded_.side[2], width = padded_.side[0];
  const std::span<const f64> values = fields_->in_memory(level.field).subspan(row * width, width);
  const u32 y = static_cast<u32>(row % rows % padded_.side[1]),
            z = static_cast<u32>(row % rows / padded_.side[1]);
  u32* const sites = words + row / rows * padded_.size;
  bool all_fit = true;
  for (u32 x = 0; x < width; ++x) {
    const f64 number = level.amount * response_to(values[x], level.response, level.half);
    const bool fits = is_level(number) != 0;
    const u32 word = static_cast<u32>(fits ? whole_level(number) : 0);
    if (padded_.is_near_end(x, y, z))
      set_images(sites, x, y, z, word);
    else
      sites[padded_.index(x, y, z)] = word;
    all_fit = all_fit && fits;
  }
  return all_fit;
}

void HostEngine::set_levels(u64 when, bool of_all) {
  const u64 plane = spec_.replicas * padded_.size, rows = u64{padded_.side[1]} * padded_.side[2];
  for (u64 number = 0; number < levels_.size(); ++number) {
    if (!of_all && !spec_.fields.fields[levels_[number].field].changes()) continue;
    u32* const words = sites_.data() + (1 + u64{gains_ != 0} + number) * plane;
    std::atomic<bool> all_fit = true;
    threads_->for_ranges(rows * spec_.replicas, [&](u64 begin, u64 end) {
      for (u64 row = begin; row < end; ++row)
        if (!set_levels_of_row(levels_[number], row, words)) all_fit = false;
    });
    if (!all_fit && !level_failure_) level_failure_ = LevelFailure{when, number};
  }
}

// Numbers that terms keep may depend on types, so they are counted again.
void HostEngine::set_type_words() {
  ++revision_;
  threads_->for_ranges(spec_.replicas * padded_.size, [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i)
      if (const u32 cell = words_.cell(sites_[i]); sites_[i] != words_.outside)
        sites_[i] = words_.word(cell, table_.types()[i / padded_.size * cells_ + cell]);
  });
  count_cells();
}

// Computes the centroids of all cells. Sums have 32 bits, as on devices.
void HostEngine::fill_places() {
  if (table_.place(place_columns[0]) == table_.columns().size()) return;
  threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 end) {
    for (u64 replica = begin; replica < end; ++replica) fill_places(replica);
  });
}

void HostEngine::fill_places(u64 replica) {
  struct Sum {
    std::array<i32, 3> anchor = {}, sum = {};
    i32 volume = 0;
  };
  std::vector<Sum> sums(cells_);
  std::array<i32, 3> sides = {};
  for (std::size_t axis = 0; axis < 3; ++axis)
    sides[axis] = padded_.wraps[axis] ? static_cast<i32>(padded_.side[axis]) : 0;
  const u32* const sites = sites_of(replica);
  for (u32 z = 0; z < padded_.side[2]; ++z)
    for (u32 y = 0; y < padded_.side[1]; ++y)
      for (u32 x = 0; x < padded_.side[0]; ++x) {
        const u32 cell = words_.cell(sites[padded_.index(x, y, z)]);
        if (cell == 0) continue;
        Sum& place = sums[cell];
        const std::array<i32, 3> at = {static_cast<i32>(x), static_cast<i32>(y), static_cast<i32>(z)};
        if (place.volume++ == 0) place.anchor = at;
        for (std::size_t axis = 0; axis < 3; ++axis)
          place.sum[axis] =
              static_cast<i32>(static_cast<u32>(place.sum[axis]) +
                               static_cast<u32>(nearest_image(at[axis] - place.anchor[axis], sides[axis])));
      }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t column = table_.place(place_columns[axis]);
    for (u64 cell = 1; cell < cells_; ++cell)
      if (const Sum& place = sums[cell]; place.volume > 0)
        table_.set(column, replica * cells_ + cell,
                   mean_place(place.anchor[axis], place.sum[axis], place.volume, sides[axis]));
  }
}

void HostEngine::set_drifts() {
  if (energies_.drifts.empty()) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::span directions = table_.values<f64>(table_.place(direction_columns[axis]));
    for (u64 row = 0; row < table_.rows(); ++row)
      linears_[row * energies_.cell_words() + energies_.varying.size() + axis] =
          drift_along(energies_.drifts[table_.types()[row]], directions[row]);
  }
}

void HostEngine::set_linears(u64 steps_done) {
  set_drifts();
  const u64 targets = energies_.varying.size();
  for (u64 target = 0; target < targets; ++target) {
    const VaryingTarget& varying = energies_.varying[target];
    const std::span values = table_.values<f64>(table_.place(varying.column));
    for (u64 row = 0; row < table_.rows(); ++row) {
      const Quadratic& constraint =
          energies_.constraints[varying.number * energies_.types + table_.types()[row]];
      const bool fits = is_target(values[row], varying.most) != 0;
      if (!fits && !failure_) failure_ = {steps_done, row, varying};
      linears_[row * energies_.cell_words() + target] =
          linear_of_target(constraint.strength, fits ? values[row] : 0);
    }
  }
}

// The place within its replica of a site that is counted through all replicas.
Site HostEngine::place_of(Index canonical) const {
  return spec_.lattice.site_at(canonical % spec_.lattice.global.sites());
}

void HostEngine::write(Slab slab, std::span<const u32> cells) {
  ++revision_;
  for (Index i = 0; i < slab.count; ++i) {
    const u64 replica = (slab.first + i) / spec_.lattice.global.sites();
    const Site site = place_of(slab.first + i);
    set_images(sites_of(replica), static_cast<u32>(site.x), static_cast<u32>(site.y),
               static_cast<u32>(site.z), words_.word(cells[i], table_.types(replica)[cells[i]]));
  }
}

void HostEngine::read(Slab slab, std::span<u32> cells) {
  const Index row = spec_.lattice.global.x;
  threads_->for_ranges(slab.count, [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end;) {
      const u64 replica = (slab.first + i) / spec_.lattice.global.sites();
      const Site site = place_of(slab.first + i);
      const u32* const from = sites_of(replica) + padded_.index(site.x, site.y, site.z);
      const u64 count = std::min(end - i, row - site.x);
      for (u64 k = 0; k < count; ++k) cells[i + k] = words_.cell(from[k]);
      i += count;
    }
  });
}

void HostEngine::write_gains(Slab slab, std::span<const u32> gains) {
  for (Index i = 0; i < slab.count; ++i) {
    const u64 replica = (slab.first + i) / spec_.lattice.global.sites();
    const Site site = place_of(slab.first + i);
    set_images(sites_of(replica) + gains_, static_cast<u32>(site.x), static_cast<u32>(site.y),
               static_cast<u32>(site.z), gains[i]);
  }
}

void HostEngine::read_gains(Slab slab, std::span<u32> gains) {
  for (Index i = 0; i < slab.count; ++i) {
    const u64 replica = (slab.first + i) / spec_.lattice.global.sites();
    const Site site = place_of(slab.first + i);
    gains[i] = sites_of(replica)[gains_ + padded_.index(site.x, site.y, site.z)];
  }
}

void HostEngine::count_cells() {
  std::ranges::fill(numbers_, 0);
  threads_->for_ranges(spec_.replicas, [&](u64 begin, u64 end) {
    for (u64 replica = begin; replica < end; ++replica) {
      if (rule_.has_moments()) measure_replica(replica);
      count_replica(replica);
    }
  });
  for (u64 row = 0; row < boxes_.size() && !shape_failure_; ++row)
    if (const auto why = boxes_[row].misfit(spec_.lattice, numbers_[row * rule_.kept()]))
      shape_failure_ = {counted_at_, row, *why};
}

// Anchors depend only on the sites, so that checkpoints need not store them.
void HostEngine::recount(u64 steps_done) {
  counted_at_ = steps_done;
  HostEngine::count_cells();
}

void HostEngine::measure_replica(u64 replica) {
  const u32* const sites = sites_of(replica);
  const u64 first = replica * cells_, words = energies_.cell_words();
  std::fill_n(boxes_.begin() + static_cast<std::ptrdiff_t>(first), cells_, CellBox{});
  for (u64 z = 0; z < padded_.side[2]; ++z)
    for (u64 y = 0; y < padded_.side[1]; ++y)
      for (u64 x = 0; x < padded_.side[0]; ++x) {
        const u32 word = sites[padded_.index(x, y, z)], cell = words_.cell(word);
        if (cell == 0 || !rule_.word_has_length(word)) continue;
        const Away site{static_cast<i32>(x), static_cast<i32>(y), static_cast<i32>(z)};
        i32* const anchor = &linears_[(first + cell) * words + energies_.first_anchor()];
        if (boxes_[first + cell].is_empty()) anchor[0] = site.x, anchor[1] = site.y, anchor[2] = site.z;
        const Away away = rule_.away_of(site, anchor);
        boxes_[first + cell].add(away);
        rule_.add_moments(away, word, numbers_of(replica) + u64{cell} * rule_.kept());
      }
}

void HostEngine::count_replica(u64 replica) {
  const u32* const sites = sites_of(replica);
  i32* const numbers = numbers_of(replica);
  for (u64 z = 0; z < padded_.side[2]; ++z)
    for (u64 y = 0; y < padded_.side[1]; ++y)
      for (u64 x = 0; x < padded_.side[0]; ++x) {
        const u32* const at = sites + padded_.index(x, y, z);
        if (words_.cell(*at) == 0) continue;
        rule_.add_site(at, numbers + u64{words_.cell(*at)} * rule_.kept());
      }
}

std::vector<i32> HostEngine::numbers(u64 replica) {
  return {numbers_of(replica), numbers_of(replica) + cells_ * rule_.kept()};
}

void HostEngine::count_pairs(const u32* sites, u64 rows_begin, u64 rows_end,
                             const std::vector<Neighbour>& later, std::vector<u64>& counts) const {
  const u64 types = energies_.types - 1;
  for (const Neighbour& offset : later) {
    const i64 distance = padded_.distance(offset);
    for (u64 row = rows_begin; row < rows_end; ++row) {
      const u32* const from = sites + padded_.index(0, row % padded_.side[1], row / padded_.side[1]);
      for (u64 x = 0; x < padded_.side[0]; ++x) {
        const u32 word = from[x], neighbour = from[static_cast<i64>(x) + distance];
        if (word == neighbour || neighbour == words_.outside) continue;
        const u32 a = words_.type(word), b = words_.type(neighbour);
        ++counts[std::min(a, b) * types + std::max(a, b)];
      }
    }
  }
}

ContactCounts HostEngine::contacts(u64 replica) {
  const u64 types = energies_.types - 1, rows = u64{padded_.side[1]} * padded_.side[2];
  ContactCounts total{std::vector<u64>(types * types), std::vector<u64>(types * types)};
  const std::vector<Neighbour> contact = spec_.contact.later(),
                               nearest = neighbours_of_order(spec_.lattice.dimensions, 1).later();
  std::mutex adding;
  threads_->for_ranges(rows, [&](u64 begin, u64 end) {
    ContactCounts counts{std::vector<u64>(types * types), std::vector<u64>(types * types)};
    count_pairs(sites_of(replica), begin, end, contact, counts.contacts);
    count_pairs(sites_of(replica), begin, end, nearest, counts.nearest);
    const std::lock_guard lock(adding);
    for (u64 i = 0; i < types * types; ++i) {
      total.contacts[i] += counts.contacts[i];
      total.nearest[i] += counts.nearest[i];
    }
  });
  return total;
}

std::vector<Hash> HostEngine::hashes() {
  const Extent& extent = spec_.lattice.global;
  std::vector<u64> rows(extent.y * extent.z);
  std::vector<Hash> hashes(spec_.replicas);
  for (u64 replica = 0; replica < spec_.replicas; ++replica) {
    threads_->for_ranges(rows.size(), [&](u64 begin, u64 end) {
      for (u64 row = begin; row < end; ++row) {
        const u32* const from = sites_of(replica) + padded_.index(0, row % extent.y, row / extent.y);
        rows[row] = 0;
        for (u64 x = 0; x < extent.x; ++x)
          rows[row] += hash_term(CELL_FIELD, row * extent.x + x, words_.cell(from[x]));
        for (u64 x = 0; gains_ != 0 && x < extent.x; ++x)
          rows[row] += hash_term(GAIN_FIELD, row * extent.x + x, from[gains_ + x]);
      }
    });
    for (const u64 row : rows) hashes[replica].value += row;
  }
  return hashes;
}

}  // namespace morula::potts
