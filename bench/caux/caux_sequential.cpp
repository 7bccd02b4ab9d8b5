// The paper's reference: one core computes the new state of each cell in turn, with 4 bytes per state and two
// cubes.
#include <algorithm>

#include "bench/caux/caux_paths.h"
#include "bench/caux/caux_rule.h"

namespace morula {
namespace {

u32 next_cell(const std::vector<u32>& now, u32 side, u32 x, u32 y, u32 z) {
  const u32 left = caux_wrapped(static_cast<i32>(x) - 1, side);
  const u32 right = caux_wrapped(static_cast<i32>(x) + 1, side);
  u32 live = 0;
  for (i32 dz = -1; dz <= 1; ++dz)
    for (i32 dy = -1; dy <= 1; ++dy) {
      const u32* row = &now[caux_row_major(0, caux_wrapped(static_cast<i32>(y) + dy, side),
                                           caux_wrapped(static_cast<i32>(z) + dz, side), side)];
      live += row[left] + row[x] + row[right];
    }
  const u32 state = now[caux_row_major(x, y, z, side)];
  return caux_next_state(state, live - state);
}

class Sequential final : public CubePath {
 public:
  explicit Sequential(HostCubes& cubes)
      : cubes_(cubes), now_(cubes.initial.size()), next_(cubes.initial.size()) {}

  void upload() override { now_ = cubes_.initial; }

  void step(std::uint64_t steps) override {
    const u32 side = cubes_.side;
    for (std::uint64_t i = 0; i < steps; ++i) {
      for (u32 z = 0; z < side; ++z)
        for (u32 y = 0; y < side; ++y)
          for (u32 x = 0; x < side; ++x)
            next_[caux_row_major(x, y, z, side)] = next_cell(now_, side, x, y, z);
      std::swap(now_, next_);
    }
  }

  void download() override { cubes_.result = now_; }

 private:
  HostCubes& cubes_;
  std::vector<u32> now_, next_;
};

}  // namespace

std::unique_ptr<CubePath> caux_sequential(HostCubes& cubes) { return std::make_unique<Sequential>(cubes); }

}  // namespace morula
