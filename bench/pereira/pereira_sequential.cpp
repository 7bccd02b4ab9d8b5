// Experiment I: one core, random sites one at a time; and the initial state of every experiment.
#include <utility>

#include "bench/pereira/c_rand.h"
#include "bench/pereira/pereira_paths.h"

namespace morula {
namespace {

class Sequential final : public PereiraPath {
 public:
  explicit Sequential(const PereiraSpec& spec)
      : side_(spec.side), actions_(actions_of(spec)), rand_(spec.seed) {}

  void upload(const PereiraCells& cells) override { cells_ = cells; }

  void cycle(u64 cycles) override {
    for (u64 left = cycles * cells_.size(); left > 0; --left) interact();
  }

  PereiraCounts count() override {
    PereiraCounts counts{};
    for (const u32 state : cells_) ++counts[state];
    return counts;
  }

  PereiraCells download() override { return cells_; }

 private:
  void interact() {
    const u32 x = rand_() % side_, y = rand_() % side_;
    u32& actor = cells_[y * side_ + x];
    if (actor == 0) return;
    u32& neighbour = cells_[pereira_neighbour(x, y, rand_() % 8, side_)];
    const PereiraPair after = pereira_interact({actor, neighbour}, actions_, rand_() % 100);
    neighbour = after.neighbour;
    actor = after.actor;
  }

  u32 side_;
  PereiraActions actions_;
  CRand rand_;
  PereiraCells cells_;
};

}  // namespace

PereiraActions actions_of(const PereiraSpec& spec) {
  const u32 moves = spec.mobility, reproduces = moves + spec.reproduction;
  return {moves, reproduces, reproduces + spec.predation};
}

PereiraCells pereira_start(const PereiraSpec& spec) {
  PereiraCells cells(u64{spec.side} * spec.side);
  for (u32 i = 0; i < cells.size(); ++i) cells[i] = i % pereira_states;
  CRand rand(spec.seed);
  for (u32 i = static_cast<u32>(cells.size()) - 1; i > 0; --i) std::swap(cells[i], cells[rand() % (i + 1)]);
  return cells;
}

std::unique_ptr<PereiraPath> pereira_sequential(const PereiraSpec& spec) {
  return std::make_unique<Sequential>(spec);
}

}  // namespace morula
