// The engines on bytes on a device, in the parallel order: the plain one, see plain_kernels.h, and the one
// that takes the blocks of several words side by side, see bytes/bytes_kernels.h.
#include <algorithm>

#include "core/ceil_divide.h"
#include "models/interaction/device/replica_sums.h"
#include "models/interaction/device/replica_tables.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/order/block_defines.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/order/draw_defines.h"
#include "texts/morula_gpu.h"
#include "texts/morula_interaction.h"

namespace morula {

namespace kernels = gpu::text::models::interaction;

namespace {

constexpr std::uint32_t group = 128;
constexpr std::uint32_t words_side_by_side = 32;  // of a group of the second
constexpr std::uint32_t blocks_at_once = 2;

// The columns of all rows or stacks of a replica. In a part, each layer may be the first of a row of blocks.
u64 columns_launched(const BlockOrder& order, const Lattice& lattice) {
  const u64 rows = lattice.is_whole()
                       ? (order.is_refined() ? order.stacks() : order.rows())
                       : stored_layers(lattice) * (lattice.dimensions == 3 ? order.axes[1].blocks() : 1);
  return order.columns() * rows;
}

class ByteStatesGpu final : public InteractionEngine {
 public:
  enum class Kernel { Plain, SideBySide };
  ByteStatesGpu(const InteractionSpec& interaction, std::uint64_t seed, std::shared_ptr<gpu::Device> device,
                const gpu::Source& source, Kernel kernel)
      : lattice_(interaction.lattice),
        order_(interaction),
        kernel_(kernel),
        replicas_(interaction.replicas),
        device_(std::move(device)),
        program_(device_->build(source)),
        phase_(program_->kernel(kernel == Kernel::Plain ? "interaction_phase" : "interaction_blocks")),
        tables_(*device_, interaction, seed),
        sums_(*device_, *program_, interaction, interaction.lattice.stored.sites()),
        states_(device_->allocate(replicas_ * interaction.lattice.stored.sites())) {
    device_->fill(*states_, std::byte{0});
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    step_phases(order_.phases_until(from), order_.phases_until(from + generations));
  }
  void step_phases(std::uint64_t begin, std::uint64_t end) override {
    const u64 of_group = kernel_ == Kernel::Plain ? group : words_side_by_side;  // columns
    const gpu::Grid grid{{ceil_divide(replicas_ * columns_launched(order_, lattice_), of_group), 1, 1},
                         {group, 1, 1}};
    for (u64 phase = begin; phase < end; ++phase) {
      std::vector<gpu::Argument> arguments = {states_.get(),    tables_.thresholds(),
                                              tables_.keys(),   tables_.offset_keys(),
                                              tables_.frozen(), phase,
                                              replicas_,        first_stored_layer(lattice_)};
      if (kernel_ == Kernel::SideBySide) arguments.emplace_back(tables_.first_thresholds());
      device_->launch(*phase_, grid, arguments);
    }
  }
  void finish() override { device_->finish(); }

  void read(Slab slab, std::span<u8> states) override {
    device_->read(*states_, slab.first, std::as_writable_bytes(states));
  }
  void write(Slab slab, std::span<const u8> states) override {
    device_->write(*states_, slab.first, std::as_bytes(states));
  }
  std::vector<std::uint64_t> count_states() override { return sums_.count(*states_); }
  std::vector<Hash> hashes() override { return sums_.hash(*states_); }
  std::uint64_t layer_bytes() const override { return replicas_ * lattice_.layer_sites(); }
  void read_layers(Index first, std::span<std::byte> layers) override {
    const u64 each = layers.size() / replicas_;
    for (u64 replica = 0; replica < replicas_; ++replica)
      device_->read(*states_, layer_at(replica, first), layers.subspan(replica * each, each));
  }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    const u64 each = layers.size() / replicas_;
    for (u64 replica = 0; replica < replicas_; ++replica)
      device_->write(*states_, layer_at(replica, first), layers.subspan(replica * each, each));
  }
  void freeze(std::uint64_t replica) override { tables_.freeze(replica); }
  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override {
    tables_.set_rates(replica, rates);
  }

 private:
  u64 layer_at(u64 replica, Index layer) const {
    return replica * lattice_.stored.sites() + layer * lattice_.layer_sites();
  }
  Lattice lattice_;
  BlockOrder order_;
  Kernel kernel_;
  u64 replicas_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> phase_;
  ReplicaTables tables_;
  ReplicaSums sums_;
  std::unique_ptr<gpu::Buffer> states_;
};

void define_lattice(gpu::Source& source, const InteractionSpec& interaction) {
  const BlockOrder order(interaction);
  const auto& [x, y, z] = order.axes;
  source.define("SIZE_X", x.length)
      .define("SIZE_Y", y.length)
      .define("SIZE_Z", z.length)
      .define("SITES", interaction.lattice.stored.sites())
      .define("STORED", stored_layers(interaction.lattice))
      .define("ACROSS_Z", interaction.lattice.dimensions == 3 ? "1" : "0")
      .define("BLOCK_SIDE", x.block_side)
      .define("BLOCK_SIDE_Z", z.block_side)
      .define("COLUMNS", order.columns());
  define_blocks(source, order);
  const u64 items = interaction.replicas * columns_launched(order, interaction.lattice) +
                    group;  // those of the last group too
  const Index longest = std::max({x.length, y.length, z.length});
  source.define("INDEX", shortest_type(interaction.lattice.stored.sites()))
      .define("ITEM", shortest_type(items))
      .define("COORDINATE", longest < (Index{1} << 30) ? "i32" : "i64");
}

}  // namespace

gpu::Source plain_source(const InteractionSpec& interaction) {
  gpu::Source source{
      "interaction",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix, kernels::interaction_rule,
       kernels::order::block_sites, kernels::order::combs, kernels::plain::plain_kernels,
       gpu::text::gpu::group_sum, kernels::plain::byte_states_kernels},
      {}};
  define_lattice(source, interaction);
  define_draws(source, DrawLayout(interaction));
  return source.define("STATES", interaction.states())
      .define("SWAPS", interaction.variant.swaps)
      .define("NEEDS_KIN", interaction.variant.needs_kin)
      .define("TAKES_OVER", interaction.variant.takes_over)
      .define("SHARED_RATES", interaction.feedback ? "0" : "1")
      .define("GROUP", group)
      .define("SUMS_GROUP", sums_group);
}

gpu::Source bytes_source(const InteractionSpec& interaction) {
  gpu::Source source = plain_source(interaction);
  source.name = "interaction, bytes";
  source.texts.push_back(kernels::bytes::first_digits_kernels);
  source.texts.push_back(kernels::bytes::bytes_kernels);
  return source.define("GROUP_WORDS", words_side_by_side)
      .define("BLOCKS_AT_ONCE", blocks_at_once)
      .define("FIRST_DIGITS", first_threshold_digits);
}

std::unique_ptr<InteractionEngine> make_plain_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device) {
  return std::make_unique<ByteStatesGpu>(interaction, seed, std::move(device), plain_source(interaction),
                                         ByteStatesGpu::Kernel::Plain);
}

std::unique_ptr<InteractionEngine> make_bytes_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device) {
  return std::make_unique<ByteStatesGpu>(interaction, seed, std::move(device), bytes_source(interaction),
                                         ByteStatesGpu::Kernel::SideBySide);
}

}  // namespace morula
