#include "models/potts/engine/device_copies.h"

#include "core/bytes.h"
#include "models/potts/engine/device_turns.h"
#include "models/potts/exclusive/device_exclusive.h"

namespace morula::potts {

std::unique_ptr<gpu::Buffer> keys_for(gpu::Device& device, const PottsSpec& spec, u64 seed, Purpose purpose) {
  std::vector<u32x2> keys;
  for (u64 replica = 0; replica < spec.replicas; ++replica)
    keys.push_back(stream(seed, purpose, spec.first_replica + replica));
  return buffer_of(device, keys);
}

DeviceCopies::DeviceCopies(const PottsSpec& spec, const Energies& energies, gpu::Device& device)
    : device_(device),
      constraints_(buffer_of(device, energies.constraints)),
      thresholds_(buffer_of(device, energies.thresholds)),
      acceptances_(buffer_of(device, energies.acceptances)),
      accepted_(device.allocate(spec.replicas * copy_counters * sizeof(u32))),
      entries_(static_cast<u32>(energies.thresholds.size())),
      replicas_(spec.replicas),
      sites_(spec.lattice.global.sites()),
      total_accepted_(spec.replicas) {
  device.fill(*accepted_, std::byte{0});
}

void DeviceCopies::step(const DeviceTissue& tissue, u64 from, u64 steps) {
  const u64 most_steps = std::max<u64>(1, (u64{1} << 31) / sites_);
  for (u64 step = from; step < from + steps;) {
    const u64 count = tissue.has_gains ? 1 : std::min(most_steps, from + steps - step);
    make_steps(tissue, step, count, static_cast<u32>(step + 1));
    step += count;
    since_summed_ += count;
    if (since_summed_ >= most_steps) accepted();
  }
}

std::vector<u64> DeviceCopies::accepted() {
  std::vector<u32> counters(replicas_ * copy_counters);
  device_.read(*accepted_, 0, std::as_writable_bytes(std::span(counters)));
  device_.fill(*accepted_, std::byte{0});
  for (u64 i = 0; i < counters.size(); ++i) total_accepted_[i / copy_counters] += counters[i];
  since_summed_ = 0;
  return total_accepted_;
}

u64 DeviceCopies::bytes(const PottsSpec& spec) {
  return spec.exclusive ? DeviceExclusive::bytes(spec) : DeviceTurns::bytes(spec);
}

u64 DeviceCopies::bytes_of_rows(const PottsSpec& spec, u64 rows) {
  return rows * (spec.exclusive ? DeviceExclusive::bytes_of_row : DeviceTurns::bytes_of_row);
}

std::unique_ptr<DeviceCopies> make_device_copies(const PottsSpec& spec, const Energies& energies, u64 seed,
                                                 gpu::Device& device, gpu::Program& program) {
  if (spec.exclusive) return std::make_unique<DeviceExclusive>(spec, energies, seed, device, program);
  return std::make_unique<DeviceTurns>(spec, energies, seed, device, program);
}

}  // namespace morula::potts
