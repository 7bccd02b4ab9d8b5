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
  change_words_ = program.kernel("change_words");
}

u64 life_bytes(const PottsSpec& spec, u64 cells) {
  const u64 of_cell =
      std::max({needs_field_sums(spec) ? sizeof(WideSum) : 0,
                needs_faces(spec) ? spec.types.size() * sizeof(u32) : 0, spec.life.empty() ? 0 : sizeof(u8)});
  return cells * of_cell * 3 / 2;  // the size that room() allocates
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

void DeviceLife::change(gpu::Buffer& sites, gpu::Buffer& types, u64 replica, u64 cells,
                        const SiteChanges& changes) {
  std::vector<u8> is_dead(cells);
  for (const u32 cell : changes.dead) is_dead[cell] = 1;
  gpu::Buffer& dead = room(of_cells_, cells);
  device_.write(dead, 0, std::as_bytes(std::span(is_dead)));
  device_.launch(*change_words_, grid_over(sites_),
                 {&sites, &types, &dead, static_cast<u32>(cells), replica});
}

}  // namespace morula::potts
