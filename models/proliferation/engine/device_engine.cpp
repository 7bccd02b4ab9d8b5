// The engine on a device: see proliferation_kernels.h.
#include <algorithm>

#include "core/ceil_divide.h"
#include "models/proliferation/proliferation_engine.h"
#include "texts/morula_gpu.h"
#include "texts/morula_proliferation.h"

namespace morula {
namespace {

constexpr u32 group = 64, sums_group = 32;
constexpr u64 items_a_launch = u64{1} << 22;  // few enough for a signal or an error to be handled soon

// Uses the present buffer if its size is right: for a small swarm, allocating memory takes longer than
// simulating.
template <class T>
void upload(std::unique_ptr<gpu::Buffer>& buffer, gpu::Device& device, const std::vector<T>& values) {
  const u64 bytes = std::max<u64>(values.size() * sizeof(T), sizeof(u64));
  if (!buffer || buffer->size() != bytes) {
    buffer.reset();
    buffer = device.allocate(bytes);
  }
  if (!values.empty()) device.write(*buffer, 0, std::as_bytes(std::span(values)));
}

class DeviceEngine final : public ProliferationEngine {
 public:
  DeviceEngine(const BranchingProcess& process, const std::vector<Variant>& variants,
               std::shared_ptr<gpu::Device> device)
      : process_(process),
        device_(std::move(device)),
        program_(device_->build(proliferation_source(process))),
        simulate_(program_->kernel("simulate_trees")),
        rebin_(program_->kernel("rebin_final_counts")) {
    upload(first_cells_, *device_, process.first_cell);
    upload(last_generations_, *device_, process.last_generations);
    upload(times_, *device_, process.times);
    DeviceEngine::set_variants(variants);
  }

  void set_variants(std::vector<Variant> variants) override {
    std::vector<u32> quantiles, untils_and_keys;
    std::vector<u64> type_below;
    for (const auto& [tables, key] : variants) {
      quantiles.insert(quantiles.end(), tables.quantiles.begin(), tables.quantiles.end());
      type_below.insert(type_below.end(), tables.type_below.begin(), tables.type_below.end());
      untils_and_keys.insert(untils_and_keys.end(), {tables.until, key.x, key.y});
    }
    upload(quantiles_, *device_, quantiles);
    upload(type_below_, *device_, type_below);
    upload(untils_and_keys_, *device_, untils_and_keys);
    // Frees them before new ones are allocated, since memory may be short.
    if (variants.size() != variants_) counts_.reset();
    variants_ = variants.size();
    if (!counts_) counts_ = device_->allocate(variants_ * process_.counters() * sizeof(u64));
    device_->fill(*counts_, std::byte{0});
  }

  void simulate(u64 first_cell, u64 cells) override {
    const u64 first = first_cell << process_.split_depth, end = (first_cell + cells) << process_.split_depth;
    for (u64 at = first; at < end; at += items_a_launch) {
      const u64 items = std::min(items_a_launch, end - at);
      const u32 group_items = items_a_group(items);
      const gpu::Grid grid{{ceil_divide(items, group_items), variants_, 1}, {group, 1, 1}};
      device_->launch(*simulate_, grid,
                      {counts_.get(), quantiles_.get(), type_below_.get(), untils_and_keys_.get(),
                       first_cells_.get(), last_generations_.get(), times_.get(), at, items, group_items});
    }
  }
  void finish() override { device_->finish(); }

  std::vector<u64> counts(std::size_t variant) override {
    std::vector<u64> counts(process_.counters());
    device_->read(*counts_, variant * counts.size() * sizeof(u64), std::as_writable_bytes(std::span(counts)));
    return counts;
  }
  u64 count(std::size_t variant, std::size_t counter) override {
    u64 value = 0;
    device_->read(*counts_, (variant * process_.counters() + counter) * sizeof(u64),
                  std::as_writable_bytes(std::span(&value, 1)));
    return value;
  }
  std::vector<u64> rebinned(const Rebinning& rebinning) override {
    const u64 score_bins = rebinning.score_bins;
    std::vector<u64> sums(variants_ * score_bins);
    upload(firsts_, *device_, rebinning.firsts);
    if (!sums_ || sums_->size() != sums.size() * sizeof(u64))
      sums_ = device_->allocate(sums.size() * sizeof(u64));
    const gpu::Grid grid{{score_bins, variants_, 1}, {sums_group, 1, 1}};
    device_->launch(*rebin_, grid, {sums_.get(), counts_.get(), firsts_.get(), static_cast<u32>(score_bins)});
    device_->read(*sums_, 0, std::as_writable_bytes(std::span(sums)));
    return sums;
  }
  void set_counts(std::size_t variant, std::span<const u64> counts) override {
    device_->write(*counts_, variant * process_.counters() * sizeof(u64), std::as_bytes(counts));
  }

 private:
  // With many items, each work-item gets several, since trees differ in size. With fewer items, there are
  // just enough groups to fill the device.
  u32 items_a_group(u64 items) const {
    const u64 groups = u64{std::max(1u, device_->info().compute_units)} * 32;
    return static_cast<u32>(std::clamp<u64>(ceil_divide(items * variants_, groups), group, 16 * group));
  }

  BranchingProcess process_;
  u64 variants_ = 0;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> simulate_, rebin_;
  std::unique_ptr<gpu::Buffer> first_cells_, last_generations_, times_, counts_;
  std::unique_ptr<gpu::Buffer> quantiles_, type_below_, untils_and_keys_;
  std::unique_ptr<gpu::Buffer> firsts_, sums_;
};

}  // namespace

gpu::Source proliferation_source(const BranchingProcess& process) {
  gpu::Source source{
      "proliferation",
      {gpu::text::core::philox, gpu::text::core::draw, gpu::text::models::proliferation::law::quantile_rule,
       gpu::text::models::proliferation::proliferation_rule, gpu::text::gpu::group_sum,
       gpu::text::models::proliferation::engine::proliferation_kernels},
      {}};
  return source.define("TYPES", process.types)
      .define("GENERATIONS", process.generations)
      .define("BINS", process.bins())
      .define("START", process.start)
      .define("DIVIDING", process.dividing)
      .define("DYING", process.dying)
      .define("SIBLINGS_BELOW", process.siblings_below)
      .define("SPLIT_DEPTH", process.split_depth)
      .define("TIMES", process.times.size())
      .define("FINAL_COUNTERS", process.final_counters())
      .define("FATE_COUNTERS", BranchingProcess::fate_counters)
      .define("COUNTERS", process.counters())
      .define("TABLES", process.tables())
      .define("GROUP", group)
      .define("SUMS_GROUP", sums_group);
}

std::unique_ptr<ProliferationEngine> make_proliferation_device(const BranchingProcess& process,
                                                               std::vector<Variant> variants,
                                                               std::shared_ptr<gpu::Device> device) {
  return std::make_unique<DeviceEngine>(process, variants, std::move(device));
}

}  // namespace morula
