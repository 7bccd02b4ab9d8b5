// Counts the cells of each state on a device.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "core/dialect.h"
#include "gpu/device.h"

namespace morula {

constexpr unsigned pereira_states = 4;  // empty, and three species
using PereiraCells = std::vector<u32>;  // row-major
using PereiraCounts = std::array<u64, pereira_states>;

class PereiraCounter {
 public:
  virtual ~PereiraCounter() = default;
  virtual PereiraCounts count(gpu::Buffer& cells) = 0;
};

using MakeCounter = std::unique_ptr<PereiraCounter> (*)(u32 cells, std::shared_ptr<gpu::Device> device);

// The paper's method (its section 4.3.2): a bitonic sort, then the places at which the state changes.
std::unique_ptr<PereiraCounter> count_by_sorting(u32 cells, std::shared_ptr<gpu::Device> device);

// The method that the paper calls simple: one atomic addition per cell.
std::unique_ptr<PereiraCounter> count_by_atomics(u32 cells, std::shared_ptr<gpu::Device> device);

gpu::Source pereira_counting_source(u32 cells, u32 group);

}  // namespace morula
