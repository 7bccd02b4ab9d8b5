#include "models/interaction/device/replica_sums.h"

#include <algorithm>

#include "core/ceil_divide.h"

namespace morula {
namespace {

// The number of groups: small enough that reading their sums costs nothing, large enough to fill a device
// over all replicas and to let each group count fewer than 2^32 sites.
u64 groups_for(u64 items, u64 replicas) {
  const u64 useful = ceil_divide(items, u64{sums_group} * 16), wanted = std::max<u64>(1, 2048 / replicas);
  return std::max({u64{1}, std::min(useful, wanted), items >> 31});
}

}  // namespace

ReplicaSums::ReplicaSums(gpu::Device& device, gpu::Program& program, const InteractionSpec& interaction,
                         u64 items)
    : device_(device),
      replicas_(interaction.replicas),
      states_(interaction.states()),
      groups_(groups_for(items, interaction.replicas)),
      first_(interaction.lattice.first_in_memory()),
      end_(first_ + interaction.lattice.owned.sites()),
      shift_(interaction.lattice.first_canonical() - first_),
      count_(program.kernel("count_replicas")),
      hash_(program.kernel("hash_replicas")),
      counts_(device.allocate(replicas_ * groups_ * states_ * sizeof(u32))),
      hashes_(device.allocate(replicas_ * groups_ * sizeof(u64))) {}

std::vector<std::uint64_t> ReplicaSums::count(gpu::Buffer& states) {
  device_.launch(*count_, grid(), {&states, first_, end_, counts_.get()});
  std::vector<u32> partial(replicas_ * groups_ * states_);
  device_.read(*counts_, 0, std::as_writable_bytes(std::span(partial)));
  std::vector<std::uint64_t> counts(replicas_ * states_);
  for (u64 i = 0; i < partial.size(); ++i)
    counts[i / (groups_ * states_) * states_ + i % states_] += partial[i];
  return counts;
}

std::vector<Hash> ReplicaSums::hash(gpu::Buffer& states) {
  device_.launch(*hash_, grid(), {&states, first_, end_, shift_, hashes_.get()});
  std::vector<u64> partial(replicas_ * groups_);
  device_.read(*hashes_, 0, std::as_writable_bytes(std::span(partial)));
  std::vector<Hash> hashes(replicas_);
  for (u64 i = 0; i < partial.size(); ++i) hashes[i / groups_].value += partial[i];
  return hashes;
}

}  // namespace morula
