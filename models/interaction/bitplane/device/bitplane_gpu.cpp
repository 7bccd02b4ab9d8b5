// The bit-plane engine on a device, with several phases for each pass over memory. See tile_kernels.h.
#include <algorithm>
#include <optional>

#include "models/interaction/bitplane/bitplane_support.h"
#include "models/interaction/bitplane/device/plane_bytes.h"
#include "models/interaction/bitplane/device/plane_layers.h"
#include "models/interaction/bitplane/device/rate_defines.h"
#include "models/interaction/bitplane/device/tile_shape.h"
#include "models/interaction/device/replica_sums.h"
#include "models/interaction/device/replica_tables.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/order/block_defines.h"
#include "models/interaction/order/draw_defines.h"
#include "models/interaction/order/replica_keys.h"
#include "texts/morula_gpu.h"
#include "texts/morula_interaction.h"

namespace morula {

namespace kernels = gpu::text::models::interaction;

namespace {

constexpr u64 log_bytes = u64{16} << 20;  // size that the log of counts may have before it is read

u64 replica_words(const InteractionSpec& interaction) {
  return u64{plane_count(interaction)} * 2 * interaction.lattice.stored.y * BlockOrder(interaction).words_x;
}

class BitplaneGpu final : public InteractionEngine {
 public:
  BitplaneGpu(const InteractionSpec& interaction, std::uint64_t seed, std::shared_ptr<gpu::Device> device)
      : lattice_(interaction.lattice),
        order_(interaction),
        shape_(tile_shape(interaction)),
        replicas_(interaction.replicas),
        states_count_(interaction.states()),
        device_(std::move(device)),
        program_(device_->build(bitplane_source(interaction))),
        phases_kernel_(program_->kernel("tile_phases")),
        bytes_(*device_, *program_, interaction.lattice.stored.x, order_.words_x),
        layers_(*device_, *program_, interaction, order_.words_x),
        tables_(*device_, interaction, seed),
        offset_keys_(replica_keys(interaction, seed, Purpose::InteractionOffset)),
        sums_(*device_, *program_, interaction, replica_words(interaction)),
        states_(device_->allocate(bitplane_gpu_bytes(interaction))),
        next_(device_->allocate(states_->size())),
        log_(device_->allocate(counts_bytes())) {
    device_->fill(*states_, std::byte{0});
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    step_phases(order_.phases_until(from), order_.phases_until(from + generations));
  }
  void step_phases(std::uint64_t begin, std::uint64_t end) override { pass_to(begin, end, std::nullopt); }

  // A pass that ends at a generation to be counted also counts the states it writes. Its counts go to an
  // entry of their own in a log, which is read once at the end.
  std::vector<std::uint64_t> step_counting(std::uint64_t from, std::uint64_t generations,
                                           std::uint64_t every) override {
    constexpr u64 largest_count = 0xFFFFFFFF;  // that the log can hold
    if (lattice_.stored.sites() > largest_count)
      return InteractionEngine::step_counting(from, generations, every);
    const u64 log_entries = std::max<u64>(1, log_bytes / counts_bytes());  // entries of the log
    std::vector<std::uint64_t> counts;
    for (u64 end = from + generations; from < end;) {
      const u64 to = end / every - from / every > log_entries ? (from / every + log_entries) * every : end;
      const std::vector<std::uint64_t> logged = step_logged(from, to, every);
      counts.insert(counts.end(), logged.begin(), logged.end());
      from = to;
    }
    return counts;
  }
  void finish() override { device_->finish(); }

  void read(Slab slab, std::span<u8> states) override { bytes_.read(*states_, slab, states); }
  bool read_on_device(Slab slab, const Model::DeviceSink& sink) override {
    sink(*device_, bytes_.unpacked(*states_, slab), 0, slab);
    return true;
  }
  void write(Slab slab, std::span<const u8> states) override { bytes_.write(*states_, slab, states); }
  std::vector<std::uint64_t> count_states() override { return sums_.count(*states_); }
  std::vector<Hash> hashes() override { return sums_.hash(*states_); }
  std::uint64_t layer_bytes() const override { return layers_.layer_bytes(); }
  void read_layers(Index first, std::span<std::byte> layers) override {
    layers_.read(*states_, first, layers);
  }
  void write_layers(Index first, std::span<const std::byte> layers) override {
    layers_.write(*states_, first, layers);
  }
  void freeze(std::uint64_t replica) override { tables_.freeze(replica); }
  void set_rates(std::uint64_t replica, const ActionThresholds& rates) override {
    tables_.set_rates(replica, rates);
  }

 private:
  u64 counts_bytes() const { return replicas_ * states_count_ * sizeof(u32); }

  u32 phases_of_pass(u64 phase, u64 end) const {
    const auto most = static_cast<u32>(std::min<u64>(shape_.most_phases, end - phase));
    if (shape_.halo_rows == 0) return most;
    const auto begins_odd = static_cast<u32>(first_stored_layer(lattice_) & 1);
    return phases_in_halo(shape_.halo_rows, most, replicas_, [&](u64 replica, u32 i) {
      return order_.offset_of(offset_keys_[replica], phase + i)[1] ^ begins_odd;
    });
  }

