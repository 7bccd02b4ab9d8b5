#include "models/automaton/bitplane/device/device_quiet_tiles.h"

#include <algorithm>

#include "models/automaton/lattice_defines.h"
#include "texts/morula_automaton.h"

namespace morula {
namespace {

constexpr std::uint64_t fewest_tiles = 16;      // with fewer tiles, skipping gains nothing
constexpr std::uint32_t passes_per_check = 64;  // changed tiles are counted once in so many passes
constexpr std::uint32_t most_untracked_passes = 2048;
constexpr std::uint64_t worth_it = 16;  // skipping pays if at least one tile in this many is quiet

}  // namespace

gpu::Source quiet_tiles_source(const Lattice& lattice) {
  gpu::Source source{
      "quiet tiles", {gpu::text::models::automaton::bitplane::device::quiet_tiles_kernels}, {}};
  define_lattice(source, lattice);
  return source;
}

DeviceQuietTiles::DeviceQuietTiles(gpu::Device& device, const Lattice& lattice, const Tiles& tiles, bool skip)
    : device_(device),
      tiles_(tiles),
      untracked_passes_(skip && tiles.count() >= fewest_tiles ? first_untracked_passes : 0),
      program_(device.build(quiet_tiles_source(lattice))),
      spread_(program_->kernel("spread_changes")),
      settle_(program_->kernel("settle_changes")),
      place_(program_->kernel("place_words")),
      wanted_(device.allocate(tiles.count())),
      changing_(device.allocate(tiles.count())),
      sums_(device, ValueType::U8, 2) {}

gpu::Buffer& DeviceQuietTiles::stale(std::uint32_t steps) {
  auto& buffer = stale_[steps];
  if (!buffer) {
    buffer = device_.allocate(tiles_.count());
    device_.fill(*buffer, std::byte{1});
  }
  return *buffer;
}

bool DeviceQuietTiles::begin(std::uint32_t steps) {
  if (!tracking_) {
    if (untracked_passes_ == 0 || ++passes_ < untracked_passes_) return false;
    tracking_ = true;
    passes_ = 0;
    forget();
  }
  device_.launch(*spread_, gpu::grid_for(tiles_.count(), 64),
                 {&stale(steps), changing_.get(), wanted_.get(), tiles_.x, tiles_.y, tiles_.z, tiles_.box_x,
                  tiles_.box_y, tiles_.box_z, steps});
  return true;
}

void DeviceQuietTiles::end(std::uint32_t steps, bool tracked) {
  if (!tracked) return;
  for (const auto& [kind, buffer] : stale_)
    device_.launch(*settle_, gpu::grid_for(tiles_.count(), 64),
                   {changing_.get(), buffer.get(), tiles_.count(), std::uint32_t{kind == steps}});
  if (passes_++ % passes_per_check == 0) check_whether_it_pays();
}

void DeviceQuietTiles::check_whether_it_pays() {
  const std::uint64_t quiet = sums_.count(*changing_, tiles_.count())[0];
  if (quiet * worth_it >= tiles_.count()) {
    untracked_passes_ = first_untracked_passes;
    return;
  }
  tracking_ = false;
  passes_ = 0;
  untracked_passes_ = std::min(2 * untracked_passes_, most_untracked_passes);
}

void DeviceQuietTiles::place(gpu::Buffer& from, gpu::Buffer& cells, u64 first, u64 words, u32 planes) {
  device_.fill(*changing_, std::byte{0});
  device_.launch(*place_, gpu::grid_for(words, 64),
                 {&from, &cells, first, words, cells.size() / sizeof(u32) / planes, planes, changing_.get(),
                  tiles_.x, tiles_.y, tiles_.box_x, tiles_.box_y, tiles_.box_z});
  for (const auto& [kind, buffer] : stale_)
    device_.launch(*settle_, gpu::grid_for(tiles_.count(), 64),
                   {changing_.get(), buffer.get(), tiles_.count(), std::uint32_t{0}});
}

void DeviceQuietTiles::forget() {
  for (const auto& [kind, buffer] : stale_) device_.fill(*buffer, std::byte{1});
}

}  // namespace morula
