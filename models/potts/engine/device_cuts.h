// Cells that divide, cut in two on a device: see cut_kernels.h. The lattice stays there.
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
  DeviceCuts(const PottsSpec& spec, gpu::Device& device, gpu::Program& program);

  // For each of these cells, whether it can be cut. `counts` are the numbers that terms keep, as the device
  // and the host have them, `kept` of a cell.
  std::vector<u32> cut(gpu::Buffer& sites, DeviceCells& table, gpu::Buffer& counts,
                       std::span<const i32> counts_on_host, u64 kept, const CellCutter& cutter,
                       std::span<const CellToCut> cells, u64 steps_done);
  // The new cells take their sites: the row of each, 0 for none, in the order of the cells that cut() had.
  void take(gpu::Buffer& sites, DeviceCells& table, std::span<const u32> daughters);

 private:
  gpu::Buffer& room(std::unique_ptr<gpu::Buffer>& buffer, u64 bytes);
  void write(std::unique_ptr<gpu::Buffer>& buffer, std::span<const std::byte> values);
  void write_rules(const CellCutter& cutter);
  // Finds where the list of each chosen row begins; returns the number of sites in all lists.
  u64 find_starts(std::span<const i32> counts, u64 kept);
  void write_directions(const CellCutter& cutter, std::span<const CellToCut> cells, u64 steps_done);

  gpu::Device& device_;
  u64 replicas_, sites_;
  bool has_connected_;
  u64 cells_before_ = 0;  // rows of a replica when cells were cut
  std::vector<u32> rows_, starts_;
  std::unique_ptr<gpu::Kernel> list_sites_, cut_cells_, take_sites_;
  std::unique_ptr<gpu::Buffer> type_cuts_, keys_, directions_, mothers_, next_, list_, places_, sides_,
      labels_, spans_, divides_;
};

// Whether a type that divides must stay in one piece.
bool cuts_connected_cells(const PottsSpec& spec);

}  // namespace morula::potts
