// The bit-plane engine on a device for lattices that do not fit into tiles. A pass over memory carries out
// one phase (see phase_kernels.h); refined phases are carried out in place (see stack_kernels.h).
#include <algorithm>

#include "core/ceil_divide.h"
#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/bitplane/device/plane_bytes.h"
#include "models/interaction/bitplane/device/plane_layers.h"
#include "models/interaction/bitplane/device/rate_defines.h"
#include "models/interaction/bitplane/device/state_rates.h"
#include "models/interaction/device/replica_sums.h"
#include "models/interaction/device/replica_tables.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/order/block_defines.h"
#include "models/interaction/order/draw_defines.h"
#include "texts/morula_gpu.h"
#include "texts/morula_interaction.h"

namespace morula {

namespace kernels = gpu::text::models::interaction;

namespace {

constexpr std::uint32_t phase_group = 128;
// Offsets are drawn for many phases at once: at most this many offsets, counted over all replicas.
constexpr u64 most_offsets = 4096;
constexpr u64 offset_bytes = 3 * sizeof(u32);

// Number of words in a row of one parity. A row that ends at walls has one more place at offset 1.
u64 words_in_row(const InteractionSpec& interaction) {
  const BlockedAxis x = BlockOrder(interaction).axes[0];
  return ceil_divide(std::max<u64>(x.blocks(), x.periodic ? (x.length + 1) / 2 : x.length / 2 + 1), 32);
}

u64 rows_in_layers(const InteractionSpec& interaction) {
  return interaction.lattice.stored.y * interaction.lattice.stored.z;
}

u64 phase_replica_words(const InteractionSpec& interaction) {
  return u64{plane_count(interaction)} * 2 * rows_in_layers(interaction) * words_in_row(interaction);
}

// Number of rows of blocks. An odd periodic axis adds the row or layer that has no block; in a part, layers
// are counted.
u64 turned_rows(const BlockOrder& order, const Lattice& lattice) {
  const auto along = [](const BlockedAxis& axis) {
    return axis.blocks() + (axis.block_side > 1 && axis.periodic && axis.length % 2 == 1 ? 1 : 0);
  };
  if (lattice.is_whole()) return along(order.axes[1]) * along(order.axes[2]);
  return lattice.layers_of(lattice.stored) * (lattice.dimensions == 3 ? along(order.axes[1]) : 1);
}

bool steps_in_place(const InteractionSpec& interaction) { return interaction.refine > 1; }

// How many stacks of a column a part may hold at most. At the ends of the part, and of each copy of the
// lattice that it reaches into, a stack may be cut.
u64 stored_stacks(const BlockOrder& order, const Lattice& lattice) {
  if (lattice.is_whole()) return order.stacks();
  const bool is_solid = lattice.dimensions == 3;
  const u64 layers = lattice.layers_of(lattice.stored), rows = is_solid ? order.axes[1].blocks() : 1;
  const u64 copies = layers / order.axes[is_solid ? 2 : 1].length + 2;
  return ceil_divide((layers / 2 + 2) * rows, order.stack_rows) + 2 * copies;
}

u64 phase_items(const InteractionSpec& interaction) {
  const BlockOrder order(interaction);
  if (steps_in_place(interaction))
    return interaction.replicas * stored_stacks(order, interaction.lattice) * order.columns() *
           order.comb_spacing;
  return interaction.replicas * turned_rows(order, interaction.lattice) * words_in_row(interaction);
}

class PhaseGpu final : public InteractionEngine {
 public:
  PhaseGpu(const InteractionSpec& interaction, std::uint64_t seed, std::shared_ptr<gpu::Device> device)
      : lattice_(interaction.lattice),
        order_(interaction),
        in_place_(steps_in_place(interaction)),
        words_(words_in_row(interaction)),
        items_(phase_items(interaction)),
        replicas_(interaction.replicas),
        device_(std::move(device)),
        program_(device_->build(phase_source(interaction))),
        phase_(program_->kernel(in_place_ ? "stack_phase" : "interaction_phase")),
        draw_offsets_(program_->kernel("draw_offsets")),
        bytes_(*device_, *program_, interaction.lattice.stored.x, words_),
        layers_(*device_, *program_, interaction, words_),
        tables_(*device_, interaction, seed),
        sums_(*device_, *program_, interaction, phase_replica_words(interaction)),
        states_(device_->allocate(phase_gpu_bytes(interaction))),
        next_(in_place_ ? nullptr : device_->allocate(states_->size())),
        offsets_(device_->allocate(replicas_ * sizeof(u32))),
        next_offsets_(device_->allocate(replicas_ * sizeof(u32))),
        drawn_at_once_(std::max<u64>(1, most_offsets / replicas_)),
        drawn_offsets_(device_->allocate(drawn_at_once_ * replicas_ * offset_bytes)) {
    device_->fill(*states_, std::byte{0});
    device_->fill(*offsets_, std::byte{0});
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    step_phases(order_.phases_until(from), order_.phases_until(from + generations));
  }
  void step_phases(std::uint64_t begin, std::uint64_t end) override {
    for (u64 phase = begin; phase < end; ++phase) {
      draw_offsets_of(phase);
      if (in_place_)
        phase_in_place(phase);
      else
        pass(phase, 0);
    }
  }
  void finish() override { device_->finish(); }

