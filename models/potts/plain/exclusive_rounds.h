// Which of a sub-step's copies happen where a cell may change only once, on a device: see
// exclusive_kernels.h.
#pragma once

#include <memory>

#include "core/dialect.h"
#include "gpu/device.h"

namespace morula::potts {

class ExclusiveRounds {
 public:
  // `grid` is that of the sub-steps, whose groups have left the candidates; `cells` are those of all
  // replicas.
  ExclusiveRounds(gpu::Device& device, gpu::Program& program, gpu::Grid grid, u64 cells);

  struct Found {
    gpu::Buffer &sites, &counts, &records, &recorded, &accepted;
    u32 cells;  // of a replica
  };
  void copy(const Found& found);

 private:
  gpu::Device& device_;
  gpu::Grid grid_;
  std::unique_ptr<gpu::Kernel> free_, claim_, break_ties_, settle_, forget_;
  std::unique_ptr<gpu::Buffer> claims_, firsts_, changed_, left_;
};

}  // namespace morula::potts
