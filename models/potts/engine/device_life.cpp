#include "models/potts/engine/device_life.h"

#include <algorithm>

#include "models/potts/engine/device_cells.h"
#include "models/potts/engine/device_sites.h"

namespace morula::potts {
namespace {

using Kind = CellInput::Kind;

bool reads_any(const PottsSpec& spec, std::initializer_list<Kind> kinds) {
  const std::vector<CellInput> of_life = spec.life.inputs();
  return std::ranges::any_of(kinds, [&](Kind kind) {
    return spec.properties.reads(kind) || std::ranges::count(of_life, kind, &CellInput::kind) > 0;
  });
}

constexpr u32 not_chosen = 0xFFFFFFFFu;

}  // namespace

bool needs_field_sums(const PottsSpec& spec) {
  return reads_any(spec, {Kind::SumOfField, Kind::MeanOfField});
}
bool needs_faces(const PottsSpec& spec) { return reads_any(spec, {Kind::Surface, Kind::Contact}); }

DeviceLife::DeviceLife(const PottsSpec& spec, gpu::Device& device, gpu::Program& program)
    : device_(device), types_(spec.types.size()), sites_(spec.lattice.global.sites()) {
  if (needs_field_sums(spec)) {
    sum_field_ = program.kernel("sum_field");
    failed_ = device.allocate(sizeof(u32));
  }
  if (needs_faces(spec)) count_faces_ = program.kernel("count_faces");
  if (spec.life.empty()) return;
  list_sites_ = program.kernel("list_sites");
  change_words_ = program.kernel("change_words");
  take_sites_ = program.kernel("take_sites");
}

gpu::Buffer& DeviceLife::room(std::unique_ptr<gpu::Buffer>& buffer, u64 bytes) {
  if (!buffer || buffer->size() < bytes) {
    buffer.reset();
    buffer = device_.allocate(bytes + bytes / 2);
  }
  return *buffer;
}

std::optional<std::vector<WideSum>> DeviceLife::sums(gpu::Buffer& sites, gpu::Buffer& values, u64 replica,
                                                     u64 cells) {
  std::vector<WideSum> sums(cells);
  gpu::Buffer& words = room(of_cells_, cells * sizeof(WideSum));
  device_.fill(words, std::byte{0});
  device_.fill(*failed_, std::byte{0});
  device_.launch(*sum_field_, grid_over(sites_ / 8 + 1), {&sites, &values, &words, failed_.get(), replica});
  device_.read(words, 0, std::as_writable_bytes(std::span(sums)));
  u32 failed = 0;
  device_.read(*failed_, 0, std::as_writable_bytes(std::span(&failed, 1)));
  if (failed != 0) return std::nullopt;
  return sums;
}

std::vector<u32> DeviceLife::faces(gpu::Buffer& sites, u64 replica, u64 cells) {
  std::vector<u32> faces(cells * types_);
  gpu::Buffer& counts = room(of_cells_, faces.size() * sizeof(u32));
  device_.fill(counts, std::byte{0});
  device_.launch(*count_faces_, grid_over(sites_), {&sites, &counts, replica});
  device_.read(counts, 0, std::as_writable_bytes(std::span(faces)));
  return faces;
}

std::vector<std::vector<u32>> DeviceLife::sites_of(gpu::Buffer& sites, u64 replica,
                                                   std::span<const u32> chosen, std::span<const i32> volumes,
                                                   u64 stride) {
  std::vector<u32> next(volumes.size() / stride, not_chosen);
  u32 total = 0;
  for (const u32 cell : chosen) {
    next[cell] = total;
    total += static_cast<u32>(volumes[cell * stride]);
  }
  std::vector<u32> all_sites(total);
  gpu::Buffer &places = room(of_cells_, next.size() * sizeof(u32)),
              &list = room(of_sites_, std::max<u64>(total, 1) * sizeof(u32));
  device_.write(places, 0, std::as_bytes(std::span(next)));
  device_.launch(*list_sites_, grid_over(sites_), {&sites, &places, &list, replica});
  if (total > 0) device_.read(list, 0, std::as_writable_bytes(std::span(all_sites)));
  std::vector<std::vector<u32>> of_cells;
  for (const u32 cell : chosen) {
    const auto first = all_sites.begin() + next[cell];
    of_cells.emplace_back(first, first + volumes[cell * stride]);
    std::ranges::sort(of_cells.back());
  }
  return of_cells;
}

void DeviceLife::change(gpu::Buffer& sites, gpu::Buffer& types, u64 replica, u64 cells,
                        const SiteChanges& changes) {
  const u32 row_count = static_cast<u32>(cells);
  if (!changes.dead.empty() || changes.has_types) {
    std::vector<u8> is_dead(cells);
    for (const u32 cell : changes.dead) is_dead[cell] = 1;
    gpu::Buffer& dead = room(of_cells_, cells);
    device_.write(dead, 0, std::as_bytes(std::span(is_dead)));
    device_.launch(*change_words_, grid_over(sites_), {&sites, &types, &dead, row_count, replica});
  }
  if (changes.taken.empty()) return;
  gpu::Buffer& taken = room(of_sites_, changes.taken.size() * sizeof(TakenSite));
  device_.write(taken, 0, std::as_bytes(std::span(changes.taken)));
  device_.launch(*take_sites_, grid_over(changes.taken.size()),
                 {&sites, &taken, &types, row_count, replica, u64{changes.taken.size()}});
}

}  // namespace morula::potts