  void read(Slab slab, std::span<u8> states) override { bytes_.read(turned_back(), slab, states); }
  bool read_on_device(Slab slab, const Model::DeviceSink& sink) override {
    sink(*device_, bytes_.unpacked(turned_back(), slab), 0, slab);
    return true;
  }
  void write(Slab slab, std::span<const u8> states) override { bytes_.write(turned_back(), slab, states); }
  std::vector<std::uint64_t> count_states() override { return sums_.count(turned_back()); }
  std::vector<Hash> hashes() override { return sums_.hash(turned_back()); }
  std::uint64_t layer_bytes() const override { return layers_.layer_bytes(); }
  void read_layers(Index first, std::span<std::byte> layers) override {
    layers_.read(turned_back(), first, layers);
  }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    layers_.write(turned_back(), first, layers);
  }
  void freeze(std::uint64_t replica) override { tables_.freeze(replica); }
  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override {
    tables_.set_rates(replica, rates);
  }

 private:
  void draw_offsets_of(u64 phase) {
    if (phase >= first_drawn_ && phase - first_drawn_ < drawn_) return;
    first_drawn_ = phase;
    drawn_ = drawn_at_once_;
    device_->launch(*draw_offsets_, gpu::grid_for(drawn_ * replicas_),
                    {drawn_offsets_.get(), tables_.offset_keys(), phase, drawn_, replicas_});
  }

  void pass(u64 phase, u32 turns_back) {
    device_->launch(
        *phase_, gpu::grid_for(items_, phase_group),
        {states_.get(), next_.get(), offsets_.get(), next_offsets_.get(), tables_.thresholds(),
         tables_.keys(), drawn_offsets_.get(), turns_back ? 0 : (phase - first_drawn_) * replicas_,
         tables_.frozen(), phase, replicas_, turns_back, first_stored_layer(lattice_)});
    std::swap(states_, next_);
    std::swap(offsets_, next_offsets_);
    is_turned_ = !turns_back;
  }

  void phase_in_place(u64 phase) {
    device_->launch(*phase_, gpu::grid_for(items_, phase_group),
                    {states_.get(), tables_.thresholds(), tables_.keys(), drawn_offsets_.get(),
                     (phase - first_drawn_) * replicas_, tables_.frozen(), phase, replicas_,
                     first_stored_layer(lattice_)});
  }

  // The states, with all rows turned back to offset 0.
  gpu::Buffer& turned_back() {
    if (is_turned_) pass(0, 1);
    return *states_;
  }

  Lattice lattice_;
  BlockOrder order_;
  bool in_place_;
  u64 words_, items_, replicas_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> phase_, draw_offsets_;
  PlaneBytes bytes_;
  PlaneLayers layers_;
  ReplicaTables tables_;
  ReplicaSums sums_;
  std::unique_ptr<gpu::Buffer> states_, next_, offsets_, next_offsets_;
  u64 drawn_at_once_, first_drawn_ = 0, drawn_ = 0;
  std::unique_ptr<gpu::Buffer> drawn_offsets_;
  bool is_turned_ = false;
};

void define_axes(gpu::Source& source, const BlockOrder& order) {
  const auto& [x, y, z] = order.axes;
  source.define("SIZE_X", x.length)
      .define("LATTICE_Y", y.length)
      .define("LATTICE_Z", z.length)
      .define("DRAWN_WORDS", order.words_x);
  define_blocks(source, order);
}

}  // namespace

gpu::Source phase_source(const InteractionSpec& interaction) {
  const bool by_state = decides_by_state(interaction), in_place = steps_in_place(interaction);
  gpu::Source source{
      "interaction, bit planes by phases",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix, kernels::interaction_rule,
       kernels::order::block_sites, kernels::order::combs, kernels::bitplane::bitplane_rule,
       kernels::bitplane::device::bitplane_layout, gpu::text::gpu::group_sum,
       kernels::bitplane::device::bitplane_states_kernels, kernels::bitplane::device::threshold_kernels,
       kernels::bitplane::device::block_decisions_kernels,
       by_state ? kernels::bitplane::device::state_rates_kernels
                : kernels::bitplane::device::class_rates_kernels,
       kernels::bitplane::device::turned_rows_kernels,
       in_place ? kernels::bitplane::device::stack_kernels : kernels::bitplane::device::phase_kernels},
      {}};
  const BlockOrder order(interaction);
  define_axes(source, order);
  define_draws(source, DrawLayout(interaction));
  by_state ? define_state_rates(source, interaction) : define_rates(source, interaction);
  const bool is_short = phase_replica_words(interaction) < u64{1} << 32;
  return source.define("SIZE_Y", rows_in_layers(interaction))
      .define("WORD_PLACE", is_short ? "u32" : "u64")
      .define("ROW", is_short ? "i32" : "i64")
      .define("WORDS", words_in_row(interaction))
      .define("DIMENSIONS", interaction.lattice.dimensions)
      .define("STORED", stored_layers(interaction.lattice))
      .define("RATES_BY_STATE", by_state)
      .define("STORED_STACKS", stored_stacks(order, interaction.lattice))
      .define("PLANES", plane_count(interaction))
      .define("MOST_PLANES", plane_count(interaction))
      .define("STATES", interaction.states())
      .define("SWAPS", interaction.variant.swaps)
      .define("TAKES_OVER", interaction.variant.takes_over)
      .define("GROUP", phase_group)
      .define("COORDINATE", "i32")
      .define("ITEM", shortest_type(phase_items(interaction) + phase_group))
      .define("SUMS_GROUP", sums_group);
}

std::uint64_t phase_gpu_bytes(const InteractionSpec& interaction) {
  return interaction.replicas * phase_replica_words(interaction) * sizeof(u32);
}

std::uint64_t phase_gpu_buffers(const InteractionSpec& interaction) {
  return steps_in_place(interaction) ? 1 : 2;
}

std::unique_ptr<InteractionEngine> make_phase_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                  std::shared_ptr<gpu::Device> device) {
  return std::make_unique<PhaseGpu>(interaction, seed, std::move(device));
}

}  // namespace morula
