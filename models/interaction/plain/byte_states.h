// Base of the CPU engines that hold one byte per site: reads and writes states, counts them and computes
// hashes.
#pragma once

#include <vector>

#include "models/interaction/interaction_engine.h"

namespace morula {

class ByteStates : public InteractionEngine {
 public:
  ByteStates(const InteractionSpec& interaction, std::shared_ptr<ThreadPool> threads);

  void read(Slab slab, std::span<u8> states) override;
  void write(Slab slab, std::span<const u8> states) override;
  std::span<const u8> in_place() const override { return states_; }
  std::vector<std::uint64_t> count_states() override;
  std::vector<Hash> hashes() override;
  std::uint64_t layer_bytes() const override;
  void read_layers(Index first, std::span<std::byte> layers) override;
  void write_layers(Index first, std::span<const std::byte> layers) override;
  void freeze(std::uint64_t replica) override { frozen_[replica] = true; }
  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override;

 protected:
  const ActionThresholds& rates_of(u64 replica) const { return rates_[rates_.size() == 1 ? 0 : replica]; }

  InteractionSpec interaction_;
  std::shared_ptr<ThreadPool> threads_;
  Index sites_;             // of one replica, in memory
  std::vector<u8> states_;  // [replica · sites + site]
  std::vector<bool> frozen_;

 private:
  std::vector<ActionThresholds> rates_;  // one for all replicas, or one for each if there is feedback
};

}  // namespace morula
