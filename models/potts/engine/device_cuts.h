// Cuts dividing cells in two on a device: see cut_kernels.h. The lattice stays on the device.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "gpu/device.h"
#include "models/potts/engine/device_cells.h"
#include "models/potts/life/cell_cutter.h"

namespace morula::potts {

class DeviceCuts {
 public:
  // Does nothing if no cell divides.
  DeviceCuts(const PottsSpec& spec, gpu::Device& device, gpu::Program& program);

  // Allocates room for this many cells of each replica. All of them may divide at once, so that a wave of
  // divisions allocates nothing.
  void allocate(u64 capacity);
  // Returns for each of these cells the number of sites of its new cell, 0 if it cannot be cut. `counts` are
  // the numbers that terms keep, on the device and on the host; each cell has `kept` of them.
  std::vector<u32> cut(gpu::Buffer& sites, DeviceCells& table, gpu::Buffer& counts,
                       std::span<const i32> counts_on_host, u64 kept, const CellCutter& cutter,
                       std::span<const CellToCut> cells, u64 steps_done);
  // Gives the new cells their sites. `daughters` has the row of each, 0 for none, in the order of the cells
  // passed to cut(). If `volumes` are given, they are updated.
  void take(gpu::Buffer& sites, DeviceCells& table, gpu::Buffer* volumes, std::span<const u32> daughters);

 private:
  void write_rules(const CellCutter& cutter);
  // Finds the start of the list of each chosen row.
  void find_starts(std::span<const i32> counts, u64 kept);
  void write_directions(const CellCutter& cutter, std::span<const CellToCut> cells, u64 steps_done);

  gpu::Device& device_;
  u64 replicas_, sites_;
  bool has_connected_, has_random_;
  u64 cells_before_ = 0;  // rows of a replica when cells were cut
  std::vector<u32> rows_, starts_;
  std::unique_ptr<gpu::Kernel> list_sites_, measure_cells_, find_normals_, cut_cells_, take_sites_;
  std::unique_ptr<gpu::Buffer> type_cuts_, keys_, directions_, mothers_, next_, list_, places_, sides_,
      labels_, spans_, moments_, firsts_, normals_, daughter_sites_, daughters_;
};

// The device memory that cuts need for this many cells in all replicas together.
u64 cuts_bytes(const PottsSpec& spec, u64 cells);

// Does a dividing type have cells that must stay in one piece?
bool cuts_connected_cells(const PottsSpec& spec);

}  // namespace morula::potts
