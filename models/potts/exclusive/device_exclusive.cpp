#include "models/potts/exclusive/device_exclusive.h"

#include <algorithm>

#include "models/potts/engine/device_sites.h"
#include "models/potts/engine/device_source.h"

namespace morula::potts {
namespace {

constexpr u64 most_origins = 4096;  // drawn at once, for all replicas

u64 origins_at_once(const PottsSpec& spec) { return std::max<u64>(1, most_origins / spec.replicas); }

}  // namespace

DeviceExclusive::DeviceExclusive(const PottsSpec& spec, const Energies& energies, u64 seed,
                                 gpu::Device& device, gpu::Program& program)
    : DeviceCopies(spec, energies, device),
      sub_steps_(spec),
      together_(groups_together(spec, device.info())),
      items_(sub_steps_.regions() * spec.replicas),
      sub_steps_at_once_(origins_at_once(spec)),
      draw_origins_(program.kernel("draw_origins")),
      find_(program.kernel("find_exclusive_copies")),
      make_(program.kernel("make_exclusive_copies")),
      origins_(device.allocate(sub_steps_at_once_ * spec.replicas * 3 * sizeof(u32))),
      keys_(keys_for(device, spec, seed, Purpose::RegionCopy)),
      origin_keys_(keys_for(device, spec, seed, Purpose::RegionOrigin)),
      copies_(device.allocate(items_ * exclusive_copy_bytes)),
      changes_(
          device.allocate(items_ * (energies.kept() > 1 ? energies.kept() - 1 : 1) * sizeof(NumberChanges))),
      count_(device.allocate(sizeof(u32))),
      open_(device.allocate(3 * sizeof(u32))),
      arrived_(device.allocate(sizeof(u32))) {
  if (items_ >= u64{1} << 31)
    throw Error(
        "a tissue with exclusive copies on a device has fewer than 2^31 regions, with all replicas; a larger "
        "potts.regions.side makes fewer");
  for (gpu::Buffer* const counters : {count_.get(), open_.get(), arrived_.get()})
    device.fill(*counters, std::byte{0});
}

u64 DeviceExclusive::bytes(const PottsSpec& spec) {
  const u64 kept = kept_numbers(spec).size(), changes = std::max<u64>(kept, 2) - 1;
  return SubSteps(spec).regions() * spec.replicas * (exclusive_copy_bytes + changes * sizeof(NumberChanges)) +
         spec.replicas * (copy_counters + 3 * origins_at_once(spec)) * sizeof(u32);
}

void DeviceExclusive::allocate(u64 capacity) {
  claims_.reset();
  changed_.reset();
  const u64 rows = capacity * replicas();
  claims_ = device_.allocate(rows * 2 * sizeof(u32));
  changed_ = device_.allocate(rows * sizeof(u32));
  device_.fill(*claims_, std::byte{0xFF});
  device_.fill(*changed_, std::byte{0});
}

void DeviceExclusive::make_steps(const DeviceTissue& tissue, u64 from, u64 steps, u32 time) {
  const u64 first = sub_steps_.until(from), end = sub_steps_.until(from + steps);
  for (u64 start = first; start < end;) {
    const u64 count = std::min(sub_steps_at_once_, end - start);
    device_.launch(*draw_origins_, grid_over(count * replicas()),
                   {origins_.get(), origin_keys_.get(), start, count, u64{replicas()}});
    for (u64 i = 0; i < count; ++i) make_sub_step(tissue, start + i, i, time);
    start += count;
  }
}

void DeviceExclusive::make_sub_step(const DeviceTissue& tissue, u64 when, u64 since, u32 time) {
  device_.launch(*find_, grid_over(items_),
                 {&tissue.sites, &tissue.numbers, copies_.get(), changes_.get(), count_.get(), origins_.get(),
                  keys_.get(), &tissue.words, constraints_.get(), thresholds_.get(), acceptances_.get(),
                  entries_, tissue.cells, replicas(), when, since, time});
  const u64 groups = std::clamp<u64>(items_ / claim_group, 1, std::max<u64>(1, together_.groups));
  const gpu::Grid grid{{groups, 1, 1}, {claim_group, 1, 1}};
  device_.fill(*arrived_, std::byte{0});  // how often groups meet depends on the copies
  const auto launch = [&](std::initializer_list<gpu::Argument> arguments) {
    if (together_.groups > 0)
      device_.launch_together(*make_, grid, arguments);
    else
      device_.launch(*make_, grid, arguments);
  };
  launch({&tissue.sites, &tissue.numbers, copies_.get(), changes_.get(), count_.get(), claims_.get(),
          changed_.get(), open_.get(), accepted_.get(), arrived_.get(), tissue.cells,
          static_cast<u32>(when + 1), time});
}

}  // namespace morula::potts
