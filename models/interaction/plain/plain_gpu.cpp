// The plain engine on a device: see plain_kernels.h.
#include "models/interaction/device/replica_sums.h"
#include "models/interaction/device/replica_tables.h"
#include "models/interaction/interaction_engine.h"
#include "models/interaction/order/block_order.h"
#include "models/interaction/order/draw_defines.h"
#include "texts/morula_gpu.h"
#include "texts/morula_interaction.h"

namespace morula {
namespace {

constexpr std::uint32_t group = 128;

class InteractionGpu final : public InteractionEngine {
 public:
  InteractionGpu(const InteractionSpec& interaction, std::uint64_t seed, std::shared_ptr<gpu::Device> device)
      : phases_(interaction),
        replicas_(interaction.replicas),
        device_(std::move(device)),
        program_(device_->build(interaction_source(interaction))),
        phase_(program_->kernel("interaction_phase")),
        tables_(*device_, interaction, seed),
        sums_(*device_, *program_, interaction, interaction.lattice.local.sites()),
        states_(device_->allocate(replicas_ * interaction.lattice.local.sites())) {
    device_->fill(*states_, std::byte{0});
  }

  void step(std::uint64_t from, std::uint64_t generations) override {
    const gpu::Grid grid = gpu::grid_for(replicas_ * phases_.words(), group);
    for (u64 phase = phases_.until(from); phase < phases_.until(from + generations); ++phase)
      device_->launch(*phase_, grid,
                      {states_.get(), tables_.thresholds(), tables_.keys(), tables_.offset_keys(),
                       tables_.frozen(), phase, replicas_});
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
  void freeze(std::uint64_t replica) override { tables_.freeze(replica); }
  void set_rates(std::uint64_t replica, const RateTable& rates) override {
    tables_.set_rates(replica, rates);
  }

 private:
  Phases phases_;
  u64 replicas_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> phase_;
  ReplicaTables tables_;
  DeviceSums sums_;
  std::unique_ptr<gpu::Buffer> states_;
};

void define_lattice(gpu::Source& source, const InteractionSpec& interaction) {
  const Phases phases(interaction);
  const auto& [x, y, z] = phases.cuts;
  source.define("SIZE_X", x.side)
      .define("SIZE_Y", y.side)
      .define("SIZE_Z", z.side)
      .define("SITES", interaction.lattice.local.sites())
      .define("PERIODIC", x.periodic ? "1" : "0")
      .define("STRIDE", x.stride)
      .define("STRIDE_Z", z.stride)
      .define("OFFSETS_X", x.offsets())
      .define("OFFSETS_Y", y.offsets())
      .define("OFFSETS_Z", z.offsets())
      .define("PARTS_X", x.parts())
      .define("PARTS_Y", y.parts())
      .define("PARTS_Z", z.parts())
      .define("WORDS_X", phases.words_x);
}

}  // namespace

gpu::Source interaction_source(const InteractionSpec& interaction) {
  gpu::Source source{
      "interaction",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::core::mix,
       gpu::text::models::interaction::interaction_rule, gpu::text::models::interaction::order::block_sites,
       gpu::text::models::interaction::plain::plain_kernels, gpu::text::gpu::group_sum,
       gpu::text::models::interaction::plain::byte_states_kernels},
      {}};
  define_lattice(source, interaction);
  define_draws(source, DrawPlan(interaction));
  return source.define("STATES", interaction.states())
      .define("SWAPS", interaction.choices.swaps)
      .define("NEEDS_KIN", interaction.choices.needs_kin)
      .define("TAKES_OVER", interaction.choices.takes_over)
      .define("SHARED_RATES", interaction.feedback ? "0" : "1")
      .define("GROUP", group)
      .define("SUMS_GROUP", sums_group);
}

std::unique_ptr<InteractionEngine> make_interaction_gpu(const InteractionSpec& interaction,
                                                        std::uint64_t seed,
                                                        std::shared_ptr<gpu::Device> device) {
  return std::make_unique<InteractionGpu>(interaction, seed, std::move(device));
}

}  // namespace morula
