#include "bench/pereira/pereira_counting.h"

#include <algorithm>
#include <bit>

#include "texts/morula_bench.h"

namespace morula {
namespace {

using Totals = std::array<u32, pereira_states>;

// The number of sorted values: a power of two, and at least two.
u32 padded(u32 cells) { return std::max(2u, std::bit_ceil(cells)); }

u32 group_for(u32 cells, const gpu::DeviceInfo& device) {
  return std::bit_floor(std::min({512u, device.max_group, padded(cells) / 2}));
}

// Common to both methods: their kernels, and a word per state that starts at 0.
class OnDevice : public PereiraCounter {
 public:
  OnDevice(u32 cells, std::shared_ptr<gpu::Device> device)
      : cells_(cells),
        device_(std::move(device)),
        group_(group_for(cells, device_->info())),
        program_(device_->build(pereira_counting_source(cells, group_))),
        totals_(device_->allocate(sizeof(Totals))) {}

 protected:
  std::unique_ptr<gpu::Kernel> kernel(const char* name) { return program_->kernel(name); }

  void launch(const gpu::Kernel& kernel, u64 items, std::initializer_list<gpu::Argument> arguments) {
    device_->launch(kernel, gpu::grid_for(items, group_), arguments);
  }

  Totals read_totals() {
    Totals totals;
    device_->read(*totals_, 0, std::as_writable_bytes(std::span(totals)));
    return totals;
  }

  u32 cells_;
  std::shared_ptr<gpu::Device> device_;
  u32 group_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Buffer> totals_;
};

class BySorting final : public OnDevice {
 public:
  BySorting(u32 cells, std::shared_ptr<gpu::Device> device)
      : OnDevice(cells, std::move(device)),
        padded_(padded(cells)),
        sorted_(device_->allocate(u64{padded_} * sizeof(u32))) {}

  PereiraCounts count(gpu::Buffer& cells) override {
    launch(*copy_, padded_, {&cells, sorted_.get()});
    sort();
    device_->fill(*totals_, std::byte{0});
    launch(*ends_, cells_, {sorted_.get(), totals_.get()});
    return differences(read_totals());
  }

 private:
  void sort() {
    const u32 near = 2 * group_;
    launch(*near_, padded_ / 2, {sorted_.get(), 2u, near});
    for (u32 run = 2 * near; run <= padded_; run *= 2) {
      for (u32 reach = run / 2; reach > group_; reach /= 2)
        launch(*far_, padded_ / 2, {sorted_.get(), run, reach});
      launch(*near_, padded_ / 2, {sorted_.get(), run, run});
    }
  }

  // The end of a state without cells stays 0.
  static PereiraCounts differences(const Totals& ends) {
    PereiraCounts counts{};
    u32 before = 0;
    for (unsigned state = 0; state < pereira_states; ++state) {
      if (ends[state] == 0) continue;
      counts[state] = ends[state] - before;
      before = ends[state];
    }
    return counts;
  }

  u32 padded_;
  std::unique_ptr<gpu::Buffer> sorted_;
  std::unique_ptr<gpu::Kernel> copy_ = kernel("pereira_copy"), near_ = kernel("pereira_sort_near"),
                               far_ = kernel("pereira_sort_far"), ends_ = kernel("pereira_ends");
};

class ByAtomics final : public OnDevice {
 public:
  using OnDevice::OnDevice;

  PereiraCounts count(gpu::Buffer& cells) override {
    device_->fill(*totals_, std::byte{0});
    launch(*add_, cells_, {&cells, totals_.get()});
    const Totals totals = read_totals();
    PereiraCounts counts{};
    std::copy(totals.begin(), totals.end(), counts.begin());
    return counts;
  }

 private:
  std::unique_ptr<gpu::Kernel> add_ = kernel("pereira_add");
};

}  // namespace

std::unique_ptr<PereiraCounter> count_by_sorting(u32 cells, std::shared_ptr<gpu::Device> device) {
  return std::make_unique<BySorting>(cells, std::move(device));
}

std::unique_ptr<PereiraCounter> count_by_atomics(u32 cells, std::shared_ptr<gpu::Device> device) {
  return std::make_unique<ByAtomics>(cells, std::move(device));
}

gpu::Source pereira_counting_source(u32 cells, u32 group) {
  gpu::Source source{"pereira counting", {gpu::text::bench::pereira::pereira_counting_kernels}, {}};
  return source.define("CELLS", u64{cells}).define("PADDED", u64{padded(cells)}).define("GROUP", u64{group});
}

}  // namespace morula
