// Base of the device engines that hold one byte per site, in the parallel order: reads and writes states,
// counts them, computes hashes, and launches one kernel for each phase.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/source.h"
#include "models/interaction/device/replica_sums.h"
#include "models/interaction/device/replica_tables.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/order/block_order.h"

namespace morula {

constexpr std::uint32_t byte_states_group = 128;  // work-items in a group, in a phase

class ByteStatesGpu : public InteractionEngine {
 public:
  // `phase_kernel` in `source` carries out a phase; each group of work-items takes `columns_per_group`
  // columns of words or combs.
  ByteStatesGpu(const InteractionSpec& interaction, std::uint64_t seed, std::shared_ptr<gpu::Device> device,
                const gpu::Source& source, const std::string& phase_kernel, u64 columns_per_group);

  void step(std::uint64_t from, std::uint64_t generations) override;
  void step_phases(std::uint64_t begin, std::uint64_t end) override;
  void finish() override { device_->finish(); }
  void read(Slab slab, std::span<u8> states) override;
  bool read_on_device(Slab slab, const Model::DeviceSink& sink) override;
  void write(Slab slab, std::span<const u8> states) override;
  std::vector<std::uint64_t> count_states() override { return sums_.count(*states_); }
  std::vector<Hash> hashes() override { return sums_.hash(*states_); }
  std::uint64_t layer_bytes() const override { return replicas_ * lattice_.layer_sites(); }
  void read_layers(Index first, std::span<std::byte> layers) override;
  void write_layers(Index first, std::span<const std::byte> layers) override;
  void freeze(std::uint64_t replica) override { tables_.freeze(replica); }
  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override {
    tables_.set_rates(replica, rates);
  }

 protected:
  virtual std::vector<gpu::Argument> phase_arguments(u64 phase);
  ReplicaTables& tables() { return tables_; }

 private:
  u64 layer_at(u64 replica, Index layer) const;

  Lattice lattice_;
  BlockOrder order_;
  u64 columns_per_group_, replicas_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> phase_;
  ReplicaTables tables_;
  ReplicaSums sums_;
  std::unique_ptr<gpu::Buffer> states_;
};

// The common source of the kernels of these engines: texts and defines of the lattice, the order, the draws
// and the rule, of blocks and rows, and of counts and hashes. An engine adds the text of its phase kernel.
gpu::Source byte_states_source(const InteractionSpec& interaction);

}  // namespace morula