  // Carries out phases `phase` to `end` - 1; the last pass adds its counts to the given entry of the log.
  void pass_to(u64 phase, u64 end, std::optional<u64> entry) {
    const gpu::Grid grid{{replicas_ * shape_.tiles_x * shape_.tiles_y, 1, 1}, {shape_.group, 1, 1}};
    while (phase < end) {
      const u32 count = phases_of_pass(phase, end);
      const u32 counts = entry && phase + count == end;
      std::vector<gpu::Argument> arguments = {states_.get(),
                                              next_.get(),
                                              tables_.thresholds(),
                                              tables_.keys(),
                                              tables_.offset_keys(),
                                              tables_.frozen(),
                                              phase,
                                              count,
                                              log_.get(),
                                              counts,
                                              entry.value_or(0)};
      if (!lattice_.is_whole()) arguments.emplace_back(first_stored_layer(lattice_));
      device_->launch(*phases_kernel_, grid, arguments);
      std::swap(states_, next_);
      phase += count;
    }
  }

  std::vector<std::uint64_t> step_logged(u64 from, u64 to, u64 every) {
    const u64 entries = to / every - from / every;
    if (log_->size() < entries * counts_bytes()) log_ = device_->allocate(entries * counts_bytes());
    device_->fill(*log_, std::byte{0});
    for (u64 time = from, entry = 0; time < to;) {
      const u64 next = std::min(to, (time / every + 1) * every);
      pass_to(order_.phases_until(time), order_.phases_until(next),
              next % every == 0 ? std::optional(entry++) : std::nullopt);
      time = next;
    }
    std::vector<u32> logged(entries * replicas_ * states_count_);
    device_->read(*log_, 0, std::as_writable_bytes(std::span(logged)));
    return {logged.begin(), logged.end()};
  }

  Lattice lattice_;
  BlockOrder order_;
  TileShape shape_;
  u64 replicas_, states_count_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> phases_kernel_;
  PlaneBytes bytes_;
  PlaneLayers layers_;
  ReplicaTables tables_;
  std::vector<u32x2> offset_keys_;
  ReplicaSums sums_;
  std::unique_ptr<gpu::Buffer> states_, next_, log_;
};

void define_tiles(gpu::Source& source, const InteractionSpec& interaction) {
  const TileShape shape = tile_shape(interaction);
  source.define("TILE_ROWS", shape.rows)
      .define("TILE_WORDS", shape.words)
      .define("HALO_ROWS", shape.halo_rows)
      .define("HALO_WORDS", shape.halo_words)
      .define("WHOLE_X", shape.halo_words == 0 ? "1" : "0")
      .define("TILES_X", shape.tiles_x)
      .define("TILES_Y", shape.tiles_y)
      .define("MOST_PHASES", shape.most_phases)
      .define("GROUP", shape.group);
}

}  // namespace

gpu::Source bitplane_source(const InteractionSpec& interaction) {
  const BlockOrder order(interaction);
  const auto& [x, y, z] = order.axes;
  gpu::Source source{
      "interaction, bit planes",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix, kernels::interaction_rule,
       kernels::order::block_sites, kernels::order::combs, kernels::bitplane::bitplane_rule,
       kernels::bitplane::device::bitplane_layout, gpu::text::gpu::group_sum,
       kernels::bitplane::device::bitplane_states_kernels, kernels::bitplane::device::threshold_kernels,
       kernels::bitplane::device::block_decisions_kernels, kernels::bitplane::device::class_rates_kernels,
       kernels::bitplane::device::boundary_kernels, kernels::bitplane::device::tile_layout_kernels,
       order.is_refined() ? kernels::bitplane::device::comb_kernels
                          : kernels::bitplane::device::tile_phase_kernels,
       kernels::bitplane::device::tile_kernels},
      {}};
  source.define("SIZE_X", x.length)
      .define("SIZE_Y", interaction.lattice.stored.y)
      .define("LATTICE_Y", y.length)
      .define("STORED", stored_layers(interaction.lattice))
      .define("WORDS", order.words_x)
      .define("WORD_PLACE", shortest_type(replica_words(interaction)))
      .define("PLANES", plane_count(interaction))
      .define("MOST_PLANES", plane_count(interaction))
      .define("STATES", interaction.states())
      .define("SUMS_GROUP", sums_group);
  define_blocks(source, order);
  define_draws(source, DrawLayout(interaction));
  define_rates(source, interaction);
  source.define("SWAPS", interaction.variant.swaps).define("TAKES_OVER", interaction.variant.takes_over);
  define_tiles(source, interaction);
  return source;
}

std::uint64_t bitplane_gpu_bytes(const InteractionSpec& interaction) {
  return interaction.replicas * replica_words(interaction) * sizeof(u32);
}

std::unique_ptr<InteractionEngine> make_bitplane_gpu(const InteractionSpec& interaction, std::uint64_t seed,
                                                     std::shared_ptr<gpu::Device> device) {
  return std::make_unique<BitplaneGpu>(interaction, seed, std::move(device));
}

}  // namespace morula
