#include "models/interaction/device/replica_tables.h"

#include "models/interaction/order/replica_keys.h"

namespace morula {
namespace {

template <typename T>
std::unique_ptr<gpu::Buffer> uploaded(gpu::Device& device, const std::vector<T>& values) {
  auto buffer = device.allocate(values.size() * sizeof(T));
  device.write(*buffer, 0, std::as_bytes(std::span(values)));
  return buffer;
}

std::vector<Thresholds> initial_thresholds(const InteractionSpec& interaction) {
  const std::vector<Thresholds> of_replica = action_thresholds(interaction).all();
  std::vector<Thresholds> of_replicas;
  for (u64 i = 0; i < (interaction.feedback ? interaction.replicas : 1); ++i)
    of_replicas.insert(of_replicas.end(), of_replica.begin(), of_replica.end());
  return of_replicas;
}

std::vector<u64> first_digits_of(const std::vector<Thresholds>& thresholds) {
  std::vector<u64> first_digits;
  for (const auto& [move, reproduce, prey] : thresholds) {
    constexpr unsigned others = 32 - first_threshold_digits;
    first_digits.push_back(move >> others | reproduce >> others << 16 | prey >> others << 32);
  }
  return first_digits;
}

}  // namespace

ReplicaTables::ReplicaTables(gpu::Device& device, const InteractionSpec& interaction, std::uint64_t seed)
    : device_(device),
      keys_(uploaded(device, replica_keys(interaction, seed, Purpose::Interaction))),
      offset_keys_(uploaded(device, replica_keys(interaction, seed, Purpose::InteractionOffset))),
      thresholds_(uploaded(device, initial_thresholds(interaction))),
      first_thresholds_(uploaded(device, first_digits_of(initial_thresholds(interaction)))),
      frozen_(uploaded(device, std::vector<u32>(interaction.replicas, 0))) {}

void ReplicaTables::freeze(std::uint64_t replica) {
  const u32 yes = 1;
  device_.write(*frozen_, replica * sizeof(u32), std::as_bytes(std::span(&yes, 1)));
}

void ReplicaTables::set_rates(std::uint64_t replica, const ActionThresholds& rates) {
  const auto bytes = std::as_bytes(std::span(rates.all()));
  device_.write(*thresholds_, replica * bytes.size(), bytes);
  const std::vector<u64> first = first_digits_of(rates.all());
  const auto first_bytes = std::as_bytes(std::span(first));
  device_.write(*first_thresholds_, replica * first_bytes.size(), first_bytes);
}

}  // namespace morula
