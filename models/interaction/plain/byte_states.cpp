#include "models/interaction/plain/byte_states.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/ceil_divide.h"

namespace morula {
namespace {

// Number of sites that are summed together. No such stretch crosses from one replica to the next.
constexpr u64 sites_in_stretch = 1 << 16;

template <typename Sum, typename Visit>
std::vector<Sum> sum_stretches(u64 replicas, u64 sites, std::size_t per_replica, ThreadPool& threads,
                               const Visit& visit) {
  const u64 stretches = ceil_divide(sites, sites_in_stretch);
  std::vector<Sum> partial(replicas * stretches * per_replica);
  threads.for_ranges(replicas * stretches, [&](u64 begin, u64 end) {
    for (u64 i = begin; i < end; ++i)
      visit(i / stretches, i % stretches * sites_in_stretch,
            std::min(sites, (i % stretches + 1) * sites_in_stretch), &partial[i * per_replica]);
  });
  std::vector<Sum> sums(replicas * per_replica);
  for (u64 i = 0; i < replicas * stretches; ++i)
    for (std::size_t k = 0; k < per_replica; ++k)
      sums[i / stretches * per_replica + k] += partial[i * per_replica + k];
  return sums;
}

}  // namespace

ByteStates::ByteStates(const InteractionSpec& interaction, std::shared_ptr<ThreadPool> threads)
    : interaction_(interaction),
      threads_(std::move(threads)),
      sites_(interaction.lattice.stored.sites()),
      states_(sites_ * interaction.replicas),
      frozen_(interaction.replicas),
      rates_(interaction.feedback ? interaction.replicas : 1, action_thresholds(interaction)) {}

void ByteStates::read(Slab slab, std::span<u8> states) {
  std::memcpy(states.data(), states_.data() + slab.first, slab.count);
}

void ByteStates::write(Slab slab, std::span<const u8> states) {
  std::memcpy(states_.data() + slab.first, states.data(), slab.count);
}

std::uint64_t ByteStates::layer_bytes() const {
  return interaction_.replicas * interaction_.lattice.layer_sites();
}

void ByteStates::read_layers(Index first, std::span<std::byte> layers) {
  const Index bytes = layers.size() / interaction_.replicas;  // in each replica
  for (Index replica = 0; replica < interaction_.replicas; ++replica)
    std::memcpy(layers.data() + replica * bytes,
                &states_[replica * sites_ + first * interaction_.lattice.layer_sites()], bytes);
}

void ByteStates::write_layers(Index first, std::span<const std::byte> layers) {
  const Index bytes = layers.size() / interaction_.replicas;
  for (Index replica = 0; replica < interaction_.replicas; ++replica)
    std::memcpy(&states_[replica * sites_ + first * interaction_.lattice.layer_sites()],
                layers.data() + replica * bytes, bytes);
}

void ByteStates::set_rates(std::uint64_t replica, const ActionThresholds& rates) { rates_[replica] = rates; }

std::vector<std::uint64_t> ByteStates::count_states() {
  const unsigned states = interaction_.states();
  const Lattice& lattice = interaction_.lattice;
  return sum_stretches<std::uint64_t>(interaction_.replicas, lattice.owned.sites(), states, *threads_,
                                      [&](u64 replica, u64 begin, u64 end, u64* counts) {
                                        std::array<u64, 256> sites_in_state{};
                                        const u8* owned =
                                            &states_[replica * sites_ + lattice.first_in_memory()];
                                        for (u64 i = begin; i < end; ++i) ++sites_in_state[owned[i]];
                                        std::copy_n(sites_in_state.begin(), states, counts);
                                      });
}

std::vector<Hash> ByteStates::hashes() {
  const Lattice& lattice = interaction_.lattice;
  const std::vector<u64> sums =
      sum_stretches<u64>(interaction_.replicas, lattice.owned.sites(), 1, *threads_,
                         [&](u64 replica, u64 begin, u64 end, u64* sum) {
                           const u8* owned = &states_[replica * sites_ + lattice.first_in_memory()];
                           for (u64 i = begin; i < end; ++i)
                             *sum += hash_term(0, lattice.first_canonical() + i, owned[i]);
                         });
  std::vector<Hash> hashes;
  for (const u64 sum : sums) hashes.push_back({sum});
  return hashes;
}

}  // namespace morula
