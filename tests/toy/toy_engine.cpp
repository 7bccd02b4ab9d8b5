#include "tests/toy/toy_engine.h"

#include <algorithm>

#include "core/stream.h"
#include "gpu/field_sums.h"
#include "tests/toy/toy_rule.h"
#include "texts/morula_gpu.h"
#include "texts/morula_toy.h"

namespace morula::test {
namespace {

class ToyOnThreads final : public ToyEngine {
 public:
  ToyOnThreads(const Spec& spec, std::shared_ptr<ThreadPool> threads)
      : key_(stream(spec.seed, Purpose::InitialState)),
        threads_(std::move(threads)),
        labels_(spec.lattice->global.sites()) {}

  void step(u64 time) override {
    threads_->for_ranges(labels_.size(), [&](u64 begin, u64 end) {
      for (u64 site = begin; site < end; ++site) labels_[site] = next_label(labels_[site], key_, site, time);
    });
  }
  void read(Slab slab, std::span<u32> labels) override {
    std::ranges::copy(std::span(labels_).subspan(slab.first, slab.count), labels.begin());
  }
  void write(Slab slab, std::span<const u32> labels) override {
    std::ranges::copy(labels, labels_.begin() + static_cast<std::ptrdiff_t>(slab.first));
  }
  Hash hash() override { return hash_values(0, 0, ValueType::U32, std::as_bytes(std::span(labels_))); }
  std::span<const u32> in_place() const override { return labels_; }

 private:
  u32x2 key_;
  std::shared_ptr<ThreadPool> threads_;
  std::vector<u32> labels_;
};

class ToyOnDevice final : public ToyEngine {
 public:
  ToyOnDevice(const Spec& spec, std::shared_ptr<gpu::Device> device)
      : key_(stream(spec.seed, Purpose::InitialState)),
        sites_(spec.lattice->global.sites()),
        device_(std::move(device)),
        program_(device_->build(toy_source(spec))),
        step_(program_->kernel("toy_step")),
        sums_(*device_, ValueType::U32),
        labels_(device_->allocate(sites_ * sizeof(u32))) {
    device_->fill(*labels_, std::byte{0});
  }

  void step(u64 time) override {
    device_->launch(*step_, gpu::grid_for(sites_), {labels_.get(), key_.x, key_.y, time});
  }
  void read(Slab slab, std::span<u32> labels) override {
    device_->read(*labels_, slab.first * sizeof(u32), std::as_writable_bytes(labels));
  }
  void write(Slab slab, std::span<const u32> labels) override {
    device_->write(*labels_, slab.first * sizeof(u32), std::as_bytes(labels));
  }
  Hash hash() override { return sums_.hash(*labels_, 0, 0, sites_); }

 private:
  u32x2 key_;
  u64 sites_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> step_;
  gpu::FieldSums sums_;
  std::unique_ptr<gpu::Buffer> labels_;
};

}  // namespace

gpu::Source toy_source(const Spec& spec) {
  namespace text = gpu::text;
  gpu::Source source{
      "toy",
      {text::core::philox, text::core::draw, text::tests::toy::toy_rule, text::tests::toy::toy_kernels},
      {}};
  source.define("SITES", spec.lattice->global.sites());
  return source;
}

std::unique_ptr<ToyEngine> make_toy_engine(const Spec& spec, const Backend& backend) {
  if (backend.device) return std::make_unique<ToyOnDevice>(spec, backend.device);
  return std::make_unique<ToyOnThreads>(spec, backend.threads);
}

}  // namespace morula::test
