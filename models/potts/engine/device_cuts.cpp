#include "models/potts/engine/device_cuts.h"

#include <algorithm>

#include "core/error.h"
#include "models/potts/engine/device_sites.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/terms/connected_term.h"

namespace morula::potts {
namespace {

constexpr u32 is_not_chosen = 0xFFFFFFFFu;

bool cuts_at_random(const PottsSpec& spec) {
  return std::ranges::any_of(spec.life.of_types, [](const TypeLife& life) {
    return life.division && life.division->axis == CutAxis::Random;
  });
}

gpu::Grid grid_of_cells(u64 cells) { return {{std::min<u64>(cells, u64{1} << 20), 1, 1}, {cut_group, 1, 1}}; }

}  // namespace

bool cuts_connected_cells(const PottsSpec& spec) {
  const auto* connected = spec.terms.find<ConnectedTerm>();
  for (std::size_t type = 0; connected && type < spec.life.of_types.size(); ++type)
    if (const auto& division = spec.life.of_types[type].division)
      if (connected->of_type(type) || connected->of_type(division->daughter.value_or(static_cast<u8>(type))))
        return true;
  return false;
}

u64 cuts_bytes(const PottsSpec& spec, u64 cells) {
  if (!spec.life.divides()) return 0;
  const u64 of_site = sizeof(u32) + sizeof(u8) + (cuts_connected_cells(spec) ? 2 * sizeof(u32) : 0);
  // Words of a cell: mother, next place, first site, sites of the daughter, daughter, span (2); direction
  // (3).
  const u64 of_cell = (7 + (cuts_at_random(spec) ? 3 : 0)) * sizeof(u32);
  return spec.lattice.global.sites() * spec.replicas * of_site +
         cells * (of_cell + sizeof(CutMoments) + sizeof(CutVector));
}

DeviceCuts::DeviceCuts(const PottsSpec& spec, gpu::Device& device, gpu::Program& program)
    : device_(device),
      replicas_(spec.replicas),
      sites_(spec.lattice.global.sites()),
      has_connected_(cuts_connected_cells(spec)),
      has_random_(cuts_at_random(spec)) {
  if (!spec.life.divides()) return;
  list_sites_ = program.kernel("list_sites");
  measure_cells_ = program.kernel("measure_cells");
  find_normals_ = program.kernel("find_normals");
  cut_cells_ = program.kernel("cut_cells");
  take_sites_ = program.kernel("take_sites");
}

void DeviceCuts::allocate(u64 capacity) {
  if (!list_sites_) return;
  const auto hold = [&](std::unique_ptr<gpu::Buffer>& buffer, u64 bytes) {
    if (buffer && buffer->size() >= bytes) return;
    buffer.reset();
    buffer = device_.allocate(bytes);
  };
  const u64 held = sites_ * replicas_, rows = capacity * replicas_;
  hold(list_, held * sizeof(u32));
  hold(sides_, held);
  hold(labels_, has_connected_ ? held * sizeof(u32) : sizeof(u32));
  hold(places_, has_connected_ ? held * sizeof(u32) : sizeof(u32));
  for (auto* of_cells : {&mothers_, &next_, &firsts_, &daughter_sites_, &daughters_})
    hold(*of_cells, rows * sizeof(u32));
  hold(spans_, 2 * rows * sizeof(u32));
  hold(directions_, (has_random_ ? 3 * rows : 3) * sizeof(i32));
  hold(moments_, rows * sizeof(CutMoments));
  hold(normals_, rows * sizeof(CutVector));
}

void DeviceCuts::write_rules(const CellCutter& cutter) {
  std::vector<i32> words;
  for (const TypeCut& type : cutter.of_types())
    for (const i64 word :
         {i64{type.axis}, i64{type.connected_sides}, type.along.x, type.along.y, type.along.z})
      words.push_back(static_cast<i32>(word));
  type_cuts_ = device_.allocate(words.size() * sizeof(i32));
  device_.write(*type_cuts_, 0, std::as_bytes(std::span(words)));
  const std::vector<u32x2>& keys = cutter.keys();
  keys_ = device_.allocate(keys.size() * sizeof(u32x2));
  device_.write(*keys_, 0, std::as_bytes(std::span(keys)));
}

void DeviceCuts::find_starts(std::span<const i32> counts, u64 kept) {
  starts_.assign(counts.size() / kept, is_not_chosen);
  u64 total = 0;
  for (const u32 row : rows_) {
    starts_[row] = static_cast<u32>(total);
    total += static_cast<u64>(counts[row * kept]);
  }
  if (total >= is_not_chosen)
    throw Error("cells with more than 4294967294 sites divide in one step; run fewer replicas at a time");
}

void DeviceCuts::write_directions(const CellCutter& cutter, std::span<const CellToCut> cells,
                                  u64 steps_done) {
  if (!has_random_) return;
  std::vector<i32> components;
  components.reserve(3 * cells.size());
  for (const CellToCut& cell : cells) {
    const auto [x, y, z] = cutter.direction(cell, steps_done);
    for (const i64 component : {x, y, z}) components.push_back(static_cast<i32>(component));
  }
  device_.write(*directions_, 0, std::as_bytes(std::span(components)));
}

std::vector<u32> DeviceCuts::cut(gpu::Buffer& sites, DeviceCells& table, gpu::Buffer& counts,
                                 std::span<const i32> counts_on_host, u64 kept, const CellCutter& cutter,
                                 std::span<const CellToCut> cells, u64 steps_done) {
  if (!type_cuts_) write_rules(cutter);
  cells_before_ = counts_on_host.size() / kept / replicas_;
  rows_.clear();
  rows_.reserve(cells.size());
  for (const CellToCut& cell : cells)
    rows_.push_back(static_cast<u32>(cell.replica * cells_before_ + cell.row));
  find_starts(counts_on_host, kept);
  device_.write(*mothers_, 0, std::as_bytes(std::span(rows_)));
  device_.write(*next_, 0, std::as_bytes(std::span(starts_)));
  write_directions(cutter, cells, steps_done);
  const u32 before = static_cast<u32>(cells_before_), count = static_cast<u32>(cells.size());
  device_.launch(*list_sites_, grid_over(sites_ * replicas_ / 4 + 1),
                 {&sites, next_.get(), list_.get(), places_.get(), before, replicas_});
  device_.launch(*measure_cells_, grid_of_cells(count),
                 {mothers_.get(), next_.get(), &counts, list_.get(), moments_.get(), firsts_.get(),
                  spans_.get(), count});
  device_.launch(
      *find_normals_, grid_over_rows(count),
      {moments_.get(), mothers_.get(), &table.types(), &table.column(number_column), type_cuts_.get(),
       keys_.get(), directions_.get(), normals_.get(), count, before, steps_done});
  device_.launch(
      *cut_cells_, grid_of_cells(count),
      {&sites, mothers_.get(), &table.types(), &table.column(number_column), type_cuts_.get(), keys_.get(),
       moments_.get(), normals_.get(), firsts_.get(), spans_.get(), list_.get(), places_.get(), sides_.get(),
       labels_.get(), daughter_sites_.get(), count, before, steps_done});
  std::vector<u32> of_daughters(cells.size());
  device_.read(*daughter_sites_, 0, std::as_writable_bytes(std::span(of_daughters)));
  return of_daughters;
}

void DeviceCuts::take(gpu::Buffer& sites, DeviceCells& table, gpu::Buffer* volumes,
                      std::span<const u32> daughters) {
  device_.write(*daughters_, 0, std::as_bytes(daughters));
  device_.launch(
      *take_sites_, grid_of_cells(daughters.size()),
      {&sites, mothers_.get(), daughters_.get(), daughter_sites_.get(), spans_.get(), list_.get(),
       sides_.get(), &table.types(), volumes ? volumes : spans_.get(), static_cast<u32>(volumes ? 1 : 0),
       static_cast<u32>(daughters.size()), static_cast<u32>(cells_before_), static_cast<u32>(table.cells())});
}

}  // namespace morula::potts
