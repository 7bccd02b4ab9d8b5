#include "models/interaction/device/byte_states_gpu.h"

#include <algorithm>

#include "core/ceil_divide.h"
#include "models/interaction/order/block_defines.h"
#include "models/interaction/order/draw_defines.h"
#include "texts/morula_gpu.h"
#include "texts/morula_interaction.h"

namespace morula {

namespace {

// Number of columns in all rows or stacks of a replica. In a part, any layer may be the first of a row of
// blocks.
u64 columns_launched(const BlockOrder& order, const Lattice& lattice) {
  const u64 rows = lattice.is_whole()
                       ? (order.is_refined() ? order.stacks() : order.rows())
                       : stored_layers(lattice) * (lattice.dimensions == 3 ? order.axes[1].blocks() : 1);
  return order.columns() * rows;
}

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
                    byte_states_group;  // including those of the last group
  const Index longest = std::max({x.length, y.length, z.length});
  source.define("INDEX", shortest_type(interaction.lattice.stored.sites()))
      .define("ITEM", shortest_type(items))
      .define("COORDINATE", longest < (Index{1} << 30) ? "i32" : "i64");
}

}  // namespace

ByteStatesGpu::ByteStatesGpu(const InteractionSpec& interaction, std::uint64_t seed,
                             std::shared_ptr<gpu::Device> device, const gpu::Source& source,
                             const std::string& phase_kernel, u64 columns_per_group)
    : lattice_(interaction.lattice),
      order_(interaction),
      columns_per_group_(columns_per_group),
      replicas_(interaction.replicas),
      device_(std::move(device)),
      program_(device_->build(source)),
      phase_(program_->kernel(phase_kernel)),
      tables_(*device_, interaction, seed),
      sums_(*device_, *program_, interaction, interaction.lattice.stored.sites()),
      states_(device_->allocate(replicas_ * interaction.lattice.stored.sites())) {
  device_->fill(*states_, std::byte{0});
}

void ByteStatesGpu::step(std::uint64_t from, std::uint64_t generations) {
  step_phases(order_.phases_until(from), order_.phases_until(from + generations));
}

void ByteStatesGpu::step_phases(std::uint64_t begin, std::uint64_t end) {
  const gpu::Grid grid{
      {ceil_divide(replicas_ * columns_launched(order_, lattice_), columns_per_group_), 1, 1},
      {byte_states_group, 1, 1}};
  for (u64 phase = begin; phase < end; ++phase) device_->launch(*phase_, grid, phase_arguments(phase));
}

std::vector<gpu::Argument> ByteStatesGpu::phase_arguments(u64 phase) {
  return {states_.get(),    tables_.thresholds(),
          tables_.keys(),   tables_.offset_keys(),
          tables_.frozen(), phase,
          replicas_,        first_stored_layer(lattice_)};
}

void ByteStatesGpu::read(Slab slab, std::span<u8> states) {
  device_->read(*states_, slab.first, std::as_writable_bytes(states));
}

bool ByteStatesGpu::read_on_device(Slab slab, const Model::DeviceSink& sink) {
  sink(*device_, *states_, slab.first, slab);
  return true;
}

void ByteStatesGpu::write(Slab slab, std::span<const u8> states) {
  device_->write(*states_, slab.first, std::as_bytes(states));
}

void ByteStatesGpu::read_layers(Index first, std::span<std::byte> layers) {
  const u64 replica_bytes = layers.size() / replicas_;
  for (u64 replica = 0; replica < replicas_; ++replica)
    device_->read(*states_, layer_at(replica, first), layers.subspan(replica * replica_bytes, replica_bytes));
}

void ByteStatesGpu::write_layers(Index first, std::span<const std::byte> layers) {
  const u64 replica_bytes = layers.size() / replicas_;
  for (u64 replica = 0; replica < replicas_; ++replica)
    device_->write(*states_, layer_at(replica, first),
                   layers.subspan(replica * replica_bytes, replica_bytes));
}

u64 ByteStatesGpu::layer_at(u64 replica, Index layer) const {
  return replica * lattice_.stored.sites() + layer * lattice_.layer_sites();
}

gpu::Source byte_states_source(const InteractionSpec& interaction) {
  namespace kernels = gpu::text::models::interaction;
  gpu::Source source{
      "interaction",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix, kernels::interaction_rule,
       kernels::order::block_sites, kernels::order::combs, kernels::device::byte_blocks_kernels,
       gpu::text::gpu::group_sum, kernels::device::byte_states_kernels},
      {}};
  define_lattice(source, interaction);
  define_draws(source, DrawLayout(interaction));
  return source.define("STATES", interaction.states())
      .define("SWAPS", interaction.variant.swaps)
      .define("NEEDS_KIN", interaction.variant.needs_kin)
      .define("TAKES_OVER", interaction.variant.takes_over)
      .define("SHARED_RATES", interaction.feedback ? "0" : "1")
      .define("GROUP", byte_states_group)
      .define("SUMS_GROUP", sums_group);
}

}  // namespace morula
