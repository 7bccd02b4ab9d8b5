// The engine on a device: see proliferation_kernels.h.
#include <algorithm>

#include "core/parts.h"
#include "models/proliferation/proliferation_engine.h"
#include "texts/morula_gpu.h"
#include "texts/morula_proliferation.h"

namespace morula {
namespace {

constexpr u32 group = 64, sums_group = 32;
constexpr u64 items_a_launch = u64{1} << 22;  // so that a signal or an error is heeded before long

// In the buffer that is there, where it has that size: new memory takes a device longer than a small swarm.
template <class T>
void upload(std::unique_ptr<gpu::Buffer>& buffer, gpu::Device& device, const std::vector<T>& values) {
  const u64 bytes = std::max<u64>(values.size() * sizeof(T), sizeof(u64));
  if (!buffer || buffer->size() != bytes) {
    buffer.reset();
    buffer = device.allocate(bytes);
  }
  if (!values.empty()) device.write(*buffer, 0, std::as_bytes(std::span(values)));
}

class ProliferationGpu final : public ProliferationEngine {
 public:
  ProliferationGpu(const WalkPlan& plan, const std::vector<Variant>& variants,
                   std::shared_ptr<gpu::Device> device)
      : plan_(plan),
        device_(std::move(device)),
        program_(device_->build(proliferation_source(plan))),
        walk_(program_->kernel("walk_trees")),
        gather_(program_->kernel("gather_ends")) {
    upload(first_cells_, *device_, plan.first_cell);
    upload(deepests_, *device_, plan.deepest);
    upload(times_, *device_, plan.times);
    ProliferationGpu::set_variants(variants);
  }

  void set_variants(std::vector<Variant> variants) override {
    std::vector<u32> tables, clocks;
    std::vector<u64> below;
    for (const auto& [own, key] : variants) {
      tables.insert(tables.end(), own.tables.begin(), own.tables.end());
      below.insert(below.end(), own.below.begin(), own.below.end());
      clocks.insert(clocks.end(), {own.until, key.x, key.y});
    }
    upload(tables_, *device_, tables);
    upload(below_, *device_, below);
    upload(clocks_, *device_, clocks);
    if (variants.size() != variants_) counts_.reset();  // before there are others: memory may be short
    variants_ = variants.size();
    if (!counts_) counts_ = device_->allocate(variants_ * plan_.counters() * sizeof(u64));
    device_->fill(*counts_, std::byte{0});
  }

  void walk(u64 first_cell, u64 cells) override {
    const u64 first = first_cell << plan_.turns, end = (first_cell + cells) << plan_.turns;
    for (u64 at = first; at < end; at += items_a_launch) {
      const u64 items = std::min(items_a_launch, end - at);
      const u32 each = items_a_group(items);
      const gpu::Grid grid{{parts_of(items, each), variants_, 1}, {group, 1, 1}};
      device_->launch(*walk_, grid,
                      {counts_.get(), tables_.get(), below_.get(), clocks_.get(), first_cells_.get(),
                       deepests_.get(), times_.get(), at, items, each});
    }
  }
  void finish() override { device_->finish(); }

  std::vector<u64> counts(std::size_t variant) override {
    std::vector<u64> counts(plan_.counters());
    device_->read(*counts_, variant * counts.size() * sizeof(u64), std::as_writable_bytes(std::span(counts)));
    return counts;
  }
  u64 count(std::size_t variant, std::size_t counter) override {
    u64 value = 0;
    device_->read(*counts_, (variant * plan_.counters() + counter) * sizeof(u64),
                  std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  std::vector<u64> gathered(const Gathering& gathering) override {
    const u64 into = gathering.into;
    std::vector<u64> sums(variants_ * into);
    upload(firsts_, *device_, gathering.firsts);
    if (!sums_ || sums_->size() != sums.size() * sizeof(u64))
      sums_ = device_->allocate(sums.size() * sizeof(u64));
    const gpu::Grid grid{{into, variants_, 1}, {sums_group, 1, 1}};
    device_->launch(*gather_, grid, {sums_.get(), counts_.get(), firsts_.get(), static_cast<u32>(into)});
    device_->read(*sums_, 0, std::as_writable_bytes(std::span(sums)));
    return sums;
  }
  void set_counts(std::size_t variant, std::span<const u64> counts) override {
    device_->write(*counts_, variant * plan_.counters() * sizeof(u64), std::as_bytes(counts));
  }

 private:
  // Several for each work-item where there are many, since trees differ in size; enough groups for all of the
  // device before that.
  u32 items_a_group(u64 items) const {
    const u64 groups = u64{std::max(1u, device_->info().compute_units)} * 32;
    return static_cast<u32>(std::clamp<u64>(parts_of(items * variants_, groups), group, 16 * group));
  }

  WalkPlan plan_;
  u64 variants_ = 0;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> walk_, gather_;
  std::unique_ptr<gpu::Buffer> first_cells_, deepests_, times_, counts_, tables_, below_, clocks_;
  std::unique_ptr<gpu::Buffer> firsts_, sums_;
};

}  // namespace

gpu::Source proliferation_source(const WalkPlan& plan) {
  gpu::Source source{
      "proliferation",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::models::proliferation::law::quantile_rule,
       gpu::text::models::proliferation::proliferation_rule, gpu::text::gpu::group_sum,
       gpu::text::models::proliferation::engine::proliferation_kernels},
      {}};
  return source.define("KINDS", plan.kinds)
      .define("GENERATIONS", plan.generations)
      .define("BINS", plan.bins())
      .define("START", plan.start)
      .define("DIVIDING", plan.dividing)
      .define("DYING", plan.dying)
      .define("ALIKE_BELOW", plan.alike_below)
      .define("TURNS", plan.turns)
      .define("TIMES", plan.times.size())
      .define("ENDS", plan.ends())
      .define("OUTCOMES", WalkPlan::outcomes)
      .define("COUNTERS", plan.counters())
      .define("TABLES", plan.tables())
      .define("GROUP", group)
      .define("SUMS_GROUP", sums_group);
}

std::unique_ptr<ProliferationEngine> make_proliferation_gpu(const WalkPlan& plan,
                                                            std::vector<Variant> variants,
                                                            std::shared_ptr<gpu::Device> device) {
  return std::make_unique<ProliferationGpu>(plan, variants, std::move(device));
}

}  // namespace morula
