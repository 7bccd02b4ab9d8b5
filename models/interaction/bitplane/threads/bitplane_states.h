// Base of the CPU engine on bit planes: reads and writes states, counts them and computes hashes.
#pragma once

#include "models/interaction/bitplane/threads/bitplane_rows.h"
#include "models/interaction/interaction_engine.h"

namespace morula {

class BitplaneStates : public InteractionEngine {
 public:
  BitplaneStates(const InteractionSpec& interaction, std::shared_ptr<ThreadPool> threads);

  void read(Slab slab, std::span<u8> states) override;
  void write(Slab slab, std::span<const u8> states) override;
  std::vector<std::uint64_t> count_states() override;
  std::vector<Hash> hashes() override;
  std::uint64_t layer_bytes() const override;
  void read_layers(Index first, std::span<std::byte> layers) override;
  void write_layers(Index first, std::span<const std::byte> layers) override;
  void freeze(std::uint64_t replica) override { frozen_[replica] = true; }

 protected:
  InteractionSpec interaction_;
  std::shared_ptr<ThreadPool> threads_;
  BitplaneRows rows_;
  std::vector<u8> frozen_;  // bytes rather than bits, since threads read them side by side

 private:
  u64 width() const { return interaction_.lattice.stored.x; }
  u64 height() const { return rows_.height(); }
  void reset_offsets();  // sets all rows to offset 0

  // Calls visit(row, x, count, done) for every row of a slab. Rows are counted through all replicas, and
  // `done` sites of the slab come before these.
  template <typename Visit>
  void for_rows(Slab slab, const Visit& visit);
  // Calls visit(replica, row) for each row of the whole layers that `bytes` hold, from layer `first` on.
  template <typename Visit>
  void for_layer_rows(Index first, std::uint64_t bytes, const Visit& visit);
  u64 rows_in_layer() const { return interaction_.lattice.layer_sites() / width(); }
  u64 owned_rows() const { return interaction_.lattice.owned.sites() / width(); }
  u64 first_owned_row() const { return interaction_.lattice.first_in_memory() / width(); }
  // Calls visit(replica, y, sums) for all owned rows and adds up the sums of each replica.
  template <typename Visit>
  std::vector<u64> sum_rows(std::size_t per_replica, const Visit& visit);
};

}  // namespace morula
