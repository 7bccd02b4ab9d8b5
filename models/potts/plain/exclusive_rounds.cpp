#include "models/potts/plain/exclusive_rounds.h"

#include <span>

namespace morula::potts {

namespace {

constexpr int rounds_at_once = 3;  // before the device is asked whether any candidate is left

}  // namespace

ExclusiveRounds::ExclusiveRounds(gpu::Device& device, gpu::Program& program, gpu::Grid grid, u64 cells)
    : device_(device),
      grid_(grid),
      free_(program.kernel("free_claims")),
      claim_(program.kernel("claim_cells")),
      break_ties_(program.kernel("break_ties")),
      settle_(program.kernel("settle_copies")),
      forget_(program.kernel("forget_changes")),
      claims_(device.allocate(cells * sizeof(u32))),
      firsts_(device.allocate(cells * sizeof(u32))),
      changed_(device.allocate(cells * sizeof(u32))),
      left_(device.allocate(sizeof(u32))) {
  device.fill(*changed_, std::byte{0});
}

void ExclusiveRounds::copy(const Found& found) {
  for (u32 left = 1; left != 0;) {
    for (int round = 0; round < rounds_at_once; ++round) {
      device_.launch(*free_, grid_,
                     {&found.records, &found.recorded, claims_.get(), firsts_.get(), found.cells});
      device_.launch(*claim_, grid_,
                     {&found.records, &found.recorded, claims_.get(), changed_.get(), found.cells});
      device_.launch(*break_ties_, grid_,
                     {&found.records, &found.recorded, claims_.get(), firsts_.get(), found.cells});
      device_.fill(*left_, std::byte{0});
      device_.launch(*settle_, grid_,
                     {&found.sites, &found.counts, &found.records, &found.recorded, claims_.get(),
                      firsts_.get(), changed_.get(), &found.accepted, left_.get(), found.cells});
    }
    device_.read(*left_, 0, std::as_writable_bytes(std::span(&left, 1)));
  }
  device_.launch(*forget_, grid_, {&found.records, &found.recorded, changed_.get(), found.cells});
}

}  // namespace morula::potts
