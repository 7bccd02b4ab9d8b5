#include "models/potts/engine/device_turns.h"

#include <algorithm>
#include <array>

#include "core/ceil_divide.h"
#include "models/potts/engine/device_cells.h"
#include "models/potts/engine/device_sites.h"
#include "models/potts/engine/device_source.h"

namespace morula::potts {
namespace {

constexpr u64 most_rounds = 4096;  // drawn at once, for all replicas

// Extents only grow until they are measured again, and then fewer regions wait for each other. A measurement
// takes about as long as two rounds.
u64 steps_between(const Regions& regions) { return std::max<u64>(1, 64 / regions.turns); }

u64 rounds_at_once(const PottsSpec& spec) { return std::max<u64>(1, most_rounds / spec.replicas); }

}  // namespace

bool regions_share_cells(const PottsSpec& spec, const Energies& energies) {
  return !spec.exclusive && Regions(spec).count() > 1 && energies.linking != 0;
}

DeviceTurns::DeviceTurns(const PottsSpec& spec, const Energies& energies, u64 seed, gpu::Device& device,
                         gpu::Program& program)
    : DeviceCopies(spec, energies, device),
      regions_(spec),
      together_(groups_together(spec, device.info())),
      items_(regions_.count() * spec.replicas),
      sites_(spec.lattice.global.sites() * spec.replicas),
      shares_(regions_share_cells(spec, energies)),
      rounds_at_once_(rounds_at_once(spec)),
      draw_rounds_(program.kernel("draw_rounds")),
      take_turns_(program.kernel("take_turns")),
      rounds_(device.allocate(rounds_at_once_ * spec.replicas * 4 * sizeof(u32))),
      keys_(keys_for(device, spec, seed, Purpose::RegionCopy)),
      round_keys_(keys_for(device, spec, seed, Purpose::RegionOrigin)),
      done_(device.allocate(items_ * sizeof(u32))),
      arrived_(device.allocate(sizeof(u32))) {
  device.fill(*done_, std::byte{0});
  device.fill(*arrived_, std::byte{0});
  if (!shares_) return;
  begin_extents_ = program.kernel("begin_extents");
  find_anchors_ = program.kernel("find_extent_anchors");
  find_extents_ = program.kernel("find_extents");
  place_extents_ = program.kernel("place_extents");
}

u64 DeviceTurns::bytes(const PottsSpec& spec) {
  return Regions(spec).count() * spec.replicas * sizeof(u32) +
         spec.replicas * (copy_counters + 4 * rounds_at_once(spec)) * sizeof(u32);
}

void DeviceTurns::allocate(u64 capacity) {
  extents_.reset();
  anchors_.reset();
  wide_.reset();
  const u64 rows = shares_ ? capacity * replicas() : 1;
  extents_ = device_.allocate(rows * sizeof(CellExtent));
  anchors_ = device_.allocate(rows * 3 * sizeof(i32));
  wide_ = device_.allocate(rows);
  measured_at_.reset();
}

void DeviceTurns::measure_extents(const DeviceTissue& tissue, u64 step) {
  const u64 rows = u64{tissue.cells} * replicas();
  const gpu::Grid over_sites = grid_over(sites_);
  device_.launch(*begin_extents_, grid_over_rows(rows), {extents_.get(), anchors_.get(), rows});
  device_.launch(*find_anchors_, over_sites, {&tissue.sites, anchors_.get(), tissue.cells, u64{replicas()}});
  device_.launch(*find_extents_, over_sites,
                 {&tissue.sites, anchors_.get(), extents_.get(), tissue.cells, u64{replicas()}});
  device_.launch(*place_extents_, grid_over_rows(rows), {extents_.get(), anchors_.get(), wide_.get(), rows});
  measured_at_ = step;
}

std::vector<CellExtent> DeviceTurns::measured_extents(const DeviceTissue& tissue) {
  measure_extents(tissue, 0);
  measured_at_.reset();
  std::vector<CellExtent> extents(u64{tissue.cells} * replicas());
  device_.read(*extents_, 0, std::as_writable_bytes(std::span(extents)));
  return extents;
}

void DeviceTurns::make_steps(const DeviceTissue& tissue, u64 from, u64 steps, u32 time) {
  const u64 first = from * regions_.turns, end = (from + steps) * regions_.turns;
  for (u64 round = first; round < end;) {
    const u64 step = round / regions_.turns;
    if (shares_ && (!measured_at_ || step >= *measured_at_ + steps_between(regions_)))
      measure_extents(tissue, step);
    u64 behind = std::min(end, round + rounds_at_once_);
    if (shares_) behind = std::min(behind, (*measured_at_ + steps_between(regions_)) * regions_.turns);
    const u64 count = behind - round;
    device_.launch(*draw_rounds_, grid_over(count * replicas()),
                   {rounds_.get(), round_keys_.get(), round, count, u64{replicas()}});
    if (together_.groups > 0)
      take_turns(tissue, round, round * regions_.kinds, count * regions_.kinds, time);
    else
      for (u64 i = 0; i < count * regions_.kinds; ++i)
        take_turns(tissue, round, round * regions_.kinds + i, 1, time);
    round = behind;
  }
}

void DeviceTurns::take_turns(const DeviceTissue& tissue, u64 first_round, u64 when, u64 sub_steps, u32 time) {
  const u64 groups = together_.groups > 0 ? std::min(together_.groups, items_) : items_;
  const gpu::Grid grid{{groups, 1, 1}, {together_.teams * team_size, 1, 1}};
  const std::array<gpu::Argument, 22> arguments = {&tissue.sites,
                                                   &tissue.numbers,
                                                   extents_.get(),
                                                   wide_.get(),
                                                   done_.get(),
                                                   rounds_.get(),
                                                   keys_.get(),
                                                   &tissue.words,
                                                   constraints_.get(),
                                                   thresholds_.get(),
                                                   acceptances_.get(),
                                                   accepted_.get(),
                                                   arrived_.get(),
                                                   entries_,
                                                   tissue.cells,
                                                   replicas(),
                                                   first_round,
                                                   when,
                                                   sub_steps,
                                                   meetings_,
                                                   stamp_,
                                                   time};
  if (together_.groups > 0) {
    device_.launch_together(*take_turns_, grid, arguments);
    meetings_ += static_cast<u32>(groups * (sub_steps / regions_.kinds - 1));
  } else {
    device_.launch(*take_turns_, grid, arguments);
  }
  stamp_ += static_cast<u32>(sub_steps);
}

}  // namespace morula::potts
