// Experiments II and III: every cell acts in the same launch.

#include "bench/pereira/c_rand.h"
#include "bench/pereira/pereira_paths.h"
#include "core/ceil_divide.h"
#include "texts/morula_bench.h"

namespace morula {
namespace {

u32 group_of(const PereiraSpec& spec, const PereiraOnDevice& on) {
  return pereira_group(spec.side, on.largest_group > 0 ? on.largest_group : on.device->info().max_group);
}

// The lattice on a device, and launches over its rows.
class LatticeThere {
 public:
  LatticeThere(const PereiraSpec& spec, const PereiraOnDevice& on, const char* kernel)
      : sites_(spec.side * spec.side),
        device_(on.device),
        program_(device_->build(pereira_cycle_source(spec, on.conflict, group_of(spec, on)))),
        kernel_(program_->kernel(kernel)),
        cells_(device_->allocate(u64{sites_} * sizeof(u32))),
        counter_(on.counted(sites_, device_)) {
    const u32 group = group_of(spec, on);
    grid_ = {{ceil_divide(spec.side, group), spec.side, 1}, {group, 1, 1}};
  }

  gpu::Device& device() { return *device_; }
  gpu::Buffer* cells() { return cells_.get(); }
  u32 sites() const { return sites_; }

  void upload(const PereiraCells& cells) { device_->write(*cells_, 0, std::as_bytes(std::span(cells))); }
  void launch(std::initializer_list<gpu::Argument> arguments) { device_->launch(*kernel_, grid_, arguments); }
  PereiraCounts count() { return counter_->count(*cells_); }
  PereiraCells download() {
    PereiraCells cells(sites_);
    device_->read(*cells_, 0, std::as_writable_bytes(std::span(cells)));
    return cells;
  }

 private:
  u32 sites_;
  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<gpu::Program> program_;
  std::unique_ptr<gpu::Kernel> kernel_;
  std::unique_ptr<gpu::Buffer> cells_;
  std::unique_ptr<PereiraCounter> counter_;
  gpu::Grid grid_;
};

class Matrices final : public PereiraMatrices {
 public:
  Matrices(const PereiraSpec& spec, const PereiraOnDevice& on)
      : lattice_(spec, on, "pereira_matrices"),
        rand_(spec.seed),
        neighbours_(lattice_.sites()),
        actions_(lattice_.sites()),
        neighbours_there_(on.device->allocate(u64{lattice_.sites()} * sizeof(u32))),
        actions_there_(on.device->allocate(u64{lattice_.sites()} * sizeof(u32))) {}

  void upload(const PereiraCells& cells) override { lattice_.upload(cells); }
  PereiraCounts count() override { return lattice_.count(); }
  PereiraCells download() override { return lattice_.download(); }

  void cycle(u64 cycles) override {
    for (; cycles > 0; --cycles) {
      for (u32& neighbour : neighbours_) neighbour = rand_() % 8;
      for (u32& action : actions_) action = rand_() % 100;
      cycle_by(neighbours_, actions_);
    }
  }

  void cycle_by(const PereiraCells& neighbours, const PereiraCells& actions) override {
    lattice_.device().write(*neighbours_there_, 0, std::as_bytes(std::span(neighbours)));
    lattice_.device().write(*actions_there_, 0, std::as_bytes(std::span(actions)));
    lattice_.launch({lattice_.cells(), neighbours_there_.get(), actions_there_.get()});
  }

 private:
  LatticeThere lattice_;
  CRand rand_;
  PereiraCells neighbours_, actions_;
  std::unique_ptr<gpu::Buffer> neighbours_there_, actions_there_;
};

class Xorshift final : public PereiraPath {
 public:
  Xorshift(const PereiraSpec& spec, const PereiraOnDevice& on)
      : lattice_(spec, on, "pereira_xorshift"), rand_(spec.seed) {}

  void upload(const PereiraCells& cells) override { lattice_.upload(cells); }
  PereiraCounts count() override { return lattice_.count(); }
  PereiraCells download() override { return lattice_.download(); }

  void cycle(u64 cycles) override {
    for (; cycles > 0; --cycles) {
      const u32 first = rand_(), second = rand_(), third = rand_();
      lattice_.launch({lattice_.cells(), first, second, third});
    }
  }

 private:
  LatticeThere lattice_;
  CRand rand_;
};

}  // namespace

u32 pereira_group(unsigned side, u32 largest_group) {
  return static_cast<u32>(ceil_divide(side, ceil_divide(side, largest_group)));
}

gpu::Source pereira_cycle_source(const PereiraSpec& spec, PereiraConflict conflict, u32 group) {
  gpu::Source source{
      "pereira cycle",
      {gpu::text::bench::pereira::pereira_rule, gpu::text::bench::pereira::pereira_acting_kernels,
       gpu::text::bench::pereira::pereira_cycle_kernels},
      {}};
  const PereiraActions actions = actions_of(spec);
  source.define("SIDE", u64{spec.side}).define("GROUP", u64{group});
  source.define("HOLDS", u64{conflict == PereiraConflict::Holds});
  source.define("MOVES_BELOW", u64{actions.moves_below});
  source.define("REPRODUCES_BELOW", u64{actions.reproduces_below});
  return source.define("PREYS_BELOW", u64{actions.preys_below});
}

std::unique_ptr<PereiraMatrices> pereira_matrices(const PereiraSpec& spec, const PereiraOnDevice& on) {
  return std::make_unique<Matrices>(spec, on);
}

std::unique_ptr<PereiraPath> pereira_xorshift(const PereiraSpec& spec, const PereiraOnDevice& on) {
  return std::make_unique<Xorshift>(spec, on);
}

}  // namespace morula
