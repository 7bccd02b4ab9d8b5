#include "models/potts/engine/device_cuts.h"

#include <algorithm>

#include "core/error.h"
#include "models/potts/engine/device_sites.h"
#include "models/potts/engine/device_source.h"
#include "models/potts/terms/connected_term.h"

namespace morula::potts {
namespace {

constexpr u32 is_not_chosen = 0xFFFFFFFFu;

gpu::Grid grid_of_cells(u64 cells) { return {{std::min<u64>(cells, u64{1} << 20), 1, 1}, {cut_group, 1, 1}}; }

}  // namespace

bool cuts_connected_cells(const PottsSpec& spec) {
  const auto* connected = spec.terms.find<ConnectedTerm>();
  for (std::size_t type = 0; connected && type < spec.life.of_types.size(); ++type)
    if (spec.life.of_types[type].division && connected->of_type(type)) return true;
  return false;
}

DeviceCuts::DeviceCuts(const PottsSpec& spec, gpu::Device& device, gpu::Program& program)
    : device_(device),
      replicas_(spec.replicas),
      sites_(spec.lattice.global.sites()),
      has_connected_(cuts_connected_cells(spec)) {
  if (!spec.life.divides()) return;
  list_sites_ = program.kernel("list_sites");
  cut_cells_ = program.kernel("cut_cells");
  take_sites_ = program.kernel("take_sites");
}

gpu::Buffer& DeviceCuts::room(std::unique_ptr<gpu::Buffer>& buffer, u64 bytes) {
  if (!buffer || buffer->size() < bytes) {
    buffer.reset();
    buffer = device_.allocate(bytes + bytes / 2);
  }
  return *buffer;
}

void DeviceCuts::write(std::unique_ptr<gpu::Buffer>& buffer, std::span<const std::byte> values) {
  device_.write(room(buffer, values.size()), 0, values);
}

void DeviceCuts::write_rules(const CellCutter& cutter) {
  std::vector<i32> words;
  for (const TypeCut& type : cutter.of_types())
    for (const i64 word :
         {i64{type.axis}, i64{type.must_be_connected}, type.along.x, type.along.y, type.along.z})
      words.push_back(static_cast<i32>(word));
  write(type_cuts_, std::as_bytes(std::span(words)));
  write(keys_, std::as_bytes(std::span(cutter.keys())));
}

u64 DeviceCuts::find_starts(std::span<const i32> counts, u64 kept) {
  starts_.assign(counts.size() / kept, is_not_chosen);
  u64 total = 0;
  for (const u32 row : rows_) {
    starts_[row] = static_cast<u32>(total);
    total += static_cast<u64>(counts[row * kept]);
  }
  if (total >= is_not_chosen)
    throw Error("cells with more than 4294967294 sites divide in one step; run fewer replicas at a time");
  return total;
}

void DeviceCuts::write_directions(const CellCutter& cutter, std::span<const CellToCut> cells,
                                  u64 steps_done) {
  const auto is_random = [](const TypeCut& type) { return type.axis == CUT_RANDOM; };
  std::vector<i32> components(3);
  if (std::ranges::any_of(cutter.of_types(), is_random)) {
    components.clear();
    for (const CellToCut& cell : cells) {
      const auto [x, y, z] = cutter.direction(cell, steps_done);
      for (const i64 component : {x, y, z}) components.push_back(static_cast<i32>(component));
    }
  }
  write(directions_, std::as_bytes(std::span(components)));
}

std::vector<u32> DeviceCuts::cut(gpu::Buffer& sites, DeviceCells& table, gpu::Buffer& counts,
                                 std::span<const i32> counts_on_host, u64 kept, const CellCutter& cutter,
                                 std::span<const CellToCut> cells, u64 steps_done) {
  if (!type_cuts_) write_rules(cutter);
  cells_before_ = counts_on_host.size() / kept / replicas_;
  rows_.clear();
  for (const CellToCut& cell : cells)
    rows_.push_back(static_cast<u32>(cell.replica * cells_before_ + cell.row));
  const u64 listed = find_starts(counts_on_host, kept);
  write(mothers_, std::as_bytes(std::span(rows_)));
  write(next_, std::as_bytes(std::span(starts_)));
  write_directions(cutter, cells, steps_done);
  gpu::Buffer &list = room(list_, listed * sizeof(u32)), &sides = room(sides_, listed),
              &labels = room(labels_, has_connected_ ? listed * sizeof(u32) : sizeof(u32)),
              &places = room(places_, has_connected_ ? sites_ * replicas_ * sizeof(u32) : sizeof(u32)),
              &spans = room(spans_, 2 * cells.size() * sizeof(u32)),
              &divides = room(divides_, cells.size() * sizeof(u32));
  const u32 before = static_cast<u32>(cells_before_);
  device_.launch(*list_sites_, grid_over(sites_ * replicas_ / 4 + 1),
                 {&sites, next_.get(), &list, &places, before, replicas_});
  device_.launch(*cut_cells_, grid_of_cells(cells.size()),
                 {&sites, mothers_.get(), next_.get(), &counts, &table.types(), &table.column(number_column),
                  type_cuts_.get(), directions_.get(), keys_.get(), &list, &places, &sides, &labels, &spans,
                  &divides, static_cast<u32>(cells.size()), before, steps_done});
  std::vector<u32> can_divide(cells.size());
  device_.read(divides, 0, std::as_writable_bytes(std::span(can_divide)));
  return can_divide;
}

void DeviceCuts::take(gpu::Buffer& sites, DeviceCells& table, std::span<const u32> daughters) {
  device_.write(*divides_, 0, std::as_bytes(daughters));
  device_.launch(
      *take_sites_, grid_of_cells(daughters.size()),
      {&sites, mothers_.get(), divides_.get(), spans_.get(), list_.get(), sides_.get(), &table.types(),
       static_cast<u32>(daughters.size()), static_cast<u32>(cells_before_), static_cast<u32>(table.cells())});
}

}  // namespace morula::potts
