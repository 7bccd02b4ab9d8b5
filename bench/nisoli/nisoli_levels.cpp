// One launch for each level of the trees: the paper's first version, and the same with the filter on the
// device.
#include <array>

#include "bench/nisoli/nisoli_device.h"

namespace morula {
namespace {

class NisoliLevels final : public NisoliPath {
 public:
  NisoliLevels(const NisoliTask& task, std::shared_ptr<gpu::Device> device)
      : on_(NisoliStep::Levels, task, std::move(device)), level_(on_.kernel("nisoli_level")) {}

  std::vector<u64> run() override {
    std::vector<u64> histogram(on_.task().omega().size());
    u64 cells = on_.task().process().cells();
    on_.begin(now_, 0, cells);
    while (cells > 0) {
      step(cells);
      on_.read(*next_, 2 * cells, cells_);
      cells = filter(histogram);
      if (cells == 0) break;
      on_.make_room<NisoliCell>(now_, cells);
      on_.device().write(*now_, 0, std::as_bytes(std::span(cells_).first(cells)));
    }
    return histogram;
  }

 private:
  void step(u64 cells) {
    const u32x2 key = on_.task().variant().key;
    on_.make_room<NisoliCell>(next_, 2 * cells);
    on_.launch(*level_, cells,
               {now_.get(), next_.get(), on_.tables(), key.x, key.y, on_.task().minimum(), cells});
  }

  // Adds Inactive cells to the histogram, and moves the Alive ones to the front. Returns the number of Alive
  // cells.
  u64 filter(std::vector<u64>& histogram) {
    u64 alive = 0;
    for (const NisoliCell& cell : cells_) {
      if (cell.state == Alive) cells_[alive++] = cell;
      if (cell.state == Inactive) ++histogram[on_.task().place_of(cell.fluorescence)];
    }
    return alive;
  }

  NisoliDevice on_;
  std::unique_ptr<gpu::Kernel> level_;
  std::unique_ptr<gpu::Buffer> now_, next_;
  std::vector<NisoliCell> cells_;
};

class NisoliCompacted final : public NisoliPath {
 public:
  NisoliCompacted(const NisoliTask& task, std::shared_ptr<gpu::Device> device)
      : on_(NisoliStep::Compacted, task, std::move(device)),
        level_(on_.kernel("nisoli_level_compacted")),
        counters_(on_.device().allocate(sizeof(Counted))) {}

  std::vector<u64> run() override {
    std::vector<u64> histogram(on_.task().omega().size());
    u64 cells = on_.task().process().cells();
    on_.begin(now_, 0, cells);
    while (cells > 0) {
      const auto [alive, finished] = step(cells);
      on_.read(*finished_, finished, fluorescences_);
      for (const u64 fluorescence : fluorescences_) ++histogram[on_.task().place_of(fluorescence)];
      std::swap(now_, next_);
      cells = alive;
    }
    return histogram;
  }

 private:
  using Counted = std::array<u32, 2>;  // Alive, Inactive

  Counted step(u64 cells) {
    const u32x2 key = on_.task().variant().key;
    on_.make_room<NisoliCell>(next_, 2 * cells);
    on_.make_room<u64>(finished_, cells);
    on_.device().fill(*counters_, std::byte{0});
    on_.launch(*level_, cells,
               {now_.get(), next_.get(), finished_.get(), counters_.get(), on_.tables(), key.x, key.y,
                on_.task().minimum(), cells});
    Counted counted;
    on_.device().read(*counters_, 0, std::as_writable_bytes(std::span(counted)));
    return counted;
  }

  NisoliDevice on_;
  std::unique_ptr<gpu::Kernel> level_;
  std::unique_ptr<gpu::Buffer> now_, next_, finished_, counters_;
  std::vector<u64> fluorescences_;
};

}  // namespace

std::unique_ptr<NisoliPath> nisoli_levels(NisoliStep step, const NisoliTask& task,
                                          std::shared_ptr<gpu::Device> device) {
  if (step == NisoliStep::Levels) return std::make_unique<NisoliLevels>(task, std::move(device));
  return std::make_unique<NisoliCompacted>(task, std::move(device));
}

}  // namespace morula
