// The automaton on a device: two buffers of one byte per cell, exchanged every step.
#include <algorithm>

#include "gpu/field_sums.h"
#include "models/automaton/automaton_engine.h"
#include "texts/morula_gpu.h"
#include "texts/morula_models.h"

namespace morula {
namespace {

class AutomatonGpu final : public AutomatonEngine {
 public:
  AutomatonGpu(const AutomatonSpec& automaton, std::shared_ptr<gpu::Device> device)
      : cells_(automaton.lattice.local.sites()),
        device_(std::move(device)),
        program_(device_->build(automaton_source(automaton))),
        step_(program_->kernel("automaton_step")),
        sums_(*device_, ValueType::U8, 2),
        now_(device_->allocate(cells_)),
        next_(device_->allocate(cells_)) {
    device_->fill(*now_, std::byte{0});
  }

  void step(std::uint64_t steps) override {
    const gpu::Grid grid = gpu::grid_for(cells_, std::min(256u, device_->info().max_group));
    for (std::uint64_t i = 0; i < steps; ++i) {
      device_->launch(*step_, grid, {now_.get(), next_.get()});
      std::swap(now_, next_);
    }
    device_->finish();
  }

  void read(Slab slab, std::span<u8> states) override {
    device_->read(*now_, slab.first, std::as_writable_bytes(states));
  }

  void write(Slab slab, std::span<const u8> states) override {
    device_->write(*now_, slab.first, std::as_bytes(states));
  }

  std::vector<std::uint64_t> count_states() override { return sums_.count(*now_, cells_); }
  Hash hash() override { return sums_.hash(*now_, 0, 0, cells_); }

 private:
  Index cells_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> step_;
  gpu::FieldSums sums_;
  std::unique_ptr<gpu::Buffer> now_, next_;
};

}  // namespace

gpu::Source automaton_source(const AutomatonSpec& automaton) {
  const Extent& extent = automaton.lattice.global;
  gpu::Source source{"automaton", {gpu::text::automaton_rule, gpu::text::automaton_kernels}, {}};
  source.define("CELLS", extent.sites())
      .define("SIZE_X", extent.x)
      .define("SIZE_Y", extent.y)
      .define("SIZE_Z", extent.z)
      .define("REACH", std::to_string(automaton.reach))
      .define("REACH_Z", automaton.lattice.dimensions == 3 ? "1" : "0")
      .define("PERIODIC", automaton.lattice.boundary == Boundary::Periodic ? "1" : "0")
      .define("BORN_ON", automaton.rule.born_on)
      .define("SURVIVES_ON", automaton.rule.survives_on);
  return source;
}

std::uint64_t automaton_gpu_bytes(const Lattice& lattice) { return 2 * lattice.local.sites(); }

std::unique_ptr<AutomatonEngine> make_automaton_gpu(const AutomatonSpec& automaton,
                                                    std::shared_ptr<gpu::Device> device) {
  return std::make_unique<AutomatonGpu>(automaton, std::move(device));
}

}  // namespace morula
